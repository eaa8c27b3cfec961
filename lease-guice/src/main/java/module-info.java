/**
 * Wires {@link dev.prlease.core.LeaseManager} into a host application that uses Guice. Start at
 * {@link dev.prlease.guice.LeaseModule}.
 */
@SuppressWarnings("requires-transitive-automatic") // Guice has a module name, but no descriptor
module dev.prlease.guice {
  requires transitive com.google.guice;
  requires transitive dev.prlease.core;
  requires static transitive org.jspecify;

  exports dev.prlease.guice;
}
