package dev.prlease.testkit.architecture;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What an {@link ArchitectureContract} judges, and who in it may do what the others may not. A
 * value: each method returns another plan.
 *
 * @param root the package that is judged, with all below it: {@code example.h2}
 * @param atLeast how many classes it must have, so that no rule passes because a package was
 *     renamed; 1 or more
 * @param uses packages that it may use beside itself, the JDK, {@code dev.prlease.api} and {@code
 *     dev.prlease.spi}
 * @param allowed who may do what, named as in {@link Walls}
 */
public record Plan(String root, int atLeast, List<String> uses, Map<Deed, List<String>> allowed) {
  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if {@code atLeast} is no minimum, or {@code root} no package's
   *     name
   */
  public Plan {
    Objects.requireNonNull(root, "root");
    if (atLeast < 1) {
      throw new IllegalArgumentException("at least " + atLeast + " classes is no minimum");
    }
    if (root.isBlank() || root.endsWith(".") || root.endsWith("*")) {
      throw new IllegalArgumentException("the root is a package's plain name, not " + root);
    }
    uses = List.copyOf(uses);
    Map<Deed, List<String>> copy = new EnumMap<>(Deed.class);
    for (Deed deed : Deed.values()) {
      copy.put(deed, List.copyOf(allowed.getOrDefault(deed, List.of())));
    }
    allowed = Map.copyOf(copy);
  }

  /** The package {@code root} uses the ports alone, and may do nothing else. */
  public static Plan of(String root, int atLeast) {
    return new Plan(root, atLeast, List.of(), Map.of());
  }

  /** It may use {@code packages} too, each with all below it: {@code org.h2..}. */
  public Plan mayUse(String... packages) {
    return new Plan(root, atLeast, both(uses, packages), allowed);
  }

  /**
   * {@code these} may do {@code deed}: a class by its full name, with all that is nested in it, or
   * a package and all below it, {@code example.h2.clock..}.
   */
  public Plan allow(Deed deed, String... these) {
    Map<Deed, List<String>> more = new EnumMap<>(allowed);
    more.put(deed, both(whoMay(deed), these));
    return new Plan(root, atLeast, uses, more);
  }

  /** Who may do {@code deed}. */
  List<String> whoMay(Deed deed) {
    return allowed.getOrDefault(deed, List.of());
  }

  private static List<String> both(List<String> some, String... more) {
    List<String> all = new ArrayList<>(some);
    all.addAll(List.of(more));
    return all;
  }
}
