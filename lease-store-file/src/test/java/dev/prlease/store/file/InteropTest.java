package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.store.file.Forked.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sharing a directory with a program of version 1. */
class InteropTest {
  private static final String TEXT = "Owner/repo#7";
  private static final LeaseKey KEY = LeaseKey.parse(TEXT);
  private static final Instant NOW = Instant.ofEpochSecond(4_000_000_000L);

  @TempDir(factory = InMemory.class)
  Path temp = Path.of("");

  private FileLeaseStore store(FileLayout layout) {
    return FileLeaseStore.open(
        temp.resolve("leases"), FileStoreOptions.DEFAULTS.withLayout(layout), Contexts.real());
  }

  private Peer peer(FileLayout layout) throws IOException {
    return new Peer(temp, temp.resolve("leases"), layout);
  }

  private static LeaseRecord ours(String session, Instant acquiredAt) {
    return LeaseRecord.of(KEY, new SessionId(session), acquiredAt, Ttl.DEFAULT)
        .withFence(Fence.at(acquiredAt))
        .withGrantedAt(acquiredAt);
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @EnumSource(FileLayout.class)
  void it_reads_our_record_and_we_read_its(FileLayout layout)
      throws IOException, InterruptedException {
    FileLeaseStore store = store(layout);
    Peer peer = peer(layout);
    LeaseSlot held =
        store.compareAndExchange(KEY, Expected.vacant(), Change.hold(ours("ours", NOW))).slot();
    assertThat(peer.run("acquire", TEXT, "theirs", "60")).isEqualTo(new Result(3, "HELD ours"));
    assertThat(peer.run("assert", TEXT, "ours")).isEqualTo(new Result(0, "OK"));
    assertThat(store.load(KEY)).isEqualTo(held);

    store.compareAndExchange(KEY, Expected.exactly(held.version()), Change.vacate(Fence.NONE));
    assertThat(peer.run("acquire", TEXT, "theirs", "60")).isEqualTo(new Result(0, "OWNED"));
    LeaseSlot theirs = store.load(KEY);
    LeaseRecord record = ((LeaseSlot.Held) theirs).record();
    assertThat(record.owner().value()).isEqualTo("theirs");
    assertThat(record.key()).isEqualTo(KEY);
    assertThat(record.ttl()).isEqualTo(Ttl.ofSeconds(60));
    assertThat(record.fence()).isEqualTo(Fence.NONE);

    assertThat(peer.run("release", TEXT, "theirs")).isEqualTo(new Result(0, "RELEASED"));
    LeaseSlot vacant = store.load(KEY);
    assertThat(vacant).isInstanceOf(LeaseSlot.Vacant.class);
    assertThat(((LeaseSlot.Vacant) vacant).knowsFence()).isFalse();
    assertThat(store.compareAndExchange(KEY, Expected.vacant(), Change.hold(ours("ours", NOW))))
        .as("a vacant slot whose fence an older program dropped")
        .isInstanceOf(Exchange.Refused.class);
    assertThat(
            store.compareAndExchange(
                KEY, Expected.exactly(vacant.version()), Change.hold(ours("ours", NOW))))
        .isInstanceOf(Exchange.Swapped.class);
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @EnumSource(FileLayout.class)
  void it_takes_over_our_expired_record(FileLayout layout)
      throws IOException, InterruptedException {
    FileLeaseStore store = store(layout);
    LeaseRecord expired = ours("ours", Instant.EPOCH);
    store.compareAndExchange(KEY, Expected.vacant(), Change.hold(expired));
    assertThat(peer(layout).run("assert", TEXT, "ours")).isEqualTo(new Result(5, "EXPIRED"));
    assertThat(peer(layout).run("acquire", TEXT, "theirs", "60")).isEqualTo(new Result(0, "OWNED"));
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @EnumSource(FileLayout.class)
  void P14_when_it_loses_it_drops_our_fields_and_the_record_stays_ours(FileLayout layout)
      throws IOException, InterruptedException {
    FileLeaseStore store = store(layout);
    LeaseSlot before =
        store.compareAndExchange(KEY, Expected.vacant(), Change.hold(ours("ours", NOW))).slot();
    Peer peer = peer(layout);
    List<String> command = peer.command("acquire", TEXT, "theirs", "60");
    command.add("--rewrite-on-refusal");
    assertThat(Forked.run(command)).isEqualTo(new Result(3, "HELD ours"));
    LeaseSlot after = store.load(KEY);
    assertThat(after.version()).isNotEqualTo(before.version());
    assertThat(((LeaseSlot.Held) after).record())
        .isEqualTo(LeaseRecord.of(KEY, new SessionId("ours"), NOW, Ttl.DEFAULT));
  }

  @Test
  void L7_a_file_that_differs_in_case_only_is_found_and_used()
      throws IOException, InterruptedException {
    Peer peer = peer(FileLayout.AMPLIHACK);
    FileLeaseStore store = store(FileLayout.AMPLIHACK);
    peer.run("acquire", "OWNER/Repo#7", "theirs", "60");
    LeaseSlot theirs = store.load(KEY);
    assertThat(Records.owner(theirs)).isEqualTo("theirs");
    assertThat(
            store.compareAndExchange(
                KEY, Expected.exactly(theirs.version()), Change.hold(ours("ours", NOW))))
        .isInstanceOf(Exchange.Swapped.class);
    assertThat(peer.run("assert", "OWNER/Repo#7", "ours")).isEqualTo(new Result(0, "OK"));
    assertThat(temp.resolve("leases/Owner_repo__pr-7.json")).doesNotExist();
  }

  @Test
  void L7_a_lease_under_any_of_several_spellings_blocks() throws IOException, InterruptedException {
    Peer peer = peer(FileLayout.AMPLIHACK);
    FileLeaseStore store = store(FileLayout.AMPLIHACK);
    peer.run("acquire", "owner/repo#7", "theirs", "60");
    peer.run("acquire", "OWNER/REPO#7", "other", "60");
    peer.run("release", "OWNER/REPO#7", "other");
    assertThat(Records.owner(store.load(KEY))).isEqualTo("theirs");
    assertThat(store.compareAndExchange(KEY, Expected.vacant(), Change.hold(ours("ours", NOW))))
        .isInstanceOf(Exchange.Refused.class);
  }

  @Test
  void an_exchange_that_waits_for_its_lock_is_decided_by_what_it_wrote()
      throws IOException, InterruptedException {
    FileLeaseStore store = store(FileLayout.PRLEASE);
    LeaseSlot first =
        store.compareAndExchange(KEY, Expected.vacant(), Change.hold(ours("ours", NOW))).slot();
    Path slot = temp.resolve("leases/owner__repo__pr-7.json");
    Path theirs = temp.resolve("theirs");
    Files.writeString(theirs, Files.readString(slot).replace("\"ours\"", "\"theirs\""));
    List<Optional<Exchange>> answers = new ArrayList<>();
    try (Peer.LockHolder holder = new Peer.LockHolder(Place.lockOf(slot))) {
      Contexts.Pauses waiting =
          new Contexts.Pauses() {
            private boolean told;

            @Override
            public void pause(java.time.Duration duration) throws InterruptedException {
              // Reached only while the other holds the lock.
              if (!told) {
                told = true;
                try {
                  holder.writeAndFree(theirs);
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              }
              super.pause(duration);
            }
          };
      FileLeaseStore late =
          FileLeaseStore.open(
              store.directory(), Contexts.with(new dev.prlease.spi.SystemClock(), waiting));
      answers.add(
          Optional.of(
              late.compareAndExchange(
                  KEY, Expected.exactly(first.version()), Change.vacate(Fence.NONE))));
    }
    assertThat(answers.get(0))
        .hasValueSatisfying(
            answer -> {
              assertThat(answer).isInstanceOf(Exchange.Refused.class);
              assertThat(Records.owner(answer.slot())).isEqualTo("theirs");
            });
  }
}
