package dev.prlease.store.etcd;

import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A cluster of real etcd processes on loopback, with its data in a temporary directory. Members
 * reach each other through proxies, so that they can be cut off from each other.
 */
final class EtcdNodes implements AutoCloseable {
  private static final int TRIES = 5;
  private static final long ROOM = 2L << 30;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  private final Path directory;
  private final int count;
  private final List<Integer> clientPorts = new ArrayList<>();
  private final List<Integer> peerPorts = new ArrayList<>();
  private final List<LossyProxy> peers = new ArrayList<>();
  private final List<EtcdProcess> processes = new ArrayList<>();
  private final List<String> more;

  private EtcdNodes(int count, List<String> more) throws IOException {
    this.directory = directory();
    this.count = count;
    this.more = more;
    for (int i = 0; i < count; i++) {
      clientPorts.add(freePort());
      peerPorts.add(freePort());
      peers.add(new LossyProxy(peerPorts.get(i)));
    }
    for (int i = 0; i < count; i++) {
      processes.add(process(i, "new"));
    }
  }

  /** Starts {@code count} members, and comes back when they have a leader. */
  static EtcdNodes start(int count, String... more) {
    for (int tries = 1; ; tries++) {
      EtcdNodes nodes;
      try {
        nodes = new EtcdNodes(count, List.of(more));
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
      try {
        nodes.awaitHealthy();
        return nodes;
      } catch (IllegalStateException failed) { // somebody may have taken a port meanwhile
        nodes.close();
        if (tries == TRIES) {
          throw failed;
        }
      }
    }
  }

  /**
   * In memory where there is room: etcd syncs each write, and takes 64 MiB for each log at once.
   */
  private static Path directory() throws IOException {
    Path memory = Path.of("/dev/shm");
    return Files.isWritable(memory) && Files.getFileStore(memory).getUsableSpace() > ROOM
        ? Files.createTempDirectory(memory, "etcd")
        : Files.createTempDirectory("etcd");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private EtcdProcess process(int node, String state) {
    List<String> initial = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      initial.add("node" + i + "=http://127.0.0.1:" + peers.get(i).port());
    }
    String scheme = speaksTls() ? "https" : "http";
    String clients = scheme + "://127.0.0.1:" + clientPorts.get(node);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--name=node" + node,
                "--data-dir=" + directory.resolve("node" + node),
                "--listen-client-urls=" + clients,
                "--advertise-client-urls=" + clients,
                "--listen-peer-urls=http://127.0.0.1:" + peerPorts.get(node),
                "--initial-advertise-peer-urls=http://127.0.0.1:" + peers.get(node).port(),
                "--initial-cluster=" + String.join(",", initial),
                "--initial-cluster-state=" + state,
                "--initial-cluster-token=" + directory.getFileName(),
                "--logger=zap",
                "--log-level=warn"));
    arguments.addAll(more);
    return new EtcdProcess(directory.resolve("node" + node + ".log"), arguments);
  }

  private void awaitHealthy() {
    for (int i = 0; i < count; i++) {
      awaitHealthy(i);
    }
  }

  /** Comes back when {@code node} answers and has a leader. */
  void awaitHealthy(int node) {
    if (speaksTls()) {
      return; // whoever speaks it finds out
    }
    long end = System.nanoTime() + PATIENCE;
    while (!isHealthy(node)) {
      if (!processes.get(node).isAlive() || System.nanoTime() - end > 0) {
        throw new IllegalStateException("etcd did not start: " + log(node));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private String log(int node) {
    try {
      return Files.readString(directory.resolve("node" + node + ".log"));
    } catch (IOException none) {
      return "no log";
    }
  }

  private boolean isHealthy(int node) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create("http://127.0.0.1:" + clientPorts.get(node) + "/health")
                  .toURL()
                  .openConnection(Proxy.NO_PROXY);
      connection.setConnectTimeout(1_000);
      connection.setReadTimeout(5_000);
      return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .contains("true");
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Where clients reach {@code node}. */
  EtcdEndpoint endpoint(int node) {
    return new EtcdEndpoint("127.0.0.1", clientPorts.get(node));
  }

  List<EtcdEndpoint> endpoints() {
    List<EtcdEndpoint> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(endpoint(i));
    }
    return all;
  }

  int count() {
    return count;
  }

  /** Kills {@code node}; its data stay. */
  void kill(int node) {
    processes.get(node).close();
  }

  /** Starts {@code node} again. */
  void restart(int node) {
    processes.set(node, process(node, "existing"));
  }

  /** Stops {@code node} ({@code STOP}), or lets it go on ({@code CONT}). */
  void signal(int node, String name) {
    processes.get(node).signal(name);
  }

  /** Cuts {@code node} off from the other members; its clients still reach it. */
  void cut(int node) {
    String id = Long.toHexString(status(node).getHeader().getMemberId());
    for (int i = 0; i < count; i++) {
      if (i == node) {
        peers.get(i).refuse();
      } else {
        peers.get(i).refuse(id);
      }
    }
  }

  /** Lets all members call each other again. */
  void heal() {
    peers.forEach(LossyProxy::pass);
  }

  private boolean speaksTls() {
    return more.stream().anyMatch(each -> each.startsWith("--cert-file"));
  }

  /** Which node leads; asks all until one says so. */
  int leader() {
    return leaderOtherThan(count);
  }

  /** The same of all but {@code not}, which may not know yet that it leads no more. */
  int leaderOtherThan(int not) {
    long end = System.nanoTime() + PATIENCE;
    while (System.nanoTime() - end < 0) {
      for (int i = 0; i < count; i++) {
        if (i != not && leads(i)) {
          return i;
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    throw new IllegalStateException("no leader");
  }

  private boolean leads(int node) {
    try {
      StatusResponse status = status(node);
      return status.getLeader() != 0 && status.getLeader() == status.getHeader().getMemberId();
    } catch (StatusRuntimeException down) {
      return false;
    }
  }

  private StatusResponse status(int node) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(
                "127.0.0.1", clientPorts.get(node), InsecureChannelCredentials.create())
            .build();
    try {
      return MaintenanceGrpc.newBlockingStub(channel)
          .withDeadlineAfter(5, TimeUnit.SECONDS)
          .status(StatusRequest.getDefaultInstance());
    } finally {
      channel.shutdownNow();
    }
  }

  @Override
  public void close() {
    processes.forEach(EtcdProcess::close);
    peers.forEach(LossyProxy::close);
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException left) {
      throw new UncheckedIOException(left);
    }
  }
}
