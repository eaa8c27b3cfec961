package dev.prlease.store.etcd;

import com.google.protobuf.ByteString;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.LoadResult;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads slots: linearizable, as etcd reads unless told otherwise, so never what one member alone
 * believes (rule LS-1).
 */
final class Reads {
  /** etcd allows 128 operations in a transaction. */
  private static final int MOST_IN_ONE = 120;

  private static final long PAGE = 500;

  /** What pages of keys are handed to. */
  interface Pages {
    /**
     * Takes some.
     *
     * @return whether more are wanted
     */
    boolean take(List<KeyValue> some);
  }

  private final Cluster cluster;
  private final Layout layout;
  private final Trouble trouble;

  Reads(Cluster cluster, Layout layout, Trouble trouble) {
    this.cluster = cluster;
    this.layout = layout;
    this.trouble = trouble;
  }

  /** What is there of the slot of {@code key}. */
  Optional<KeyValue> one(LeaseKey key) {
    RangeRequest request = RangeRequest.newBuilder().setKey(layout.slot(Layout.name(key))).build();
    try {
      RangeResponse found = cluster.ask(Call.RANGE, request).answer();
      return found.getKvsCount() == 0 ? Optional.empty() : Optional.of(found.getKvs(0));
    } catch (EtcdFailure failure) {
      throw trouble.reading(Optional.of(key), failure);
    }
  }

  LeaseSlot slot(LeaseKey key) {
    return one(key).map(SlotBytes::decode).orElse(SeenVersion.absent());
  }

  List<LoadResult> all(List<LeaseKey> keys) {
    List<LoadResult> results = new ArrayList<>(keys.size());
    for (int from = 0; from < keys.size(); from += MOST_IN_ONE) {
      some(keys.subList(from, Math.min(keys.size(), from + MOST_IN_ONE)), results);
    }
    return results;
  }

  private void some(List<LeaseKey> keys, List<LoadResult> results) {
    List<ByteString> wanted = new ArrayList<>(keys.size());
    for (LeaseKey key : keys) {
      wanted.add(layout.slot(Layout.name(key)));
    }
    try {
      TxnResponse read = cluster.ask(Call.TXN, SlotTxn.read(wanted)).answer();
      for (int i = 0; i < keys.size(); i++) {
        ResponseOp response = read.getResponses(i);
        results.add(new LoadResult.Answered(keys.get(i), SlotTxn.slot(response)));
      }
    } catch (EtcdFailure failure) {
      for (LeaseKey key : keys) {
        results.add(
            failure.isJudged() && keys.size() > 1
                ? alone(key)
                : new LoadResult.Failed(key, trouble.reading(Optional.of(key), failure)));
      }
    }
  }

  private LoadResult alone(LeaseKey key) {
    try {
      return new LoadResult.Answered(key, slot(key));
    } catch (LeaseException failure) {
      return new LoadResult.Failed(key, failure);
    }
  }

  /** Hands over all keys from {@code from} on that begin with {@code prefix}, in their order. */
  void pages(ByteString prefix, ByteString from, What what, Pages pages) throws EtcdFailure {
    ByteString start = from;
    ByteString end = Layout.after(prefix);
    while (true) {
      RangeRequest request =
          RangeRequest.newBuilder()
              .setKey(start)
              .setRangeEnd(end)
              .setLimit(PAGE)
              .setKeysOnly(what == What.NAMES)
              .build();
      RangeResponse found = cluster.ask(Call.RANGE, request).answer();
      int count = found.getKvsCount();
      if (count == 0 || !pages.take(found.getKvsList()) || !found.getMore()) {
        return;
      }
      start = found.getKvs(count - 1).getKey().concat(ByteString.copyFrom(new byte[1]));
    }
  }

  /** What of the keys is wanted. */
  enum What {
    /** All of it. */
    CONTENT,
    /** The keys and their revisions alone. */
    NAMES
  }
}
