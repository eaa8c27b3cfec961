package dev.prlease.store.etcd;

import com.google.protobuf.ByteString;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.OlderProgramText;
import dev.prlease.testkit.RawSlots;
import dev.prlease.testkit.StoreFixture;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Places for the suites: a prefix each. */
final class EtcdPlaces implements StoreFixture {
  private final EtcdStoreOptions options;
  private final List<AutoCloseable> toClose = new ArrayList<>();

  private EtcdPlaces(EtcdStoreOptions options) {
    this.options = options;
  }

  static StoreFixture fresh(List<EtcdEndpoint> endpoints) {
    return new EtcdPlaces(Engine.options(endpoints, "test/" + UUID.randomUUID()));
  }

  @Override
  public LeaseStore open() {
    return EtcdLeaseStore.open(options, Engine.context());
  }

  @Override
  public Optional<String> location() {
    return Optional.of(EtcdLocation.text(options));
  }

  @Override
  public Optional<RawSlots> raw() {
    return Optional.of(new Raw());
  }

  /** The request goes through, and no answer comes back, on whatever connection. */
  @Override
  public Optional<LeaseStore> openLosingNextAnswer() {
    LossyProxy proxy = new LossyProxy(options.endpoints().get(0).port());
    toClose.add(proxy);
    EtcdStoreOptions through =
        new EtcdStoreOptions(
            List.of(new EtcdEndpoint("127.0.0.1", proxy.port())),
            options.prefix(),
            Duration.ofSeconds(2),
            options.maxClockSkew(),
            Optional.empty(),
            Optional.empty());
    EtcdLeaseStore store = EtcdLeaseStore.open(through, Engine.context());
    store.load(LeaseKey.parse("acme/connected#1"));
    proxy.dropAnswers();
    return Optional.of(store);
  }

  @Override
  public void close() {
    for (AutoCloseable each : toClose) {
      try {
        each.close();
      } catch (Exception failed) {
        throw new IllegalStateException(failed);
      }
    }
  }

  /** A client of etcd's beside the store. */
  private final class Raw implements RawSlots {
    private final Layout layout = new Layout(options.prefix());
    private final ManagedChannel channel =
        NettyChannelBuilder.forAddress(
                "127.0.0.1", options.endpoints().get(0).port(), InsecureChannelCredentials.create())
            .build();
    private final KVGrpc.KVBlockingStub stub = KVGrpc.newBlockingStub(channel);

    Raw() {
      toClose.add(channel::shutdownNow);
    }

    @Override
    public void write(LeaseKey key, byte[] bytes) {
      stub.put(
          PutRequest.newBuilder()
              .setKey(layout.slot(Layout.name(key)))
              .setValue(ByteString.copyFrom(bytes))
              .build());
    }

    @Override
    public void writeAsOlderProgram(LeaseKey key, Optional<LeaseRecord> record) {
      write(key, OlderProgramText.bytes(record));
    }

    @Override
    public List<byte[]> archived(LeaseKey key) {
      ByteString prefix = layout.archived(Layout.name(key), Optional.empty(), 0);
      ByteString from = prefix.substring(0, prefix.size() - "-0".length());
      return stub
          .range(RangeRequest.newBuilder().setKey(from).setRangeEnd(Layout.after(from)).build())
          .getKvsList()
          .stream()
          .map(KeyValue::getValue)
          .map(ByteString::toByteArray)
          .toList();
    }
  }
}
