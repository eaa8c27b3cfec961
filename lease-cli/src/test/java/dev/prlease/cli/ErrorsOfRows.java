package dev.prlease.cli;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.json.RowLeaseStore;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a store that is made of rows says when what keeps them fails. */
final class ErrorsOfRows {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");

  private ErrorsOfRows() {}

  static void provoke(ErrorTexts told) {
    Rows unreadable = new Rows(Fails.READING);
    told.thrown("rows that cannot be read", () -> unreadable.load(KEY));
    Rows unwritable = new Rows(Fails.WRITING);
    told.thrown(
        "rows that cannot be written",
        () -> unwritable.compareAndExchange(KEY, Expected.vacant(), Change.vacate(Fence.NONE)));
    Rows busy = new Rows(Fails.CLOSING);
    told.thrown("rows that are not let go of", busy::close);
    told.thrown("rows of a store that is closed", () -> busy.load(KEY));
  }

  private enum Fails {
    READING,
    WRITING,
    CLOSING
  }

  private static final class Rows extends RowLeaseStore {
    private final Fails fails;

    Rows(Fails fails) {
      super("table:leases", Duration.ZERO);
      this.fails = fails;
    }

    private void fail(Fails now) throws IOException {
      if (fails == now) {
        throw new IOException("connection reset");
      }
    }

    @Override
    protected Optional<Row> read(String name) throws IOException {
      fail(Fails.READING);
      return Optional.empty();
    }

    @Override
    protected List<Row> readAll() {
      return List.of();
    }

    @Override
    protected boolean insert(Row row) throws IOException {
      fail(Fails.WRITING);
      return true;
    }

    @Override
    protected boolean update(Row row, String was, Change.Replaced replaced) {
      return false;
    }

    @Override
    protected void shutDown() throws IOException {
      fail(Fails.CLOSING);
    }
  }
}
