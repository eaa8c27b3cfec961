package dev.prlease.gate.guard;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.guard.Scan.Invocation;
import dev.prlease.gate.guard.Sighting.PullRequestAct;
import dev.prlease.gate.guard.Sighting.Push;
import dev.prlease.gate.guard.shell.Marks;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A command that {@code prlease run} starts: it has the lease of one pull request, or it is not
 * started. What it does to that one needs no guard; what it does to others does.
 *
 * @param key {@code owner/name#N}, {@code #N} of the repository around it, or what is checked out;
 *     empty for none
 */
record OwnRun(String key) {
  /** Under this name the key is noted; no shell knows variables of that name. */
  static final String MARK = "prlease run";

  /** Under this name the store is noted that it was given. */
  static final String STORE_MARK = MARK + " --store";

  /** By these a store is chosen where none is given. */
  static final List<String> CHOOSING = List.of("PRLEASE_STORE", "PRLEASE_HOME", "HOME");

  private static final String CURRENT = "current";
  private static final OwnRun NONE = new OwnRun("");

  /** The run around a command there; none if it takes its lease elsewhere than this guard looks. */
  static OwnRun around(Where where, Lookups lookups) {
    String key = where.variables().getOrDefault(MARK, "");
    return key.isEmpty() || !isInOwnStore(where, lookups) ? NONE : new OwnRun(key);
  }

  /** A lease in another store, or under another home, is none that anybody here heeds. */
  private static boolean isInOwnStore(Where where, Lookups lookups) {
    for (String name : CHOOSING) {
      String chosen = where.variables().get(mark(name));
      boolean own =
          chosen == null
              || chosen.equals(lookups.variable(name))
              || (name.equals("PRLEASE_STORE") && lookups.isOwnStore(chosen));
      if (!own) {
        return false;
      }
    }
    String given = where.variables().get(STORE_MARK);
    return given == null || lookups.isOwnStore(given);
  }

  /** Under this name is noted what {@code variable} is where prlease is called. */
  static String mark(String variable) {
    return MARK + " " + variable;
  }

  /** The command that {@code prlease run} or {@code prlease do exec} would start, if it is one. */
  static Optional<Invocation> inside(Invocation call) {
    int end = call.argv().indexOf("--");
    if (end < 0) {
      return Optional.empty();
    }
    List<String> words = call.argv().subList(1, end);
    if (!words.contains("run") && !(words.contains("do") && words.contains("exec"))) {
      return Optional.empty();
    }
    ShellState state = call.state().copy();
    String key = key(words);
    if (Marks.isKnown(key) && noteStore(call, words, state)) {
      state.set(MARK, key);
    } else {
      state.forget(MARK);
    }
    return Optional.of(
        call.with(call.argv().subList(end + 1, call.argv().size()), call.assigned(), state));
  }

  /** Notes in {@code state} what chooses the store; false if only the shell will know it. */
  private static boolean noteStore(Invocation call, List<String> words, ShellState state) {
    boolean told = true;
    state.forget(STORE_MARK);
    for (String name : CHOOSING) {
      state.forget(mark(name));
      String assigned = call.assigned().get(name);
      Optional<String> value = assigned == null ? state.get(name) : Optional.of(assigned);
      if (value.isPresent()) {
        told &= Marks.isKnown(value.get());
        state.set(mark(name), value.get());
      }
    }
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      boolean apart = word.equals("--store");
      if (apart || word.startsWith("--store=")) {
        String next = i + 1 < words.size() ? words.get(i + 1) : "";
        String store = apart ? next : word.substring(8);
        told &= Marks.isKnown(store);
        state.set(STORE_MARK, store);
        // What it starts finds its store there.
        state.set("PRLEASE_STORE", store);
      }
    }
    return told;
  }

  private static String key(List<String> words) {
    String repository = "";
    String number = "";
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      String next = i + 1 < words.size() ? words.get(i + 1) : "";
      String value = equals < 0 ? next : word.substring(equals + 1);
      switch (name) {
        case "--key" -> {
          return value;
        }
        case "--repo" -> repository = value;
        case "--pr" -> number = value;
        // Its pull request is none.
        case "--issue" -> number = "0";
        default -> {
          boolean operand = words.contains("exec") && number.isEmpty();
          number = operand && isNumber(word) ? word : number;
        }
      }
    }
    return number.isEmpty() ? CURRENT : repository + "#" + number;
  }

  private static boolean isNumber(String word) {
    return !word.isEmpty() && word.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Whether it is the lease of {@code other} that the command has. */
  boolean holds(LeaseKey other, Supplier<Optional<Site>> site) {
    if (key.startsWith("#")) {
      return key.substring(1).equals(String.valueOf(other.number()))
          && site.get()
              .map(Site::repositories)
              .filter(all -> all.contains(RepositoryId.of(other)))
              .isPresent();
    }
    try {
      return key.indexOf('#') > 0 && LeaseKey.parse(key).equals(other);
    } catch (IllegalArgumentException strange) {
      return false;
    }
  }

  /** Whether {@code sighting} acts on what is checked out, and that is what the lease is of. */
  boolean isOf(Sighting sighting) {
    if (!key.equals(CURRENT)) {
      return false;
    }
    if (sighting instanceof Push push) {
      return push.extent() == Sighting.Extent.REFSPECS
          && (push.refspecs().isEmpty() || push.refspecs().equals(List.of("HEAD")));
    }
    return sighting instanceof PullRequestAct act
        && act.repository().isEmpty()
        && act.selector().isEmpty();
  }
}
