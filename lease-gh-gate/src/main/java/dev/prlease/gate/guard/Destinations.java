package dev.prlease.gate.guard;

import dev.prlease.gate.guard.Sighting.Extent;
import dev.prlease.gate.guard.Sighting.Push;
import dev.prlease.gate.guard.shell.Marks;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which branches over there a push moves, by its destination and not by what is pushed (L55). */
final class Destinations {
  private static final String HEADS = "refs/heads/";

  private Destinations() {}

  /** The branches' names; empty if that cannot be told. */
  static Optional<List<String>> of(Push push, Optional<Site> site) {
    if (push.extent() == Extent.ALL_BRANCHES || push.extent() == Extent.MIRROR) {
      return Optional.empty();
    }
    if (push.refspecs().isEmpty()) {
      return push.extent() == Extent.TAGS
          ? Optional.of(List.of())
          : site.flatMap(at -> at.usualTargets(push.remote())).map(Destinations::branches);
    }
    Set<String> refs = new LinkedHashSet<>();
    for (String refspec : push.refspecs()) {
      Optional<String> ref = destination(refspec, push.extent(), site.flatMap(Site::branch));
      if (ref.isEmpty()) {
        return Optional.empty();
      }
      Optional<String> branch = branch(ref.get());
      if (site.isPresent() && branch.isPresent() && isMapped(refspec, push.extent())) {
        refs.addAll(site.get().targets(push.remote(), branch.get()));
      } else {
        refs.add(ref.get());
      }
    }
    return Optional.of(branches(refs));
  }

  /**
   * The same for a reference that is moved over there by its whole name; no branch for what is
   * none.
   */
  static Optional<List<String>> of(String ref, Optional<Site> site) {
    return destination("HEAD:" + ref, Extent.REFSPECS, site.flatMap(Site::branch))
        .map(found -> branches(List.of(found)));
  }

  /** Whether git looks up where a branch of that name goes: it does so for its plain name only. */
  private static boolean isMapped(String refspec, Extent extent) {
    return extent != Extent.DELETION
        && refspec.indexOf(':') < 0
        && !refspec.startsWith("+")
        && !refspec.equals("HEAD")
        && !refspec.equals("@");
  }

  private static List<String> branches(Collection<String> refs) {
    return refs.stream().flatMap(ref -> branch(ref).stream()).distinct().toList();
  }

  /** The branch that a full reference names, if it is one; short names are taken for branches. */
  static Optional<String> branch(String ref) {
    if (ref.startsWith(HEADS)) {
      return Optional.of(ref.substring(HEADS.length()));
    }
    if (ref.startsWith("heads/")) {
      return Optional.of(ref.substring("heads/".length()));
    }
    return ref.startsWith("refs/") ? Optional.empty() : Optional.of(ref);
  }

  private static Optional<String> destination(
      String refspec, Extent extent, Optional<String> current) {
    String pair = refspec.startsWith("+") ? refspec.substring(1) : refspec;
    int colon = pair.lastIndexOf(':');
    if (pair.startsWith("^")) {
      return Optional.of("refs/none");
    }
    String target = colon < 0 || extent == Extent.DELETION ? pair : pair.substring(colon + 1);
    if (target.isEmpty()) {
      // A colon alone means all matching branches.
      return Optional.empty();
    }
    boolean named = colon >= 0 || extent == Extent.DELETION;
    if (!named && (target.equals("HEAD") || target.equals("@"))) {
      return current;
    }
    String mark = String.valueOf(Marks.BRANCH);
    if (target.contains(mark)) {
      if (current.isEmpty()) {
        return Optional.empty();
      }
      target = target.replace(mark, current.get());
    }
    boolean elsewhere = target.startsWith("refs/") && !target.startsWith(HEADS);
    if (elsewhere && !target.startsWith("refs/" + Marks.HOLE)) {
      return target.startsWith("refs/*") ? Optional.empty() : Optional.of("refs/none");
    }
    return Marks.isKnown(target) && target.indexOf('*') < 0
        ? Optional.of(target)
        : Optional.empty();
  }
}
