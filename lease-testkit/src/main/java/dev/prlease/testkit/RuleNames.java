package dev.prlease.testkit;

import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGenerator;

/**
 * Shows a test named {@code LS_3_an_exact_version_swaps_once} as "LS-3 an exact version swaps
 * once", and {@code P4_…} as "P4 …".
 */
final class RuleNames extends DisplayNameGenerator.Standard {
  @Override
  public String generateDisplayNameForMethod(
      List<Class<?>> enclosingInstanceTypes, Class<?> testClass, Method testMethod) {
    return sentence(testMethod.getName());
  }

  static String sentence(String name) {
    String numbered = name.startsWith("LS_") ? "LS-" + name.substring(3) : name;
    return numbered.replace('_', ' ');
  }
}
