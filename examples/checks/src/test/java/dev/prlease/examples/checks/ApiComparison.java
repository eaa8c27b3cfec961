package dev.prlease.examples.checks;

import dev.prlease.examples.checks.ApiType.Declaration;
import japicmp.cmp.JApiCmpArchive;
import japicmp.cmp.JarArchiveComparator;
import japicmp.cmp.JarArchiveComparatorOptions;
import japicmp.model.JApiBehavior;
import japicmp.model.JApiClass;
import japicmp.model.JApiCompatibility;
import japicmp.model.JApiCompatibilityChange;
import japicmp.model.JApiCompatibilityChangeType;
import japicmp.model.JApiConstructor;
import japicmp.model.JApiField;
import japicmp.model.JApiMethod;
import japicmp.model.JApiParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What, in a new API, breaks those who compiled against an old one, or would compile again. */
final class ApiComparison {
  private ApiComparison() {}

  /** One line a break; none if there is none. What was only added is no break. */
  static List<String> breaks(List<ApiType> before, List<ApiType> after) throws Exception {
    JarArchiveComparatorOptions options = new JarArchiveComparatorOptions();
    options.setNoAnnotations(true);
    // What an API inherits from others is not looked into.
    options.getIgnoreMissingClasses().setIgnoreAllMissingClasses(true);
    List<JApiClass> classes =
        new JarArchiveComparator(options)
            .compare(
                new JApiCmpArchive(ApiStubs.jar(before), "before.jar", "1"),
                new JApiCmpArchive(ApiStubs.jar(after), "after.jar", "2"));
    Map<String, Declaration> declared = byName(after);
    List<String> breaks = new ArrayList<>();
    for (JApiClass type : classes) {
      String name = type.getFullyQualifiedName();
      boolean isSealed = declared.containsKey(name) && !declared.get(name).permitted().isEmpty();
      add(breaks, type, name, isSealed);
      for (JApiField field : type.getFields()) {
        add(breaks, field, name + "." + field.getName(), isSealed);
      }
      for (JApiConstructor constructor : type.getConstructors()) {
        addBehavior(breaks, constructor, name + ".<init>", isSealed);
      }
      for (JApiMethod method : type.getMethods()) {
        addBehavior(breaks, method, name + "." + method.getName(), isSealed);
        add(breaks, method.getReturnType(), name + "." + method.getName(), isSealed);
      }
    }
    breaks.addAll(newlyPermitted(byName(before), declared));
    return breaks;
  }

  private static void addBehavior(
      List<String> breaks, JApiBehavior behavior, String what, boolean isSealed) {
    add(breaks, behavior, what, isSealed);
    for (JApiParameter parameter : behavior.getParameters()) {
      add(breaks, parameter, what, isSealed);
    }
  }

  private static void add(
      List<String> breaks, JApiCompatibility element, String what, boolean isSealed) {
    TreeSet<String> found = new TreeSet<>();
    for (JApiCompatibilityChange change : element.getCompatibilityChanges()) {
      // Of a sealed type nobody else has a subclass that would lack the method.
      boolean concernsNobody =
          isSealed && change.getType() == JApiCompatibilityChangeType.METHOD_ADDED_TO_INTERFACE;
      if ((!change.isBinaryCompatible() || !change.isSourceCompatible()) && !concernsNobody) {
        found.add(change.getType().toString());
      }
    }
    found.forEach(change -> breaks.add(what + ": " + change));
  }

  /** Who tells the cases of a sealed type apart did not know of another. */
  private static List<String> newlyPermitted(
      Map<String, Declaration> before, Map<String, Declaration> after) {
    List<String> breaks = new ArrayList<>();
    before.forEach(
        (name, old) -> {
          List<String> now = after.getOrDefault(name, old).permitted();
          if (!old.permitted().isEmpty() && !old.permitted().containsAll(now)) {
            breaks.add(name + ": ANOTHER_SUBTYPE_PERMITTED");
          }
        });
    return breaks;
  }

  private static Map<String, Declaration> byName(List<ApiType> types) {
    Map<String, Declaration> declared = new TreeMap<>();
    types.forEach(type -> declared.put(type.declaration().name(), type.declaration()));
    return declared;
  }
}
