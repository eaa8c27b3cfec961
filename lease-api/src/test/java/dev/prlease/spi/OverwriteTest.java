package dev.prlease.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.ContentionException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.Ttl;
import dev.prlease.api.WriteId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every store can do by its exchanges alone: write whatever is there. */
class OverwriteTest {
  private static final LeaseKey KEY = LeaseKey.pullRequest("acme/app", 42);

  /** Others are quicker each time. */
  private static final class AlwaysRefusing implements LeaseStore {
    private final List<WriteId> sent = new ArrayList<>();

    @Override
    public LeaseSlot load(LeaseKey key) {
      return LeaseSlot.Vacant.absent(new SlotVersion("v" + sent.size()));
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      assertThat(expected).isEqualTo(Expected.exactly(load(key).version()));
      sent.add(change.writeId());
      return new Exchange.Refused(load(key));
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      return List.of();
    }

    @Override
    public String location() {
      return "refusing:";
    }

    @Override
    public void close() {}
  }

  @Test
  void each_try_is_a_write_of_its_own() {
    AlwaysRefusing store = new AlwaysRefusing();
    LeaseRecord record = LeaseRecord.of(KEY, SessionId.of("a"), Instant.EPOCH, Ttl.DEFAULT);
    assertThatThrownBy(() -> store.store(record)).isInstanceOf(ContentionException.class);
    assertThatThrownBy(() -> store.remove(KEY)).isInstanceOf(ContentionException.class);
    assertThat(store.sent).hasSize(200).doesNotHaveDuplicates();
  }
}
