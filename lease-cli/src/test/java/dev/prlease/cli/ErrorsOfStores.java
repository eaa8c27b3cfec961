package dev.prlease.cli;

import dev.prlease.api.Fence;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.AuditSinkProviders;
import dev.prlease.core.LeaseManager;
import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LoadResult;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import dev.prlease.spi.TimeAuthority;
import dev.prlease.store.file.FileLeaseStore;
import dev.prlease.store.file.JsonLinesAuditSinkProvider;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.Fault;
import dev.prlease.testkit.FaultyLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import dev.prlease.testkit.StoreCall.Operation;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a host in Java meets when a store, clock or sink fails it. */
final class ErrorsOfStores {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final SessionId ALPHA = SessionId.of("alpha");

  private final ErrorTexts told;
  private final Path top;
  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler =
      new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);

  ErrorsOfStores(ErrorTexts told, Path top) {
    this.told = told;
    this.top = top;
  }

  void provoke() throws IOException {
    ofFiles();
    ofTheAudit();
    ofTheClock();
    ofFaultyStores();
    ofStoresThatBreakThePort();
    ofStoresThatThrow();
  }

  private void ofFiles() throws IOException {
    FileLeaseStore store = FileLeaseStore.open(top.resolve("leases"), context(Map.of()));
    LeaseRecord large =
        LeaseRecord.of(KEY, ALPHA, clock.now(), Ttl.DEFAULT)
            .withHolder(new Holder("h", Optional.empty(), "p", "x".repeat(2_000_000)));
    told.thrown(
        "a record of two million characters",
        () -> store.compareAndExchange(KEY, Expected.vacant(), Change.hold(large)));
    store.close();
    told.thrown("a file store that is closed", () -> store.load(KEY));
    told.thrown(
        "a directory whose name is too long",
        () -> FileLeaseStore.open(top.resolve("x".repeat(300)), context(Map.of())).load(KEY));
    InMemoryLeaseStore memory = new InMemoryLeaseStore(scheduler);
    memory.close();
    told.thrown("a store in memory that is closed", () -> memory.load(KEY));
  }

  private void ofTheAudit() throws IOException {
    Path home = Files.createDirectories(top.resolve("home"));
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
    var sink =
        AuditSinkProviders.of(List.of(new JsonLinesAuditSinkProvider()))
            .open("jsonl", new AuditContext(Map.of("PRLEASE_HOME", home.toString())));
    told.thrown(
        "an event of two million characters",
        () -> sink.record(event(Map.of("reason", "x".repeat(2_000_000)))));
    Path log = home.resolve("audit.jsonl");
    sink.record(event(Map.of()));
    Files.setPosixFilePermissions(log, PosixFilePermissions.fromString("rw-rw-rw-"));
    told.thrown("an audit that others may write", () -> sink.record(event(Map.of())));
    Files.delete(log);
    Files.createDirectory(log);
    told.thrown("an audit that is a directory", () -> sink.record(event(Map.of())));
    sink.close();
  }

  private AuditEvent event(Map<String, String> details) {
    return new AuditEvent(
        AuditEvent.Type.RELEASED, clock.now(), KEY, ALPHA, Fence.NONE, Optional.empty(), details);
  }

  private void ofTheClock() {
    ManualClock unsure = new ManualClock();
    LeaseManager manager = manager(new InMemoryLeaseStore(scheduler), unsure);
    unsure.setUncertainty(Duration.ofSeconds(2));
    told.thrown(
        "a TTL that is too short for the clock",
        () -> manager.acquire(KEY, ALPHA, Ttl.of(Duration.ofSeconds(5))));
    unsure.setUncertainty(Clock.UNKNOWN_UNCERTAINTY);
    told.thrown("a clock that does not know", () -> manager.acquire(KEY, ALPHA, Ttl.DEFAULT));
    told.thrown(
        "a lease on an issue",
        () ->
            manager(new InMemoryLeaseStore(scheduler), clock)
                .acquire(LeaseKey.parse("issue:acme/app#760"), ALPHA, Ttl.DEFAULT));
    told.thrown(
        "a holder that is too long",
        () ->
            LeaseManager.on(new InMemoryLeaseStore(scheduler))
                .holder(new Holder("h".repeat(2_000), Optional.empty(), "p", "l".repeat(2_000)))
                .build());
    LeaseStore timeless = broken(Duration.ofSeconds(1), LeaseStore.class, TimeAuthority.class);
    told.thrown("a store whose clock is null", () -> LeaseManager.on(timeless).build());
  }

  private void ofFaultyStores() {
    FaultyLeaseStore faulty = faulty();
    LeaseManager manager = manager(faulty, clock);
    faulty.next(Operation.EXCHANGE, Fault.failBefore());
    told.thrown("a store that fails", () -> manager.acquire(KEY, ALPHA, Ttl.DEFAULT));
    faulty.next(Operation.EXCHANGE, Fault.loseRequest());
    faulty.plan(call -> call.operation() == Operation.LOAD ? Fault.failBefore() : Fault.none());
    told.thrown("a write that cannot be settled", () -> manager.acquire(KEY, ALPHA, Ttl.DEFAULT));
    told.add(
        "in Java: as a store of others may tell it",
        LeaseStoreException.outcomeUnknown(KEY, "no answer came within 5 s", null));
  }

  private void ofStoresThatBreakThePort() {
    told.thrown("a store that has no bound", () -> manager(broken(null, LeaseStore.class), clock));
    LeaseManager manager = manager(broken(Duration.ofSeconds(1), LeaseStore.class), clock);
    told.thrown("a store that returns null", () -> manager.find(KEY));
    told.thrown(
        "a store that returns null for a write", () -> manager.acquire(KEY, ALPHA, Ttl.DEFAULT));
  }

  private void ofStoresThatThrow() {
    LeaseStore throwing =
        (LeaseStore)
            Proxy.newProxyInstance(
                ErrorsOfStores.class.getClassLoader(),
                new Class<?>[] {LeaseStore.class},
                (proxy, method, args) -> {
                  if (method.isDefault()) {
                    return InvocationHandler.invokeDefault(proxy, method, args);
                  }
                  if (method.getName().equals("location")) {
                    return "broken:x";
                  }
                  throw new IllegalStateException("a bug");
                });
    LoadResult loaded = throwing.loadAll(List.of(KEY)).get(0);
    told.add("a store that throws in a batch of reads", ((LoadResult.Failed) loaded).error());
    ExchangeRequest request =
        new ExchangeRequest(KEY, Expected.vacant(), Change.vacate(Fence.NONE));
    ExchangeResult written = throwing.exchangeAll(List.of(request)).get(0);
    told.add("a store that throws in a batch of writes", ((ExchangeResult.Failed) written).error());
  }

  /** Answers null to everything but its bound. */
  private static LeaseStore broken(@Nullable Duration bound, Class<?>... ports) {
    return (LeaseStore)
        Proxy.newProxyInstance(
            ErrorsOfStores.class.getClassLoader(),
            ports,
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "location" -> "broken:x";
                  case "lateWriteBound" -> bound;
                  default -> null;
                });
  }

  private FaultyLeaseStore faulty() {
    return new FaultyLeaseStore(new InMemoryLeaseStore(scheduler), scheduler);
  }

  private LeaseManager manager(LeaseStore store, Clock by) {
    return LeaseManager.on(store).clock(by).scheduler(scheduler).build();
  }

  private StoreContext context(Map<String, String> environment) {
    return new StoreContext(new SystemClock(), scheduler, environment);
  }
}
