package dev.prlease.testkit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGenerator;

/**
 * Shows a test named {@code LS_3_an_exact_version_swaps_once} as "LS-3 an exact version swaps
 * once", {@code AS_…} and {@code GA_…} alike, and {@code P4_…} as "P4 …".
 */
public final class RuleNames extends DisplayNameGenerator.Standard {
  private static final Set<String> PREFIXES = Set.of("LS", "AS", "GA", "GC", "DG");

  /** For JUnit. */
  public RuleNames() {}

  @Override
  public String generateDisplayNameForMethod(
      List<Class<?>> enclosingInstanceTypes, Class<?> testClass, Method testMethod) {
    return sentence(testMethod.getName());
  }

  static String sentence(String name) {
    boolean hyphened =
        name.length() > 2 && name.charAt(2) == '_' && PREFIXES.contains(name.substring(0, 2));
    String numbered = hyphened ? name.substring(0, 2) + "-" + name.substring(3) : name;
    return numbered.replace('_', ' ');
  }
}
