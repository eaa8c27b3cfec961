package dev.prlease.store.etcd;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A cluster of three, a proxy in front of each node, and what may happen to all that. */
final class ClusterFaults implements AutoCloseable {
  private static final int NODES = 3;
  private static final int LEAST_MILLIS = 300;
  private static final int MOST_MILLIS = 4_000;

  /** Requests are late by no more than a store says that they may be. */
  private static final long LATEST = FighterMain.TIMEOUT.toMillis() * 2 - 200;

  /** What happens. */
  enum Kind {
    LEADER_KILLED("leader killed"),
    FOLLOWER_KILLED("follower killed"),
    LEADER_CUT_OFF("leader cut off"),
    FOLLOWER_CUT_OFF("follower cut off"),
    LEADER_FROZEN("leader frozen"),
    FOLLOWER_FROZEN("follower frozen"),
    CONNECTIONS_CUT("connections cut"),
    NODE_OUT_OF_REACH("node out of reach"),
    ANSWERS_DELAYED("all delayed"),
    ANSWERS_LOST("answers of one node lost"),
    ALL_ANSWERS_LOST("answers of all nodes lost"),
    REQUESTS_LATE("requests to one node late"),
    ALL_REQUESTS_LATE("requests to all nodes late");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  private final EtcdNodes nodes = EtcdNodes.start(NODES);
  private final List<LossyProxy> clients = new ArrayList<>();

  ClusterFaults() {
    for (EtcdEndpoint each : nodes.endpoints()) {
      clients.add(new LossyProxy(each.port()));
    }
  }

  EtcdNodes nodes() {
    return nodes;
  }

  /** Where clients reach the nodes, each through its proxy. */
  List<EtcdEndpoint> endpoints() {
    List<EtcdEndpoint> all = new ArrayList<>();
    for (LossyProxy each : clients) {
      all.add(new EtcdEndpoint("127.0.0.1", each.port()));
    }
    return all;
  }

  /** Lets something happen, for a while, and puts it right again. */
  Kind strike(Random random) {
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    int leader = nodes.leader();
    int other = (leader + 1 + random.nextInt(NODES - 1)) % NODES;
    int any = random.nextInt(NODES);
    long millis = (long) LEAST_MILLIS + random.nextInt(MOST_MILLIS - LEAST_MILLIS);
    switch (kind) {
      case LEADER_KILLED -> kill(leader, millis);
      case FOLLOWER_KILLED -> kill(other, millis);
      case LEADER_CUT_OFF -> cutOff(leader, millis);
      case FOLLOWER_CUT_OFF -> cutOff(other, millis);
      case LEADER_FROZEN -> freeze(leader, millis);
      case FOLLOWER_FROZEN -> freeze(other, millis);
      case CONNECTIONS_CUT -> clients.forEach(LossyProxy::cut);
      case NODE_OUT_OF_REACH -> spoil(List.of(clients.get(any)), LossyProxy::refuse, millis);
      case ANSWERS_DELAYED -> spoil(clients, proxy -> proxy.delay(30), millis);
      case ANSWERS_LOST -> spoil(List.of(clients.get(any)), LossyProxy::dropAnswers, millis);
      case ALL_ANSWERS_LOST -> spoil(clients, LossyProxy::dropAnswers, millis);
      case REQUESTS_LATE ->
          spoil(List.of(clients.get(any)), LossyProxy::holdRequests, Math.min(millis, LATEST));
      case ALL_REQUESTS_LATE -> spoil(clients, LossyProxy::holdRequests, Math.min(millis, LATEST));
    }
    for (int i = 0; i < NODES; i++) {
      nodes.awaitHealthy(i);
    }
    return kind;
  }

  private void kill(int node, long millis) {
    nodes.kill(node);
    pass(millis);
    nodes.restart(node);
  }

  private void cutOff(int node, long millis) {
    nodes.cut(node);
    pass(millis);
    nodes.heal();
  }

  private void freeze(int node, long millis) {
    nodes.signal(node, "STOP");
    pass(millis);
    nodes.signal(node, "CONT");
  }

  /** What a proxy can do. */
  private interface Spoiling {
    void spoil(LossyProxy proxy);
  }

  /** Connections on which answers were lost are of no use any more: they are cut afterwards. */
  private static void spoil(List<LossyProxy> proxies, Spoiling how, long millis) {
    proxies.forEach(how::spoil);
    pass(millis);
    for (LossyProxy each : proxies) {
      boolean lost = each.losesAnswers();
      each.pass();
      if (lost) {
        each.cut();
      }
    }
  }

  private static void pass(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Override
  public void close() {
    clients.forEach(LossyProxy::close);
    nodes.close();
  }
}
