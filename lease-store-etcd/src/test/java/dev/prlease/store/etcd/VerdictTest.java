package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Attributes;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.Status;
import org.junit.jupiter.api.Test;

/** P7: what etcd's words prove. The codes and words are those of etcd's {@code rpctypes}. */
final class VerdictTest {
  private static Verdict of(Status.Code code, String words) {
    Sending sending = new Sending();
    sending
        .newClientStreamTracer(ClientStreamTracer.StreamInfo.newBuilder().build(), new Metadata())
        .streamCreated(Attributes.EMPTY, new Metadata());
    return Verdict.of(code.toStatus().withDescription(words), sending);
  }

  @Test
  void what_reached_no_connection_was_not_done_whatever_is_said() {
    assertThat(Verdict.of(Status.DEADLINE_EXCEEDED, new Sending()))
        .isEqualTo(Verdict.NOT_DONE_HERE);
  }

  @Test
  void what_etcd_checks_before_it_writes_is_refused() {
    assertThat(of(Status.Code.INVALID_ARGUMENT, "etcdserver: duplicate key given in txn request"))
        .isEqualTo(Verdict.REFUSED);
    assertThat(of(Status.Code.INVALID_ARGUMENT, "etcdserver: request is too large"))
        .isEqualTo(Verdict.REFUSED);
    assertThat(of(Status.Code.PERMISSION_DENIED, "etcdserver: permission denied"))
        .isEqualTo(Verdict.REFUSED);
  }

  @Test
  void that_there_is_no_room_is_said_before_and_after_the_write() {
    assertThat(of(Status.Code.RESOURCE_EXHAUSTED, "etcdserver: mvcc: database space exceeded"))
        .isEqualTo(Verdict.NO_ROOM);
  }

  @Test
  void words_of_others_and_words_of_waiting_prove_nothing() {
    assertThat(of(Status.Code.RESOURCE_EXHAUSTED, "message larger than max"))
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(of(Status.Code.PERMISSION_DENIED, "RBAC: access denied")).isEqualTo(Verdict.UNKNOWN);
    assertThat(of(Status.Code.UNAVAILABLE, "etcdserver: request timed out"))
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(of(Status.Code.UNAVAILABLE, "etcdserver: leader changed"))
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(of(Status.Code.INTERNAL, "etcdserver: permission denied"))
        .isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void who_has_no_leader_or_too_much_to_do_has_not_done_it() {
    assertThat(of(Status.Code.UNAVAILABLE, "etcdserver: no leader"))
        .isEqualTo(Verdict.NOT_DONE_HERE);
    assertThat(of(Status.Code.RESOURCE_EXHAUSTED, "etcdserver: too many requests"))
        .isEqualTo(Verdict.NOT_DONE_HERE);
  }

  @Test
  void a_token_that_is_over_asks_for_a_login() {
    assertThat(of(Status.Code.UNAUTHENTICATED, "etcdserver: invalid auth token"))
        .isEqualTo(Verdict.LOG_IN_AGAIN);
  }
}
