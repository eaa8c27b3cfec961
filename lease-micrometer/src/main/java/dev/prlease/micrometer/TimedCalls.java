package dev.prlease.micrometer;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.LeaseStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Hands calls on to a store, and times those that go to where it keeps its slots. */
final class TimedCalls implements InvocationHandler {
  private static final Map<String, String> TIMED =
      Map.of(
          "load", "load",
          "loadAll", "load-all",
          "compareAndExchange", "exchange",
          "exchangeAll", "exchange-all",
          "list", "list");

  private final LeaseStore store;
  private final MeterRegistry registry;
  private final String location;

  /** By call and outcome: as many as there are names for. */
  private final Map<String, Timer> timers = new ConcurrentHashMap<>();

  TimedCalls(LeaseStore store, MeterRegistry registry) {
    this.store = store;
    this.registry = registry;
    this.location = store.location();
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getDeclaringClass() == Object.class && method.getName().equals("equals")) {
      return Objects.requireNonNull(arguments)[0] == proxy;
    }
    @Nullable String call =
        method.getDeclaringClass() == LeaseStore.class ? TIMED.get(method.getName()) : null;
    return call == null ? handOn(method, arguments) : timed(call, method, arguments);
  }

  private @Nullable Object timed(String call, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Timer.Sample sample = Timer.start(registry);
    String outcome = "failed";
    try {
      Object answer = handOn(method, arguments);
      outcome = outcome(answer);
      return answer;
    } catch (LeaseStoreException e) {
      outcome = e.outcome() == LeaseStoreException.Outcome.UNKNOWN ? "unknown" : "failed";
      throw e;
    } finally {
      sample.stop(timer(call, outcome));
    }
  }

  private static String outcome(@Nullable Object answer) {
    if (answer instanceof Exchange exchange) {
      return exchange instanceof Exchange.Swapped ? "swapped" : "refused";
    }
    return "ok";
  }

  private Timer timer(String call, String outcome) {
    return timers.computeIfAbsent(
        call + ' ' + outcome,
        name ->
            Timer.builder("prlease.store.calls")
                .description("Calls of the store that leases are kept in")
                .tag("store", location)
                .tag("call", call)
                .tag("outcome", outcome)
                .register(registry));
  }

  private @Nullable Object handOn(Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(store, arguments);
    } catch (InvocationTargetException thrown) {
      throw Objects.requireNonNullElse(thrown.getCause(), thrown);
    }
  }
}
