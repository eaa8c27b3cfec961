package dev.prlease.store.etcd;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import io.etcd.jetcd.api.AuthGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Asks the cluster, whichever member answers, within the timeout.
 *
 * <p><b>Sending again.</b> A request that reached nobody, or that a member turned away since it has
 * no leader, goes to the next member. One whose answer was lost is sent again too, whatever it was.
 * So only such requests may be made here as do no harm when they are carried out twice, at any
 * later time: those that read, and transactions that write only while a key still has the revision
 * that it had before the first of them. Of these at most one takes effect, and when one was
 * answered, whatever the answer, none that was sent before can take effect any more. The {@link
 * Reply} tells that there was one.
 *
 * <p>Each sending has a deadline of its own: a part of the timeout where there are other members to
 * try. A member that is cut off from the others says that it has no leader; one that hangs says
 * nothing. Safe for use by several threads at once.
 */
final class Cluster implements AutoCloseable {
  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> HAS_LEADER =
      Metadata.Key.of("hasleader", Metadata.ASCII_STRING_MARSHALLER);

  /** A try takes at most this share of the timeout, where there are other members. */
  private static final int SHARE = 3;

  private static final int MOST_TRIES = 100;
  private static final int MOST_LOGINS = 3;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(320);

  /** Members that are asked which cluster they are of have so much of the time that is left. */
  private static final int SHARE_TO_IDENTIFY = 3;

  private final Members members;
  private final Identity identity;
  private final Optional<Tokens> tokens;
  private final Duration timeout;
  private final Clock clock;
  private final Scheduler scheduler;
  private volatile boolean closed;

  Cluster(
      Members members,
      Optional<EtcdLogin> login,
      Duration timeout,
      Clock clock,
      Scheduler scheduler) {
    this.members = members;
    this.identity = new Identity(members.endpoints());
    this.tokens = login.map(Tokens::new);
    this.timeout = timeout;
    this.clock = clock;
    this.scheduler = scheduler;
  }

  Members members() {
    return members;
  }

  Duration timeout() {
    return timeout;
  }

  /**
   * Asks, again and again until there is an answer or the timeout is over.
   *
   * @throws EtcdFailure if there is none; it says whether the request may have been carried out
   */
  <Q, A> Reply<A> ask(Call<Q, A> call, Q request) throws EtcdFailure {
    try (InterruptShield shield = new InterruptShield()) {
      return new Asking<>(call, request, shield).run();
    }
  }

  /** One request, over all its sendings. */
  private final class Asking<Q, A> {
    private final Call<Q, A> call;
    private final Q request;
    private final InterruptShield shield;
    private final long end = clock.ticks() + timeout.toNanos();
    private Reply.Earlier earlier = Reply.Earlier.NONE;
    private int logins;

    Asking(Call<Q, A> call, Q request, InterruptShield shield) {
      this.call = call;
      this.request = request;
      this.shield = shield;
    }

    Reply<A> run() throws EtcdFailure {
      Duration pause = FIRST_PAUSE;
      for (int tries = 1; ; tries++) {
        int member = members.current();
        Sending sending = new Sending();
        Status status;
        boolean refusedLogin;
        try {
          return new Reply<>(send(member, call, request, left(), sending), earlier);
        } catch (Identity.TwoClusters stranger) {
          members.leave(member);
          throw stranger(stranger, sending);
        } catch (Refusal refusal) {
          status = refusal.status;
          refusedLogin = refusal.ofLogin;
        }
        Verdict verdict = refusedLogin ? Verdict.REFUSED : Verdict.of(status, sending);
        if (verdict == Verdict.LOG_IN_AGAIN && ++logins < MOST_LOGINS && tokens.isPresent()) {
          tokens.get().forget();
          continue;
        }
        if (verdict == Verdict.REFUSED || verdict == Verdict.LOG_IN_AGAIN) {
          throw failure(status, member, EtcdFailure.Fate.REFUSED);
        }
        if (verdict == Verdict.NO_ROOM) {
          throw failure(status, member, EtcdFailure.Fate.NO_ROOM);
        }
        if (verdict == Verdict.UNKNOWN) {
          earlier = Reply.Earlier.UNANSWERED;
        }
        if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
          members.reconnect(member);
        }
        members.leave(member);
        if (closed || tries == MOST_TRIES || left().compareTo(pause) <= 0) {
          throw failure(status, member, EtcdFailure.Fate.NOT_DONE);
        }
        if (tries % members.count() == 0) { // all have been tried
          pause(pause);
          pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
        }
      }
    }

    private Duration left() {
      return Duration.ofNanos(end - clock.ticks());
    }

    private void pause(Duration pause) {
      try {
        scheduler.pause(pause);
      } catch (InterruptedException interrupt) {
        shield.remember();
      }
    }

    /** The other cluster may have carried it out, which is of no use to anybody. */
    private EtcdFailure stranger(Identity.TwoClusters stranger, Sending sending) {
      return new EtcdFailure(
          earlier == Reply.Earlier.NONE && !sending.hasBegun()
              ? EtcdFailure.Fate.NOT_DONE
              : EtcdFailure.Fate.UNKNOWN,
          stranger);
    }

    private EtcdFailure failure(Status status, int member, EtcdFailure.Fate ofLast) {
      EtcdFailure.Fate fate = earlier == Reply.Earlier.NONE ? ofLast : EtcdFailure.Fate.UNKNOWN;
      return new EtcdFailure(fate, status, members.endpoint(member) + ": " + words(status));
    }
  }

  /** A status in one clause for people. */
  static String words(Status status) {
    StringBuilder words = new StringBuilder(status.getCode().toString());
    if (status.getDescription() != null) {
      words.append(", ").append(status.getDescription());
    }
    Throwable cause = status.getCause();
    if (cause != null && cause.getMessage() != null) {
      words.append(", ").append(cause.getMessage());
    }
    return words.toString().replaceAll("\\s+", " ");
  }

  /** A status as an exception, within this class. */
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Status status;
    private final boolean ofLogin;

    Refusal(Status status, boolean ofLogin) {
      super(status.toString(), null, false, false);
      this.status = status;
      this.ofLogin = ofLogin;
    }
  }

  private <Q, A> A send(int member, Call<Q, A> call, Q request, Duration left, Sending sending)
      throws Refusal, Identity.TwoClusters {
    Duration share = members.count() == 1 ? timeout : timeout.dividedBy(SHARE);
    long deadline = clock.ticks() + Math.min(left.toNanos(), share.toNanos());
    Metadata headers = new Metadata();
    headers.put(HAS_LEADER, "true");
    if (tokens.isPresent()) {
      headers.put(TOKEN, token(tokens.get(), member, deadline));
    }
    identify(member, deadline);
    A answer = once(members.channel(member), call.method(), request, headers, deadline, sending);
    identity.check(member, call.header().apply(answer));
    return answer;
  }

  private void identify(int member, long deadline) throws Identity.TwoClusters {
    identity.before(
        member,
        new Identity.Asker() {
          @Override
          public <Q, A> Optional<A> ask(int whom, MethodDescriptor<Q, A> method, Q request) {
            Duration share =
                Duration.ofNanos(Math.max(1, deadline - clock.ticks()))
                    .dividedBy(SHARE_TO_IDENTIFY);
            try {
              return Optional.of(askMember(whom, method, request, share));
            } catch (EtcdFailure noAnswer) {
              return Optional.empty();
            }
          }
        });
  }

  private String token(Tokens held, int member, long deadline) throws Refusal {
    Optional<String> token = held.token();
    if (token.isPresent()) {
      return token.get();
    }
    Sending sending = new Sending();
    try {
      String fresh =
          once(
                  members.channel(member),
                  AuthGrpc.getAuthenticateMethod(),
                  held.request(),
                  new Metadata(),
                  deadline,
                  sending)
              .getToken();
      held.keep(fresh);
      return fresh;
    } catch (Refusal refusal) {
      throw new Refusal(refusal.status, Verdict.of(refusal.status, sending) == Verdict.REFUSED);
    }
  }

  private <Q, A> A once(
      Channel channel,
      MethodDescriptor<Q, A> method,
      Q request,
      Metadata headers,
      long deadline,
      Sending sending)
      throws Refusal {
    CallOptions options =
        CallOptions.DEFAULT
            .withDeadlineAfter(Math.max(1, deadline - clock.ticks()), TimeUnit.NANOSECONDS)
            .withStreamTracerFactory(sending);
    Channel withHeaders =
        ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
    ListenableFuture<A> answer =
        ClientCalls.futureUnaryCall(withHeaders.newCall(method, options), request);
    try {
      return Objects.requireNonNull(Uninterruptibles.getUninterruptibly(answer));
    } catch (ExecutionException failed) {
      throw new Refusal(Status.fromThrowable(failed), false);
    }
  }

  /** What a stream that stays open is opened with. */
  Channel forStream(int member) throws EtcdFailure {
    Metadata headers = new Metadata();
    headers.put(HAS_LEADER, "true");
    if (tokens.isPresent()) {
      try {
        headers.put(TOKEN, token(tokens.get(), member, clock.ticks() + timeout.toNanos()));
      } catch (Refusal refusal) {
        throw new EtcdFailure(EtcdFailure.Fate.NOT_DONE, refusal.status, words(refusal.status));
      }
    }
    try {
      identify(member, clock.ticks() + timeout.toNanos());
    } catch (Identity.TwoClusters stranger) {
      throw new EtcdFailure(EtcdFailure.Fate.NOT_DONE, stranger);
    }
    return ClientInterceptors.intercept(
        members.channel(member), MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  /** The next request logs in again: a stream was ended for what may be an old token. */
  void loginAgain() {
    tokens.ifPresent(Tokens::forget);
  }

  /** Asks one member alone, once, for at most {@code limit}: for a diagnosis. */
  <Q, A> A askMember(int member, MethodDescriptor<Q, A> method, Q request, Duration limit)
      throws EtcdFailure {
    long deadline = clock.ticks() + limit.toNanos();
    InterruptShield shield = new InterruptShield();
    try {
      Metadata headers = new Metadata();
      if (tokens.isPresent()) {
        headers.put(TOKEN, token(tokens.get(), member, deadline));
      }
      return once(members.channel(member), method, request, headers, deadline, new Sending());
    } catch (Refusal refusal) {
      throw new EtcdFailure(EtcdFailure.Fate.NOT_DONE, refusal.status, words(refusal.status));
    } finally {
      shield.close();
    }
  }

  @Override
  public void close() {
    closed = true;
    members.close();
  }
}
