package dev.prlease.guice;

import com.google.inject.Inject;
import com.google.inject.Provider;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.core.AuditSinkProviders;
import dev.prlease.core.GatedActionProviders;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.LeaseManagerBuilder;
import dev.prlease.core.StoreProviders;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.Clock;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Opens what the host does not bind. Goes on after something was wrong, to tell all of it at once;
 * and then closes what it had opened.
 */
final class LifecycleProvider implements Provider<LeaseLifecycle> {
  private final Settings settings;
  private final Optional<LeaseStore> boundStore;
  private final Optional<Clock> boundClock;
  private final Optional<Scheduler> boundScheduler;
  private final Optional<Holder> boundHolder;
  private final Set<AuditSink> boundSinks;

  @Inject
  LifecycleProvider(
      Settings settings,
      Optional<LeaseStore> boundStore,
      Optional<Clock> boundClock,
      Optional<Scheduler> boundScheduler,
      Optional<Holder> boundHolder,
      Set<AuditSink> boundSinks) {
    this.settings = settings;
    this.boundStore = boundStore;
    this.boundClock = boundClock;
    this.boundScheduler = boundScheduler;
    this.boundHolder = boundHolder;
    this.boundSinks = boundSinks;
  }

  @Override
  public LeaseLifecycle get() {
    Opening opening = new Opening();
    Scheduler scheduler = boundScheduler.orElseGet(() -> opening.own(new ThreadPoolScheduler()));
    Optional<LeaseStore> store = store(opening, scheduler);
    Optional<GatedActionProviders> actions =
        opening.attempt(() -> GatedActionProviders.discover(settings.plugins()));
    Set<AuditSink> sinks = sinks(opening);
    opening.failIfTroubled();
    LeaseManagerBuilder manager = LeaseManager.on(store.orElseThrow()).scheduler(scheduler);
    boundClock.ifPresent(manager::clock);
    boundHolder.ifPresent(manager::holder);
    sinks.forEach(manager::audit);
    return new LeaseLifecycle(manager.build(), actions.orElseThrow(), opening.opened());
  }

  private Optional<LeaseStore> store(Opening opening, Scheduler scheduler) {
    if (settings.location().isEmpty()) {
      return opening.attempt(() -> boundStore.orElseThrow(LifecycleProvider::noStore));
    }
    String location = settings.location().get();
    if (boundStore.isPresent()) {
      return opening.attempt(
          () -> {
            throw twoStores(location, boundStore.get());
          });
    }
    Clock clock = boundClock.orElseGet(SystemClock::new);
    StoreContext context = new StoreContext(clock, scheduler, settings.environment());
    return opening
        .attempt(() -> StoreProviders.discover(settings.plugins()))
        .flatMap(found -> opening.attempt(() -> opening.own(found.open(location, context))));
  }

  private Set<AuditSink> sinks(Opening opening) {
    Set<AuditSink> sinks = new LinkedHashSet<>(boundSinks);
    if (settings.sinks().isEmpty()) {
      return sinks;
    }
    AuditContext context = new AuditContext(settings.environment());
    opening
        .attempt(() -> AuditSinkProviders.discover(settings.plugins()))
        .ifPresent(
            found -> {
              for (String id : settings.sinks()) {
                opening.attempt(() -> opening.own(found.open(id, context))).ifPresent(sinks::add);
              }
            });
    return sinks;
  }

  private static LeaseConfigurationException noStore() {
    return new LeaseConfigurationException(
        "no lease store is bound",
        "Bind LeaseStore, or name a location: LeaseModule.at(\"file:~/.prlease/leases\").",
        null);
  }

  private static LeaseConfigurationException twoStores(String location, LeaseStore bound) {
    return new LeaseConfigurationException(
        "two lease stores: the module names "
            + location
            + ", and "
            + bound.location()
            + " is bound",
        "Use LeaseModule.onBoundStore(), or bind no LeaseStore.",
        null);
  }
}
