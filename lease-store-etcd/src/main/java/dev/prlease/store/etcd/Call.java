package dev.prlease.store.etcd;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.ResponseHeader;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.grpc.MethodDescriptor;
import java.util.function.Function;

/**
 * What may be asked of a {@link Cluster}.
 *
 * @param header of an answer, which names the cluster that gave it
 */
record Call<Q, A>(MethodDescriptor<Q, A> method, Function<A, ResponseHeader> header) {
  static final Call<RangeRequest, RangeResponse> RANGE =
      new Call<>(KVGrpc.getRangeMethod(), RangeResponse::getHeader);

  static final Call<TxnRequest, TxnResponse> TXN =
      new Call<>(KVGrpc.getTxnMethod(), TxnResponse::getHeader);
}
