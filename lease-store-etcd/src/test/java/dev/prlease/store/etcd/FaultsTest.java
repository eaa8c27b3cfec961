package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Ttl;
import dev.prlease.spi.LeaseStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * P10, P7 on a cluster of three to which things happen: its leader is killed, cut off, frozen;
 * connections break, answers are lost and late. A short form; {@code bin/soak} does it for minutes.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // a cluster of its own, started once
@Timeout(240) // no measure: only so that a store which hangs fails instead of blocking the build
final class FaultsTest {
  private static final int FIGHTERS = 6;

  /** Longer than a fight: nothing expires. */
  private static final Ttl TTL = Ttl.ofSeconds(3_600);

  private EtcdNodes nodes = EtcdNodes.start(3);
  private final List<LossyProxy> clients = new ArrayList<>();
  private Fighters fighters = new Fighters("none", List.of(), TTL, 0);
  private String prefix = "";

  @BeforeAll
  void putProxiesInFront() {
    for (EtcdEndpoint each : nodes.endpoints()) {
      clients.add(new LossyProxy(each.port()));
    }
  }

  @AfterAll
  void endTheCluster() {
    clients.forEach(LossyProxy::close);
    nodes.close();
  }

  @BeforeEach
  void startFighting() {
    prefix = "faults/" + UUID.randomUUID();
    List<LeaseStore> stores = new ArrayList<>();
    for (int i = 0; i < FIGHTERS; i++) {
      stores.add(EtcdLeaseStore.open(options(), Engine.context()));
    }
    fighters = new Fighters("fighter", stores, TTL, new Random().nextLong());
    fighters.start();
    fighters.awaitGrants(5);
  }

  private EtcdStoreOptions options() {
    List<EtcdEndpoint> endpoints = new ArrayList<>();
    for (LossyProxy each : clients) {
      endpoints.add(new EtcdEndpoint("127.0.0.1", each.port()));
    }
    return Engine.options(endpoints, prefix).withTimeout(Duration.ofSeconds(3));
  }

  private void endAndCheck() throws InterruptedException {
    fighters.end();
    FightCheck.Result fought = fighters.check(nodes.endpoint(0), prefix);
    assertThat(fought.grants()).as("grants: %s", fought).isPositive();
  }

  @AfterEach
  void stopFighting() {
    fighters.close();
  }

  @Test
  void P10_a_leader_that_is_killed_costs_no_lease() throws Exception {
    int leader = nodes.leader();
    nodes.kill(leader);
    try {
      fighters.awaitGrants(15);
    } finally {
      nodes.restart(leader);
    }
    nodes.awaitHealthy(leader);
    fighters.awaitGrants(15);
    endAndCheck();
  }

  @Test
  void P10_a_leader_that_is_cut_off_from_the_others_grants_nothing() throws Exception {
    int leader = nodes.leader();
    nodes.cut(leader);
    try {
      nodes.leaderOtherThan(leader);
      fighters.awaitGrants(15);
    } finally {
      nodes.heal();
    }
    nodes.awaitHealthy(leader);
    fighters.awaitGrants(15);
    endAndCheck();
  }

  @Test
  void P10_a_leader_that_is_frozen_and_goes_on_later_changes_nothing() throws Exception {
    int leader = nodes.leader();
    nodes.signal(leader, "STOP");
    try {
      fighters.awaitGrants(15);
    } finally {
      nodes.signal(leader, "CONT");
    }
    nodes.awaitHealthy(leader);
    fighters.awaitGrants(15);
    endAndCheck();
  }

  @Test
  void P7_L37_connections_that_break_and_answers_that_are_lost_or_late_settle() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    try {
      for (int i = 0; i < 6; i++) {
        LossyProxy proxy = clients.get(random.nextInt(clients.size()));
        switch (random.nextInt(4)) {
          case 0 -> proxy.cut();
          case 1 -> {
            proxy.dropAnswers();
            fighters.awaitGrants(5);
            proxy.cut();
            proxy.pass();
          }
          case 2 -> {
            proxy.holdRequests();
            fighters.awaitGrants(5);
            proxy.pass();
          }
          default -> {
            proxy.delay(20);
            fighters.awaitGrants(5);
            proxy.pass();
          }
        }
        fighters.awaitGrants(5);
      }
      endAndCheck();
    } catch (AssertionError found) {
      throw new AssertionError("with seed " + seed + ": " + found.getMessage(), found);
    }
  }
}
