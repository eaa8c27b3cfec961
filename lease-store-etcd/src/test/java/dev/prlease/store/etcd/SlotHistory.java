package dev.prlease.store.etcd;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** All that a slot ever held, from etcd itself, which keeps each revision until it is compacted. */
final class SlotHistory {
  private SlotHistory() {}

  /** Oldest first. */
  static List<LeaseSlot> read(EtcdEndpoint endpoint, String prefix, LeaseKey key) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(
                endpoint.host(), endpoint.port(), InsecureChannelCredentials.create())
            .build();
    List<LeaseSlot> slots = new ArrayList<>();
    try {
      RangeRequest.Builder request =
          RangeRequest.newBuilder().setKey(new Layout(prefix).slot(Layout.name(key)));
      while (true) {
        RangeResponse found =
            KVGrpc.newBlockingStub(channel)
                .withDeadlineAfter(20, TimeUnit.SECONDS)
                .range(request.build());
        if (found.getKvsCount() == 0) {
          Collections.reverse(slots);
          return slots;
        }
        KeyValue entry = found.getKvs(0);
        slots.add(SlotBytes.decode(entry));
        if (entry.getVersion() == 1) { // the first of its key
          Collections.reverse(slots);
          return slots;
        }
        request.setRevision(entry.getModRevision() - 1);
      }
    } finally {
      channel.shutdownNow();
    }
  }
}
