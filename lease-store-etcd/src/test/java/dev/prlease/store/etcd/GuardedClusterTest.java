package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.protobuf.ByteString;
import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.Diagnosable;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.Finding;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LoadResult;
import dev.prlease.spi.Registration;
import io.etcd.jetcd.api.AuthDisableRequest;
import io.etcd.jetcd.api.AuthEnableRequest;
import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthRoleAddRequest;
import io.etcd.jetcd.api.AuthRoleGrantPermissionRequest;
import io.etcd.jetcd.api.AuthUserAddRequest;
import io.etcd.jetcd.api.AuthUserGrantRoleRequest;
import io.etcd.jetcd.api.AuthUserListRequest;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.Permission;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * A cluster that demands a login, lets a user write below one prefix only, and takes ten operations
 * in a transaction.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // a cluster of its own, started once
@Timeout(120)
final class GuardedClusterTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#7");

  /** How long a token is good that nobody uses. */
  private static final int TOKEN_SECONDS = 2;

  private static final String SECRET = "hunter2-and-more";

  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);

  private final EtcdNodes nodes =
      EtcdNodes.start(1, "--max-txn-ops=10", "--auth-token-ttl=" + TOKEN_SECONDS);

  @BeforeAll
  void demandLogins() {
    withAuth(
        auth -> {
          for (String user : List.of("root", "bot")) {
            auth.userAdd(AuthUserAddRequest.newBuilder().setName(user).setPassword(SECRET).build());
            auth.roleAdd(AuthRoleAddRequest.newBuilder().setName(user).build());
            auth.userGrantRole(
                AuthUserGrantRoleRequest.newBuilder().setUser(user).setRole(user).build());
          }
          ByteString prefix = ByteString.copyFromUtf8("allowed/");
          auth.roleGrantPermission(
              AuthRoleGrantPermissionRequest.newBuilder()
                  .setName("bot")
                  .setPerm(
                      Permission.newBuilder()
                          .setPermType(Permission.Type.READWRITE)
                          .setKey(prefix)
                          .setRangeEnd(Layout.after(prefix)))
                  .build());
          auth.authEnable(AuthEnableRequest.getDefaultInstance());
        });
  }

  /** While nobody needs one, none is known. */
  private void forgetTokens() {
    withAuth(
        auth -> {
          Metadata headers = new Metadata();
          headers.put(TOKEN, login(auth));
          auth.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
              .authDisable(AuthDisableRequest.getDefaultInstance());
          auth.authEnable(AuthEnableRequest.getDefaultInstance());
        });
  }

  private static String login(AuthGrpc.AuthBlockingStub auth) {
    return auth.authenticate(
            AuthenticateRequest.newBuilder().setName("root").setPassword(SECRET).build())
        .getToken();
  }

  /** Comes back when every token is over that has not been used since it was called. */
  private void awaitEndOfTokens() {
    withAuth(
        auth -> {
          List<String> unused = new ArrayList<>();
          for (int i = 0; i < 100; i++) { // each is looked at once: who uses one prolongs it
            unused.add(login(auth));
          }
          for (String token : unused) {
            Metadata headers = new Metadata();
            headers.put(TOKEN, token);
            try {
              var unusedAnswer =
                  auth.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                      .userList(AuthUserListRequest.getDefaultInstance());
            } catch (StatusRuntimeException over) {
              assertThat(over).hasMessageContaining("invalid auth token");
              return;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(250));
          }
          throw new AssertionError("no token ends");
        });
  }

  private void withAuth(Consumer<AuthGrpc.AuthBlockingStub> work) {
    EtcdEndpoint endpoint = nodes.endpoint(0);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(
                endpoint.host(), endpoint.port(), InsecureChannelCredentials.create())
            .build();
    try {
      work.accept(AuthGrpc.newBlockingStub(channel));
    } finally {
      channel.shutdownNow();
    }
  }

  @AfterAll
  void endTheCluster() {
    nodes.close();
  }

  private EtcdLeaseStore open(String prefix, String password) {
    return EtcdLeaseStore.open(
        Engine.options(nodes.endpoints(), prefix)
            .withTimeout(Duration.ofSeconds(10))
            .withLogin(new EtcdLogin("bot", password)),
        Engine.context());
  }

  private static Change hold(LeaseKey key) {
    return Change.hold(Samples.record(key, "alice", 10));
  }

  private static LeaseStoreException refused(Runnable call) {
    Throwable thrown = catchThrowable(call::run);
    assertThat(thrown).isInstanceOf(LeaseStoreException.class);
    LeaseStoreException error = (LeaseStoreException) thrown;
    assertThat(error.outcome()).isEqualTo(LeaseStoreException.Outcome.NOT_WRITTEN);
    assertThat(error.getMessage() + error.nextStep() + error.getCause())
        .doesNotContain(SECRET)
        .doesNotContain("hunter");
    return error;
  }

  @Test
  void a_user_with_the_right_password_may_do_everything_below_the_prefix() {
    try (EtcdLeaseStore store = open("allowed/all", SECRET)) {
      LeaseSlot held = store.compareAndExchange(KEY, Expected.vacant(), hold(KEY)).slot();
      assertThat(store.load(KEY)).isEqualTo(held);
      assertThat(store.list(LeaseFilter.ALL)).hasSize(1);
      store.compareAndExchange(
          KEY, Expected.exactly(held.version()), Change.vacate(Fence.NONE).archiving());
      assertThat(store.location()).doesNotContain("bot").doesNotContain(SECRET);
      assertThat(store.toString()).doesNotContain(SECRET);
    }
  }

  @Test
  void a_wrong_password_and_a_foreign_prefix_are_refused_at_once_and_nothing_is_told() {
    try (EtcdLeaseStore wrong = open("allowed/x", "hunter3")) {
      LeaseStoreException error = refused(() -> wrong.load(KEY));
      assertThat(error.getMessage()).contains("authentication failed");
      assertThat(error.nextStep()).contains("passwordFile").contains("PRLEASE_ETCD_PASSWORD");
      refused(() -> wrong.compareAndExchange(KEY, Expected.vacant(), hold(KEY)));
    }
    try (EtcdLeaseStore foreign = open("forbidden", SECRET)) {
      LeaseStoreException error = refused(() -> foreign.load(KEY));
      assertThat(error.getMessage()).contains("permission denied");
      assertThat(error.nextStep())
          .contains("etcdctl role grant-permission ROLE --prefix=true readwrite forbidden/");
      refused(() -> foreign.compareAndExchange(KEY, Expected.vacant(), hold(KEY)));
    }
  }

  @Test
  void who_gives_no_login_is_told_to_and_who_gives_one_to_a_cluster_without_not_to() {
    try (EtcdLeaseStore nobody =
        EtcdLeaseStore.open(Engine.options(nodes.endpoints(), "allowed/x"), Engine.context())) {
      LeaseStoreException error = refused(() -> nobody.load(KEY));
      assertThat(error.getMessage()).contains("user name is empty");
      assertThat(error.nextStep()).contains("PRLEASE_ETCD_USER");
    }
    try (EtcdLeaseStore needless =
        EtcdLeaseStore.open(
            Engine.options(Engine.one(), "x").withLogin(new EtcdLogin("bot", SECRET)),
            Engine.context())) {
      LeaseStoreException error = refused(() -> needless.load(KEY));
      assertThat(error.getMessage()).contains("authentication is not enabled");
      assertThat(error.nextStep()).startsWith("Give no user");
    }
  }

  @Test
  void a_token_whose_time_is_over_is_replaced_also_that_of_a_watch() throws Exception {
    LossyProxy proxy = new LossyProxy(nodes.endpoint(0).port());
    EtcdStoreOptions through =
        Engine.options(List.of(new EtcdEndpoint("127.0.0.1", proxy.port())), "allowed/over")
            .withLogin(new EtcdLogin("bot", SECRET));
    Semaphore told = new Semaphore(0);
    try (proxy;
        EtcdLeaseStore store = open("allowed/over", SECRET);
        EtcdLeaseStore watching = EtcdLeaseStore.open(through, Engine.context());
        Registration watch = watching.watch(KEY, told::release)) {
      assertThat(watch).isNotNull();
      store.load(KEY);
      awaitEndOfTokens();
      proxy.cut();
      assertThat(told.tryAcquire(60, TimeUnit.SECONDS)).as("told, on a new stream").isTrue();
      LeaseSlot held = store.compareAndExchange(KEY, Expected.vacant(), hold(KEY)).slot();
      assertThat(held).isInstanceOf(LeaseSlot.Held.class);
      assertThat(told.tryAcquire(60, TimeUnit.SECONDS)).as("told of a change").isTrue();
    }
  }

  @Test
  void a_token_that_the_cluster_does_not_know_any_more_is_replaced() {
    try (EtcdLeaseStore store = open("allowed/token", SECRET)) {
      store.load(KEY);
      forgetTokens();
      assertThat(store.compareAndExchange(KEY, Expected.vacant(), hold(KEY)).slot())
          .isInstanceOf(LeaseSlot.Held.class);
    }
  }

  @Test
  void LS_15_a_batch_that_the_cluster_finds_too_large_is_made_one_by_one() {
    List<ExchangeRequest> requests = new ArrayList<>();
    List<LeaseKey> keys = new ArrayList<>();
    for (int i = 1; i <= 30; i++) {
      LeaseKey key = LeaseKey.pullRequest("acme/many", i);
      keys.add(key);
      requests.add(new ExchangeRequest(key, Expected.vacant(), hold(key)));
    }
    try (EtcdLeaseStore store = open("allowed/batch", SECRET)) {
      assertThat(store.exchangeAll(requests)).hasOnlyElementsOfType(ExchangeResult.Answered.class);
      assertThat(store.loadAll(keys))
          .allSatisfy(
              result ->
                  assertThat(((LoadResult.Answered) result).slot())
                      .isInstanceOf(LeaseSlot.Held.class));
    }
  }

  @Test
  void a_diagnosis_names_who_does_not_answer() {
    List<EtcdEndpoint> endpoints = new ArrayList<>(nodes.endpoints());
    endpoints.add(new EtcdEndpoint("127.0.0.1", 1));
    Diagnosable half =
        EtcdLeaseStore.open(
            Engine.options(endpoints, "allowed/d").withLogin(new EtcdLogin("bot", SECRET)),
            Engine.context());
    assertThat(half.diagnose())
        .extracting(Finding::level)
        .contains(Finding.Level.OK, Finding.Level.WARNING);
    ((EtcdLeaseStore) half).close();
    try (EtcdLeaseStore none =
        EtcdLeaseStore.open(
            Engine.options(List.of(new EtcdEndpoint("127.0.0.1", 1)), "x"), Engine.context())) {
      assertThat(none.diagnose()).extracting(Finding::level).contains(Finding.Level.ERROR);
    }
  }

  @Test
  void a_diagnosis_tells_of_endpoints_of_two_clusters() {
    List<EtcdEndpoint> mixed = new ArrayList<>(Engine.one());
    mixed.addAll(Engine.three());
    try (EtcdLeaseStore store =
        EtcdLeaseStore.open(Engine.options(mixed, "mixed"), Engine.context())) {
      assertThat(store.diagnose())
          .anySatisfy(
              finding -> {
                assertThat(finding.level()).isEqualTo(Finding.Level.ERROR);
                assertThat(finding.what()).contains("different clusters");
              });
    }
  }
}
