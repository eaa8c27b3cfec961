package dev.prlease.store.etcd;

import com.google.protobuf.ByteString;
import dev.prlease.api.LeaseSlot;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import java.util.Optional;

/** The transactions of which all is made, and what their answers say. */
final class SlotTxn {
  private SlotTxn() {}

  /** Something to be put beside a slot, in the same transaction. */
  record Archived(ByteString key, ByteString bytes) {}

  /** Puts {@code value} if the key still has {@code revision}; otherwise it is read. */
  static TxnRequest put(
      ByteString key, long revision, ByteString value, Optional<Archived> archived) {
    TxnRequest.Builder txn =
        TxnRequest.newBuilder()
            .addCompare(isStill(key, revision))
            .addSuccess(put(key, value))
            .addFailure(range(key));
    archived.ifPresent(copy -> txn.addSuccess(put(copy.key(), copy.bytes())));
    return txn.build();
  }

  /** Deletes the key if it still has {@code revision}; otherwise it is read. */
  static TxnRequest delete(ByteString key, long revision) {
    return TxnRequest.newBuilder()
        .addCompare(isStill(key, revision))
        .addSuccess(
            RequestOp.newBuilder()
                .setRequestDeleteRange(DeleteRangeRequest.newBuilder().setKey(key)))
        .addFailure(range(key))
        .build();
  }

  /** Several at once. Each compares and fails by itself: none touches another. */
  static TxnRequest all(Iterable<TxnRequest> several) {
    TxnRequest.Builder txn = TxnRequest.newBuilder();
    for (TxnRequest each : several) {
      txn.addSuccess(RequestOp.newBuilder().setRequestTxn(each));
    }
    return txn.build();
  }

  /** Reads several keys at one revision. */
  static TxnRequest read(Iterable<ByteString> keys) {
    TxnRequest.Builder txn = TxnRequest.newBuilder();
    for (ByteString key : keys) {
      txn.addSuccess(range(key));
    }
    return txn.build();
  }

  private static Compare isStill(ByteString key, long revision) {
    return Compare.newBuilder()
        .setKey(key)
        .setTarget(Compare.CompareTarget.MOD)
        .setResult(Compare.CompareResult.EQUAL)
        .setModRevision(revision)
        .build();
  }

  private static RequestOp put(ByteString key, ByteString value) {
    return RequestOp.newBuilder()
        .setRequestPut(PutRequest.newBuilder().setKey(key).setValue(value))
        .build();
  }

  private static RequestOp range(ByteString key) {
    return RequestOp.newBuilder().setRequestRange(RangeRequest.newBuilder().setKey(key)).build();
  }

  /** What was read instead, by a {@link #put} that did not succeed. */
  static LeaseSlot actual(TxnResponse refused) {
    return slot(refused.getResponses(0));
  }

  /** The slot that a single read found. */
  static LeaseSlot slot(ResponseOp read) {
    return found(read).map(SlotBytes::decode).orElse(SeenVersion.absent());
  }

  private static Optional<KeyValue> found(ResponseOp read) {
    return read.getResponseRange().getKvsCount() == 0
        ? Optional.empty()
        : Optional.of(read.getResponseRange().getKvs(0));
  }
}
