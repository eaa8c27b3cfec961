package dev.prlease.spi;

import java.util.List;
import java.util.Map;

/**
 * Makes gated actions of one name. Found by {@link java.util.ServiceLoader}; two providers of one
 * name are an error.
 */
public interface GatedActionProvider {
  /** The name by which users choose the action: lower-case words joined by hyphens. */
  String name();

  /**
   * Makes an action.
   *
   * @param arguments the user's words after the name
   * @param environment the environment's variables; the action reads no others
   * @throws IllegalArgumentException if the arguments are wrong, in one clear line
   */
  GatedAction<?> create(List<String> arguments, Map<String, String> environment);
}
