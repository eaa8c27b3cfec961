package dev.prlease.store.etcd;

import io.grpc.Attributes;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;

/**
 * Notices whether a request was handed to a connection. One that was not cannot have reached
 * anybody, whatever error it ended with.
 */
final class Sending extends ClientStreamTracer.Factory {
  private volatile boolean begun;

  @Override
  public ClientStreamTracer newClientStreamTracer(
      ClientStreamTracer.StreamInfo info, Metadata headers) {
    return new ClientStreamTracer() {
      @Override
      public void streamCreated(Attributes transport, Metadata sent) {
        begun = true;
      }
    };
  }

  boolean hasBegun() {
    return begun;
  }
}
