package dev.prlease.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Puts mutants in the place of a slot that alice holds, or held, and lets alice and bob do what
 * they would. Whatever the bytes are: nothing fails but by the errors of the API; who is refused
 * has written nothing; never do both own the key; and what is replaced is kept, unless it says by
 * itself that there is nothing.
 */
final class MutatedSlots {
  private static final LeaseKey KEY = LeaseKey.pullRequest("soak/mutants", 7);
  private static final SessionId ALICE = SessionId.of("alice");
  private static final SessionId BOB = SessionId.of("bob");
  private static final JsonFactory JSON = new JsonFactory();

  private final Path leases;
  private final Path file;
  private final Random random;
  private final Map<String, Integer> outcomes = new TreeMap<>();

  MutatedSlots(Path home, Random random) throws IOException {
    Files.createDirectory(home, OwnedFile.OWNER_ONLY_DIRECTORY);
    this.leases = home.resolve("leases");
    this.file = leases.resolve("soak__mutants__pr-7.json");
    this.random = random;
  }

  /** Tries {@code count} mutants. Returns how often what came of it. */
  Map<String, Integer> run(int count) throws IOException {
    try (FileLeaseStore store =
            FileLeaseStore.open(leases, FileStoreOptions.DEFAULTS, Contexts.real());
        LeaseManager hers = LeaseManager.on(store).build();
        LeaseManager his = LeaseManager.on(store).build()) {
      List<byte[]> originals = originals(store);
      Mutations mutations = new Mutations(random, originals);
      for (int i = 0; i < count; i++) {
        PrLease alice = freshly(hers);
        byte[] original =
            random.nextInt(4) > 0
                ? Files.readAllBytes(file)
                : originals.get(random.nextInt(originals.size()));
        byte[] mutant = mutations.of(original);
        Files.write(file, mutant);
        try {
          String outcome = check(store, alice, his, mutant);
          outcomes.merge(outcome, 1, Integer::sum);
        } catch (RuntimeException | AssertionError | StackOverflowError wrong) {
          throw new AssertionError("with " + Mutations.show(mutant) + "\n" + wrong, wrong);
        }
        alice.detach();
      }
    }
    return outcomes;
  }

  /** A lease of hers, whatever stood there. */
  private PrLease freshly(LeaseManager hers) throws IOException {
    Files.deleteIfExists(file);
    return hers.acquire(KEY, ALICE, Ttl.DEFAULT);
  }

  /** Slots as they occur: held, freed, expired, of older and newer programs, of another key. */
  private List<byte[]> originals(FileLeaseStore store) throws IOException {
    List<byte[]> all = new ArrayList<>();
    store.store(Records.record(KEY, "carol"));
    all.add(Files.readAllBytes(file));
    store.remove(KEY);
    all.add(Files.readAllBytes(file));
    all.add("{\"record\": null}".getBytes(UTF_8));
    String older =
        """
        {
          "record": {
            "schema_version": 1,
            "key": {
              "repo": "soak/mutants",
              "pr_number": 7
            },
            "owner_session_id": "older",
            "acquired_at": "%s",
            "ttl_secs": 86400
          }
        }"""
            .formatted(Contexts.real().clock().now());
    all.add(older.getBytes(UTF_8));
    all.add(older.replace("\"schema_version\": 1", "\"schema_version\": 2").getBytes(UTF_8));
    all.add(older.replace("\"pr_number\": 7", "\"pr_number\": 8").getBytes(UTF_8));
    return all;
  }

  private String check(FileLeaseStore store, PrLease alice, LeaseManager his, byte[] mutant)
      throws IOException {
    LeaseSlot before = store.load(KEY);
    checkListed(store.list(LeaseFilter.ALL), before);
    boolean isHers = isOwned(alice);
    Optional<Acquisition> answer = Optional.empty();
    Optional<LeaseException> refusal = Optional.empty();
    try {
      answer = Optional.of(his.tryAcquire(KEY, BOB, Ttl.DEFAULT));
    } catch (LeaseException refused) {
      refusal = Optional.of(refused);
    }
    if (answer.isPresent() && answer.get() instanceof Acquisition.Granted granted) {
      boolean wasHis = before instanceof LeaseSlot.Held held && held.record().owner().equals(BOB);
      assertThat(isHers).as("alice owned it when bob got it").isFalse();
      assertThat(isOwned(alice)).as("alice owns what bob got").isFalse();
      granted.lease().assertOwned();
      if (before instanceof LeaseSlot.Held held && !wasHis) {
        assertThat(held.record().isExpired(Contexts.real().clock().now()) || isFar(held))
            .as("bob got the live lease of %s", held.record())
            .isTrue();
      }
      if (before instanceof LeaseSlot.Vacant) {
        assertThat(saysNothing(mutant)).as("it says that it is free").isTrue();
      } else if (before instanceof LeaseSlot.Unreadable
          || (before instanceof LeaseSlot.Held record && isFar(record))) {
        assertThat(takeFromQuarantine()).as("kept").isEqualTo(mutant);
      }
      granted.lease().release();
      return "granted, " + kind(before);
    }
    assertThat(Files.readAllBytes(file)).as("written by who was refused").isEqualTo(mutant);
    if (isHers) {
      renew(alice);
    }
    return refusal.map(LeaseException::code).orElse("held") + ", " + kind(before);
  }

  private static boolean isFar(LeaseSlot.Held held) {
    return held.record()
        .acquiredAt()
        .isAfter(Contexts.real().clock().now().plus(java.time.Duration.ofHours(24)));
  }

  private static String kind(LeaseSlot slot) {
    if (slot instanceof LeaseSlot.Held held) {
      return held.record().key().equals(KEY) ? "a record" : "a record of another key";
    }
    return slot instanceof LeaseSlot.Vacant ? "free" : "unreadable";
  }

  private static boolean isOwned(PrLease lease) {
    try {
      lease.assertOwned();
      return true;
    } catch (LeaseException told) {
      return false;
    }
  }

  private static void renew(PrLease lease) {
    try {
      lease.renew();
    } catch (LeaseException told) {
      // Perhaps too little was left of it.
    }
  }

  private static void checkListed(List<ListedSlot> listed, LeaseSlot slot) {
    assertThat(listed.size()).isEqualTo(slot instanceof LeaseSlot.Vacant ? 0 : 1);
  }

  private byte[] takeFromQuarantine() throws IOException {
    try (Stream<Path> kept = Files.list(leases.resolve("quarantine"))) {
      List<Path> all = kept.toList();
      assertThat(all).hasSize(1);
      byte[] bytes = Files.readAllBytes(all.get(0));
      Files.delete(all.get(0));
      return bytes;
    }
  }

  /**
   * Whether {@code bytes} are nothing, null, or an object with no record and nothing besides that a
   * slot without one has. Judged by a parser only.
   */
  private static boolean saysNothing(byte[] bytes) throws IOException {
    if (bytes.length == 0) {
      return true;
    }
    boolean hasNull = false;
    boolean hasOther = false;
    try (JsonParser in = JSON.createParser(bytes)) {
      if (in.nextToken() == JsonToken.VALUE_NULL) {
        return true;
      }
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        JsonToken value = in.nextToken();
        if (name.equals("record")) {
          hasNull = value == JsonToken.VALUE_NULL;
          if (!hasNull) {
            return false;
          }
        }
        hasOther |= !List.of("record", "fence", "write_id").contains(name);
        in.skipChildren();
      }
    }
    return hasNull || !hasOther;
  }
}
