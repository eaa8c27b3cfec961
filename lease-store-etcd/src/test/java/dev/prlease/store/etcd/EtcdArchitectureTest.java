package dev.prlease.store.etcd;

import dev.prlease.testkit.architecture.ArchitectureContract;
import dev.prlease.testkit.architecture.Plan;

/** It uses the ports, the JSON form, the log, jetcd's messages and gRPC; no clock, no thread. */
final class EtcdArchitectureTest extends ArchitectureContract {
  @Override
  protected Plan plan() {
    return Plan.of("dev.prlease.store.etcd", 25)
        .mayUse(
            "dev.prlease.json..",
            "org.slf4j..",
            "javax.net.ssl..",
            "com.google.common.util.concurrent..",
            "com.google.protobuf..",
            "io.etcd.jetcd.api..",
            "io.grpc..");
  }
}
