package dev.prlease.testkit;

import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGenerator;

/**
 * Shows a test named {@code LS_3_an_exact_version_swaps_once} as "LS-3 an exact version swaps
 * once", {@code AS_…} and {@code GA_…} alike, and {@code P4_…} as "P4 …".
 */
public final class RuleNames extends DisplayNameGenerator.Standard {
  /** For JUnit. */
  public RuleNames() {}

  @Override
  public String generateDisplayNameForMethod(
      List<Class<?>> enclosingInstanceTypes, Class<?> testClass, Method testMethod) {
    return sentence(testMethod.getName());
  }

  static String sentence(String name) {
    boolean hyphened = name.startsWith("LS_") || name.startsWith("AS_") || name.startsWith("GA_");
    String numbered = hyphened ? name.substring(0, 2) + "-" + name.substring(3) : name;
    return numbered.replace('_', ' ');
  }
}
