/**
 * Leases in an etcd cluster, for hosts that coordinate the sessions of many machines: the store
 * {@code etcd:}.
 */
module dev.prlease.store.etcd {
  requires transitive dev.prlease.api;
  requires dev.prlease.json;
  requires org.slf4j;
  requires com.google.common;
  requires com.google.protobuf;
  requires io.grpc;
  requires io.grpc.netty;
  requires io.grpc.stub;
  requires java.logging;
  requires jetcd.grpc;

  exports dev.prlease.store.etcd;

  provides dev.prlease.spi.LeaseStoreProvider with
      dev.prlease.store.etcd.EtcdLeaseStoreProvider;
}
