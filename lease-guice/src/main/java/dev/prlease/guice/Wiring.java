package dev.prlease.guice;

import com.google.inject.Exposed;
import com.google.inject.PrivateModule;
import com.google.inject.Provides;
import dev.prlease.core.GatedActionProviders;
import dev.prlease.core.LeaseManager;

/** The private half of {@link LeaseModule}. */
final class Wiring extends PrivateModule {
  private final Settings settings;

  Wiring(Settings settings) {
    this.settings = settings;
  }

  @Override
  protected void configure() {
    bind(Settings.class).toInstance(settings);
    // Eager, so that a host learns what is wrong when it makes its injector, and not in the middle
    // of its work.
    bind(LeaseLifecycle.class).toProvider(LifecycleProvider.class).asEagerSingleton();
    expose(LeaseLifecycle.class);
  }

  @Provides
  @Exposed
  LeaseManager manager(LeaseLifecycle lifecycle) {
    return lifecycle.manager();
  }

  @Provides
  @Exposed
  GatedActionProviders actions(LeaseLifecycle lifecycle) {
    return lifecycle.actions();
  }
}
