package dev.prlease.guice;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a host says of its leases.
 *
 * @param location of the store; empty if the host binds one
 * @param sinks ids of the audit sinks to find
 * @param environment what plugins see of the environment
 * @param plugins sees the plugins
 */
record Settings(
    Optional<String> location,
    List<String> sinks,
    Map<String, String> environment,
    ClassLoader plugins) {
  Settings withSinks(List<String> ids) {
    return new Settings(location, ids, environment, plugins);
  }

  Settings withEnvironment(Map<String, String> variables) {
    return new Settings(location, sinks, variables, plugins);
  }

  Settings withPlugins(ClassLoader loader) {
    return new Settings(location, sinks, environment, loader);
  }

  /** Without the environment, which holds secrets. */
  @Override
  public String toString() {
    return "leases at " + location.orElse("a store of the host") + ", audit " + sinks;
  }
}
