package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LoadResult;
import dev.prlease.testkit.Crew;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * P7 on a cluster that runs full. Those who write just then are told that there is no room, though
 * what they wrote is there: etcd looks for room once more when it writes, and does it all the same.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // a cluster of its own, filled once
@Timeout(120)
final class FullClusterTest {
  private static final int WRITERS = 40;
  private static final String NO_ROOM = "database space exceeded";

  /** It commits each write by itself, so that many are under way when there is no more room. */
  private final EtcdNodes nodes =
      EtcdNodes.start(1, "--quota-backend-bytes=600000", "--backend-batch-limit=1");

  private final List<LeaseStoreException> told = new ArrayList<>();
  private final List<LeaseKey> toldNotWritten = new ArrayList<>();
  private final List<LeaseKey> toldUnknown = new ArrayList<>();

  private final EtcdLeaseStore store =
      EtcdLeaseStore.open(Engine.options(nodes.endpoints(), "full"), Engine.context());

  @BeforeAll
  void fill() {
    try (Crew crew = new Crew(WRITERS)) {
      List<Future<Void>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        writers.add(
            crew.start(
                () -> {
                  write(writer);
                  return null;
                }));
      }
      writers.forEach(Crew::await);
    }
  }

  @AfterAll
  void end() {
    store.close();
    nodes.close();
  }

  /** Takes leases until one is not to be had. */
  private void write(int writer) {
    for (int i = 1; ; i++) {
      LeaseKey key = LeaseKey.pullRequest("acme/writer" + writer, i);
      try {
        take(key);
      } catch (LeaseStoreException trouble) {
        note(key, trouble);
        return;
      }
    }
  }

  private void take(LeaseKey key) {
    Exchange exchange =
        store.compareAndExchange(
            key, Expected.vacant(), Change.hold(Samples.record(key, "alice", 10)));
    assertThat(exchange).isInstanceOf(Exchange.Swapped.class);
  }

  private synchronized void note(LeaseKey key, LeaseStoreException trouble) {
    told.add(trouble);
    (trouble.outcome() == LeaseStoreException.Outcome.UNKNOWN ? toldUnknown : toldNotWritten)
        .add(key);
  }

  @Test
  void P7_what_is_told_as_not_written_is_not() {
    assertThat(told)
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each).hasMessageContaining(NO_ROOM));
    assertThat(toldNotWritten).isNotEmpty();
    assertThat(store.loadAll(toldNotWritten))
        .allSatisfy(
            result ->
                assertThat(((LoadResult.Answered) result).slot())
                    .isInstanceOf(LeaseSlot.Vacant.class));
  }

  @Test
  void P7_what_nobody_else_touched_is_settled_by_a_look() {
    assertThat(toldUnknown).isEmpty();
  }

  @Test
  void many_are_still_read_at_once() {
    assertThat(store.loadAll(toldNotWritten)).hasOnlyElementsOfType(LoadResult.Answered.class);
  }

  @Test
  void a_write_is_told_at_once_what_to_do() {
    LeaseKey key = LeaseKey.parse("acme/app#7");
    LeaseStoreException error = catchThrowableOfType(LeaseStoreException.class, () -> take(key));
    assertThat(error.outcome()).isEqualTo(LeaseStoreException.Outcome.NOT_WRITTEN);
    assertThat(error).hasMessageContaining(NO_ROOM);
    assertThat(error.nextStep()).contains("etcdctl alarm disarm");
  }
}
