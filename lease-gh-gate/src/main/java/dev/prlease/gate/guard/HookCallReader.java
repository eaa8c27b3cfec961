package dev.prlease.gate.guard;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the few fields of an agent's message that matter. */
final class HookCallReader {
  private static final int DEEPEST = 3;

  private Optional<String> command = Optional.empty();
  private Optional<String> directory = Optional.empty();
  private Optional<String> toolDirectory = Optional.empty();
  private Optional<String> root = Optional.empty();
  private boolean shell;

  Optional<String> command() {
    return command;
  }

  boolean isShell() {
    return shell;
  }

  void object(JsonParser json, String path) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = path.isEmpty() ? json.currentName() : path + "." + json.currentName();
      JsonToken token = json.nextToken();
      if (token == JsonToken.START_OBJECT && name.equals("tool_input")) {
        object(json, name);
      } else if (token == JsonToken.START_ARRAY) {
        words(json, name);
      } else if (token == JsonToken.VALUE_STRING) {
        text(name, json.getText());
      } else {
        json.skipChildren();
      }
    }
  }

  private void text(String name, String value) {
    switch (name) {
      case "tool_input.command", "command" -> command = Optional.of(value);
      case "cwd" -> directory = value.isEmpty() ? directory : Optional.of(value);
      case "tool_input.directory", "tool_input.dir_path", "tool_input.workdir" ->
          toolDirectory = value.isEmpty() ? toolDirectory : Optional.of(value);
      case "tool_name" -> shell = isShell(value);
      default -> {}
    }
  }

  private static boolean isShell(String tool) {
    return switch (tool) {
      case "Bash", "bash", "shell", "local_shell", "run_shell_command", "exec_command" -> true;
      default -> false;
    };
  }

  /** A command as a vector: each of its words is one. */
  private void words(JsonParser json, String name) throws IOException {
    List<String> words = new ArrayList<>();
    int depth = 1;
    while (depth > 0) {
      JsonToken token = json.nextToken();
      if (token == null) {
        throw new IOException("cut off");
      }
      if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token == JsonToken.VALUE_STRING && depth < DEEPEST) {
        words.add(json.getText());
      }
    }
    if (name.equals("tool_input.command")) {
      StringBuilder line = new StringBuilder();
      words.forEach(word -> line.append(line.length() == 0 ? "" : " ").append(quote(word)));
      command = Optional.of(line.toString());
    } else if (name.equals("workspace_roots") && !words.isEmpty()) {
      root = Optional.of(words.get(0));
    }
  }

  private static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  Path directory(Path usual) {
    Path base = resolve(usual, directory.or(() -> root));
    return resolve(base, toolDirectory);
  }

  private static Path resolve(Path base, Optional<String> text) {
    try {
      return text.isPresent() ? base.resolve(text.get()).normalize() : base;
    } catch (InvalidPathException notAPath) {
      return base;
    }
  }
}
