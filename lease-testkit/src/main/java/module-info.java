/**
 * What prlease is tested with, for everyone who writes a store, a gated action or a host: the
 * contracts as suites to subclass, virtual time, faults on demand, interleavings and races. Never a
 * dependency of production code.
 *
 * <p>Its packages are open, since test engines look into the suites by reflection.
 */
module dev.prlease.testkit {
  requires static transitive org.jspecify;
  requires transitive dev.prlease.api;
  requires transitive dev.prlease.core;
  requires transitive org.junit.jupiter.api;
  requires transitive org.assertj.core;
  requires transitive net.jqwik.api;
  requires org.slf4j;
  // For the architecture rules only, and not brought along.
  requires static transitive com.tngtech.archunit;

  exports dev.prlease.testkit;
  exports dev.prlease.testkit.architecture;
  exports dev.prlease.testkit.explore;
  exports dev.prlease.testkit.race;

  opens dev.prlease.testkit;
  opens dev.prlease.testkit.architecture;
  opens dev.prlease.testkit.explore;
  opens dev.prlease.testkit.race;
}
