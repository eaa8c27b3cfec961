package dev.prlease.gate.guard;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;

/** What an agent tells its hook. */
public sealed interface HookCall {
  /**
   * It is about to run a command.
   *
   * @param command as it hands it to its shell
   * @param directory where
   */
  record Shell(String command, Path directory) implements HookCall {}

  /** It is about to do something else. */
  record Other() implements HookCall {}

  /**
   * It cannot be understood.
   *
   * @param text what there was
   */
  record Garbage(String text) implements HookCall {}

  /**
   * Reads {@code input}, of any agent: they name the same things alike, where they name them. Never
   * throws.
   *
   * @param usual the directory that counts where none is named
   */
  static HookCall read(String input, Path usual) {
    HookCallReader reader = new HookCallReader();
    try (JsonParser json = new JsonFactory().createParser(input)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return new Garbage(input);
      }
      reader.object(json, "");
      if (json.nextToken() != null) {
        return new Garbage(input);
      }
    } catch (IOException garbled) {
      return new Garbage(input);
    }
    if (reader.command().isEmpty()) {
      return reader.isShell() ? new Garbage(input) : new Other();
    }
    return new Shell(reader.command().get(), reader.directory(usual));
  }
}
