package dev.prlease.store.etcd;

import io.grpc.ChannelCredentials;
import io.grpc.ConnectivityState;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;

/**
 * A channel to each endpoint, connected when it is first used, and which of them is used at
 * present.
 */
final class Members implements AutoCloseable {
  /** It tells everybody on standard error that it found no epoll, which is no news. */
  private static final Logger TALKATIVE = Logger.getLogger("io.grpc.netty.TcpMetrics");

  private static final int SECONDS_BETWEEN_PINGS = 20;
  private static final int SECONDS_TO_ANSWER_A_PING = 5;

  private final List<EtcdEndpoint> endpoints;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final AtomicInteger current = new AtomicInteger();

  Members(List<EtcdEndpoint> endpoints, Optional<TlsFiles> tls) {
    this.endpoints = endpoints;
    if (TALKATIVE.getLevel() == null) { // unless the host has set it
      TALKATIVE.setLevel(Level.WARNING);
    }
    ChannelCredentials credentials =
        tls.isPresent() ? credentials(tls.get()) : InsecureChannelCredentials.create();
    for (EtcdEndpoint each : endpoints) {
      channels.add(
          NettyChannelBuilder.forAddress(each.host(), each.port(), credentials)
              .directExecutor() // what is called back is quick
              .disableRetry() // what is sent again is our decision
              .disableServiceConfigLookUp()
              .maxInboundMessageSize(Integer.MAX_VALUE) // an answer that is cut off is a lost one
              .keepAliveTime(SECONDS_BETWEEN_PINGS, TimeUnit.SECONDS)
              .keepAliveTimeout(SECONDS_TO_ANSWER_A_PING, TimeUnit.SECONDS)
              .build());
    }
  }

  private static ChannelCredentials credentials(TlsFiles files) {
    TlsChannelCredentials.Builder builder = TlsChannelCredentials.newBuilder();
    if (!files.trust().isEmpty()) {
      builder.trustManager(files.trust().toArray(TrustManager[]::new));
    }
    if (!files.keys().isEmpty()) {
      builder.keyManager(files.keys().toArray(KeyManager[]::new));
    }
    return builder.build();
  }

  int count() {
    return endpoints.size();
  }

  /** Which one calls go to at present. */
  int current() {
    return current.get();
  }

  List<EtcdEndpoint> endpoints() {
    return endpoints;
  }

  EtcdEndpoint endpoint(int member) {
    return endpoints.get(member);
  }

  /** The channel to {@code member}, which tries to connect at once if it is not connected. */
  ManagedChannel channel(int member) {
    ManagedChannel channel = channels.get(member);
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.resetConnectBackoff();
    }
    return channel;
  }

  /** Calls go to the next one, unless somebody has seen to that already. */
  void leave(int member) {
    current.compareAndSet(member, (member + 1) % count());
  }

  /** The connection to {@code member} is given up: it may be one that nothing comes through. */
  void reconnect(int member) {
    channels.get(member).enterIdle();
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
  }
}
