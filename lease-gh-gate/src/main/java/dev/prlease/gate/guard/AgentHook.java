package dev.prlease.gate.guard;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.gate.guard.HookChange.Deed;
import dev.prlease.gate.guard.HookChange.Mode;
import dev.prlease.gate.guard.JsonText.Malformed;
import dev.prlease.gate.guard.JsonText.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The guard among the hooks in the settings of a coding agent. All that stands there besides stays
 * as it is written. Not for use by several threads.
 */
public final class AgentHook {
  private final HookKind kind;
  private final Path settings;
  private final Backups backups;
  private final Optional<String> script;

  /**
   * The hook of one agent.
   *
   * @param kind which one; not git
   * @param top the project's directory, or the user's home
   * @param home where prlease keeps what is its own
   * @param fixed whether that is where it is for this user only: then the settings name it
   */
  public AgentHook(HookKind kind, Path top, Path home, Fixed fixed) {
    this.kind = kind;
    this.settings = top.resolve(file(kind));
    this.backups = new Backups(home.resolve("hooks"));
    this.script = fixed == Fixed.YES ? Optional.of(scriptFile(home).toString()) : Optional.empty();
  }

  /** Whether the home of prlease is elsewhere than usual. */
  public enum Fixed {
    /** It is. */
    YES,
    /** It is where it is for everybody. */
    NO
  }

  /** Where the script is that agents call. */
  public static Path scriptFile(Path home) {
    return home.resolve("hooks").resolve("guard.sh");
  }

  /** Writes that script anew. */
  public static void writeScript(Path home, Optional<String> program) {
    Path file = scriptFile(home);
    String script = HookScripts.agent(program);
    if (!HookFiles.read(file).equals(Optional.of(script))) {
      HookFiles.makeOwn(home.resolve("hooks"));
      HookFiles.write(file, script, HookFiles.PROGRAM);
    }
  }

  private static String file(HookKind kind) {
    return switch (kind) {
      case CLAUDE -> ".claude/settings.json";
      case CODEX -> ".codex/hooks.json";
      case GEMINI -> ".gemini/settings.json";
      case CURSOR -> ".cursor/hooks.json";
      case PRE_PUSH -> throw new IllegalArgumentException("git has no such settings");
    };
  }

  private List<String> path() {
    return List.of(
        "hooks",
        switch (kind) {
          case CLAUDE, CODEX -> "PreToolUse";
          case GEMINI -> "BeforeTool";
          case CURSOR, PRE_PUSH -> "beforeShellExecution";
        });
  }

  /** What the agent is to run: a line that any shell understands, and that never stops it. */
  String command() {
    String file =
        script.map(Denial::quote).orElse("\"${PRLEASE_HOME:-$HOME/.prlease}/hooks/guard.sh\"");
    String line =
        "f="
            + file
            + "; if [ -r \"$f\" ]; then exec sh \"$f\" \"$1\"; fi; echo \"prlease: no guard here,"
            + " so this runs without it: prlease hook install writes $f\" >&2";
    return "sh -c "
        + "'"
        + line.replace("'", "'\\''")
        + "' "
        + HookScripts.MARK
        + " "
        + kind.word();
  }

  /** The entry in the agent's settings, in one line. */
  String entry() {
    String command =
        "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(command())) + "\"";
    String hook = "{\"type\": \"command\", \"command\": " + command + ", ";
    return switch (kind) {
      case CLAUDE -> "{\"matcher\": \"Bash\", \"hooks\": [" + hook + "\"timeout\": 30}]}";
      case CODEX -> "{\"matcher\": \"^Bash$\", \"hooks\": [" + hook + "\"timeout\": 30}]}";
      // Gemini CLI counts in milliseconds.
      case GEMINI ->
          "{\"matcher\": \"run_shell_command\", \"hooks\": ["
              + hook
              + "\"name\": \"prlease\", \"timeout\": 30000}]}";
      case CURSOR, PRE_PUSH -> "{\"command\": " + command + ", \"timeout\": 30}";
    };
  }

  /**
   * Puts the hook there, or says that it would.
   *
   * @throws LeaseConfigurationException if the settings cannot be read as JSON, or not be written
   */
  public HookChange install(Mode mode) {
    Path file = HookFiles.behindLinks(settings);
    Optional<String> before = HookFiles.read(file);
    try {
      String text = before.orElse("");
      boolean was = isIn(text);
      if (was && text.contains(encoded())) {
        return change(file, Deed.UNCHANGED);
      }
      String after = append(was ? remove(text) : text);
      if (mode == Mode.CHANGE) {
        if (was) {
          HookFiles.write(file, after, HookFiles.TEXT);
          backups.becomes(file, after);
        } else {
          backups.keep(file, before, after);
          HookFiles.write(file, after, HookFiles.TEXT);
        }
      }
      return change(file, was ? Deed.UPDATED : Deed.INSTALLED);
    } catch (Malformed strange) {
      // Somebody may have added it by hand, as told.
      if (JsonText.withoutComments(before.orElse("")).contains(encoded())) {
        return change(file, Deed.UNCHANGED);
      }
      throw refused(
          file,
          strange,
          "Add this by hand to the array " + String.join(".", path()) + " there: " + entry());
    }
  }

  private String encoded() {
    return new String(JsonStringEncoder.getInstance().quoteAsString(command()));
  }

  private String append(String text) throws Malformed {
    String base = text;
    if (kind == HookKind.CURSOR && (text.isBlank() || text.strip().equals("{}"))) {
      base = "{\n  \"version\": 1\n}\n";
    }
    return JsonEdit.append(base, path(), entry());
  }

  /**
   * Takes the hook out, or says that it would. What the file was before is put back if nobody else
   * has changed it since.
   *
   * @throws LeaseConfigurationException if the settings cannot be read as JSON, or not be written
   */
  public HookChange uninstall(Mode mode) {
    Path file = HookFiles.behindLinks(settings);
    Optional<String> now = HookFiles.read(file);
    try {
      if (now.isEmpty() || !isIn(now.get())) {
        return change(file, Deed.ABSENT);
      }
      Optional<Backups.Before> before = backups.find(file, now.get());
      String without = before.isPresent() ? "" : remove(now.get());
      if (mode == Mode.CHANGE) {
        if (before.isEmpty()) {
          HookFiles.write(file, without, HookFiles.TEXT);
        } else if (before.get().content().isPresent()) {
          HookFiles.write(file, before.get().content().get(), HookFiles.TEXT);
        } else {
          HookFiles.delete(file);
          Path parent = file.toAbsolutePath().getParent();
          if (parent != null && before.get().directory() == Backups.Directory.MADE) {
            HookFiles.deleteIfEmpty(parent);
          }
        }
        backups.forget(file);
      }
      return change(file, before.isPresent() ? Deed.RESTORED : Deed.REMOVED);
    } catch (Malformed strange) {
      if (!JsonText.withoutComments(now.orElse("")).contains(HookScripts.MARK)) {
        return change(file, Deed.ABSENT);
      }
      throw refused(
          file,
          strange,
          "Take out by hand, of the array "
              + String.join(".", path())
              + " there, the entry whose command has "
              + HookScripts.MARK
              + " in it.");
    }
  }

  private HookChange change(Path file, Deed deed) {
    String note =
        switch (kind) {
          case CODEX -> "Codex asks before it trusts a project's hooks.";
          case CLAUDE, GEMINI, CURSOR, PRE_PUSH -> "";
        };
    boolean there = deed == Deed.INSTALLED || deed == Deed.UPDATED;
    return new HookChange(kind, file, deed, there ? note : "");
  }

  private boolean isIn(String text) throws Malformed {
    return text.contains(HookScripts.MARK) && ours(JsonText.read(text)).isPresent();
  }

  /**
   * One of our hooks.
   *
   * @param entry which entry of the array
   * @param among the hooks of that entry, if there are others besides
   * @param index which of them
   */
  private record Place(int entry, Optional<Value> among, int index) {}

  private Optional<Place> ours(Value root) {
    Optional<Value> at = Optional.of(root);
    for (String name : path()) {
      at = at.flatMap(value -> value.get(name));
    }
    List<Value> entries = at.map(Value::items).orElse(List.of());
    for (int i = 0; i < entries.size(); i++) {
      if (isCommand(entries.get(i))) {
        return Optional.of(new Place(i, Optional.empty(), 0));
      }
      Optional<Value> hooks = entries.get(i).get("hooks");
      List<Value> all = hooks.map(Value::items).orElse(List.of());
      for (int j = 0; j < all.size(); j++) {
        if (isCommand(all.get(j))) {
          return Optional.of(new Place(i, all.size() > 1 ? hooks : Optional.empty(), j));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isCommand(Value hook) {
    return hook.get("command")
        .flatMap(Value::text)
        .filter(command -> command.contains("' " + HookScripts.MARK + " "))
        .isPresent();
  }

  private String remove(String text) throws Malformed {
    String rest = text;
    for (Optional<Place> found = ours(JsonText.read(rest));
        found.isPresent();
        found = ours(JsonText.read(rest))) {
      Place place = found.get();
      rest =
          place.among().isPresent()
              ? JsonEdit.without(rest, place.among().get(), place.index())
              : JsonEdit.remove(rest, path(), place.entry());
    }
    return rest;
  }

  private static LeaseConfigurationException refused(
      Path file, Malformed strange, String nextStep) {
    return new LeaseConfigurationException(
        file + " was left as it is: " + strange.getMessage(), nextStep, strange);
  }
}
