package dev.prlease.gate.guard;

import dev.prlease.gate.guard.Scan.Invocation;
import dev.prlease.gate.guard.Sighting.Effect;
import dev.prlease.gate.guard.Sighting.Extent;
import dev.prlease.gate.guard.Sighting.Manner;
import dev.prlease.gate.guard.shell.Marks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the words of {@code git push} as git does, abbreviated options included. */
final class PushWords {
  private static final List<String> WITH_VALUE =
      List.of("--repo", "--push-option", "--receive-pack", "--exec", "--recurse-submodules");
  private static final List<String> FLAGS =
      List.of(
          "--all",
          "--branches",
          "--mirror",
          "--tags",
          "--delete",
          "--dry-run",
          "--force",
          "--force-with-lease",
          "--force-if-includes",
          "--follow-tags",
          "--prune",
          "--help");

  private final List<String> operands = new ArrayList<>();
  private Optional<String> repo = Optional.empty();
  private Extent extent = Extent.REFSPECS;
  private Manner manner = Manner.PLAIN;
  private Effect effect = Effect.REAL;
  private boolean help;

  private PushWords() {}

  /** The push; empty if only its help is shown. */
  static Optional<Sighting> read(Invocation call, Where where) {
    PushWords words = new PushWords();
    words.read(call.argv());
    return words.help ? Optional.empty() : Optional.of(words.push(where));
  }

  private void read(List<String> argv) {
    boolean optionsOver = false;
    for (int i = 1; i < argv.size(); i++) {
      String word = argv.get(i);
      if (optionsOver || !word.startsWith("-") || word.equals("-")) {
        operands.add(word);
      } else if (word.equals("--")) {
        optionsOver = true;
      } else if (word.startsWith("--")) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        String value = equals < 0 ? "" : word.substring(equals + 1);
        String option = complete(name);
        if (WITH_VALUE.contains(option) && equals < 0) {
          i++;
          value = i < argv.size() ? argv.get(i) : "";
        }
        longOption(option, value);
      } else {
        i += cluster(word);
      }
    }
  }

  private static String complete(String name) {
    String found = name;
    for (List<String> options : List.of(WITH_VALUE, FLAGS)) {
      for (String option : options) {
        if (option.equals(name)) {
          return name;
        }
        if (name.length() > 3 && option.startsWith(name) && found.equals(name)) {
          found = option;
        }
      }
    }
    return found;
  }

  private void longOption(String option, String value) {
    switch (option) {
      case "--repo" -> repo = Optional.of(value);
      case "--all", "--branches" -> extent = Extent.ALL_BRANCHES;
      case "--mirror" -> extent = Extent.MIRROR;
      case "--prune" -> manner = Manner.FORCED;
      case "--tags" -> extent = extent == Extent.REFSPECS ? Extent.TAGS : extent;
      case "--delete" -> extent = Extent.DELETION;
      case "--dry-run" -> effect = Effect.DRY_RUN;
      case "--force", "--force-with-lease" -> manner = Manner.FORCED;
      case "--help" -> help = true;
      default -> {}
    }
  }

  /** Short options in one word; how many further words they take. */
  private int cluster(String word) {
    for (int i = 1; i < word.length(); i++) {
      switch (word.charAt(i)) {
        case 'f' -> manner = Manner.FORCED;
        case 'd' -> extent = Extent.DELETION;
        case 'n' -> effect = Effect.DRY_RUN;
        case 'h' -> help = true;
        case 'o' -> {
          return i + 1 < word.length() ? 0 : 1;
        }
        default -> {}
      }
    }
    return 0;
  }

  private Sighting push(Where where) {
    Optional<String> remote = operands.isEmpty() ? repo : Optional.of(operands.get(0));
    List<String> refspecs = new ArrayList<>();
    String hole = String.valueOf(Marks.HOLE);
    if (remote.filter(hole::equals).isPresent()) {
      // It may be options and remote and refspecs in one.
      refspecs.add(hole);
    } else {
      for (int i = 1; i < operands.size(); i++) {
        boolean tag = operands.get(i).equals("tag") && i + 1 < operands.size();
        refspecs.add(tag ? "refs/tags/" + operands.get(++i) : operands.get(i));
      }
    }
    boolean plus = false;
    for (String refspec : refspecs) {
      plus |= refspec.startsWith("+");
    }
    return new Sighting.Push(
        where, remote, refspecs, extent, plus ? Manner.FORCED : manner, effect);
  }
}
