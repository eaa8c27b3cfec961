package dev.prlease.store.etcd;

import dev.prlease.api.Ttl;
import dev.prlease.spi.LeaseStore;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A process of fighters, a thread for each list of endpoints. It fights until its standard input
 * ends, and then writes its notes, a line each, and {@code ended GRANTS TROUBLES}.
 *
 * <p>Arguments: its name, the prefix, the TTL in seconds, a seed, and the lists, their endpoints
 * joined by commas.
 */
final class FighterMain {
  private FighterMain() {}

  /** How long a call of a fighter's store may take. */
  static final Duration TIMEOUT = Duration.ofMillis(1_500);

  public static void main(String[] words) throws Exception {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    List<LeaseStore> stores = new ArrayList<>();
    for (String list : Arrays.asList(words).subList(4, words.length)) {
      List<EtcdEndpoint> endpoints =
          Arrays.stream(list.split(",", -1)).map(EtcdEndpoint::parse).toList();
      stores.add(
          EtcdLeaseStore.open(
              Engine.options(endpoints, words[1]).withTimeout(TIMEOUT), Engine.context()));
    }
    Ttl ttl = Ttl.ofSeconds(Integer.parseInt(words[2]));
    try (Fighters fighters = new Fighters(words[0] + "-", stores, ttl, Long.parseLong(words[3]))) {
      fighters.start();
      while (System.in.read() >= 0) { // until its end
        out.println("granted " + fighters.grants());
        out.flush();
      }
      fighters.end();
      fighters.notes().forEach(out::println);
      out.println("ended " + fighters.grants() + " " + fighters.troubles());
    } catch (AssertionError | RuntimeException wrong) {
      out.println("wrong " + wrong.toString().replace('\n', ' '));
    }
    out.flush();
    System.exit(0); // the scheduler's threads would stay
  }
}
