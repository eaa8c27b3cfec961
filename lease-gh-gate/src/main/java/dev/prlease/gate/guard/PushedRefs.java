package dev.prlease.gate.guard;

import dev.prlease.gate.guard.Sighting.Effect;
import dev.prlease.gate.guard.Sighting.Extent;
import dev.prlease.gate.guard.Sighting.Manner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What git tells its pre-push hook: by then remote and references are settled. */
public final class PushedRefs {
  private static final int FIELDS = 4;

  private PushedRefs() {}

  /**
   * The push that git is about to make.
   *
   * @param url where to, as git resolved it
   * @param lines {@code <local ref> <local oid> <remote ref> <remote oid>} each
   * @param directory where git is run
   */
  public static List<Sighting> read(String url, String lines, Path directory) {
    Where where = Where.in(directory);
    List<String> refspecs = new ArrayList<>();
    List<Sighting> sightings = new ArrayList<>();
    for (String line : (Iterable<String>) lines.lines()::iterator) {
      String[] fields = line.strip().split(" +", -1);
      if (line.isBlank()) {
        continue;
      }
      if (fields.length < FIELDS || !fields[fields.length - 2].startsWith("refs/")) {
        sightings.add(
            new Sighting.Push(
                where, Optional.of(url), List.of(), Extent.MIRROR, Manner.PLAIN, Effect.REAL));
      } else {
        // A local name may have spaces in it: "HEAD~1" and "(delete)" have none, but aliases may.
        refspecs.add("HEAD:" + fields[fields.length - 2]);
      }
    }
    if (!refspecs.isEmpty()) {
      sightings.add(
          new Sighting.Push(
              where, Optional.of(url), refspecs, Extent.REFSPECS, Manner.PLAIN, Effect.REAL));
    }
    return sightings;
  }
}
