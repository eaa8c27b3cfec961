package dev.prlease.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.prlease.api.Holder;
import dev.prlease.api.ProcessIdentity;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads a holder. It is additive, so what is odd in it counts as missing. */
final class HolderReader {
  private String host = "";
  private OptionalLong pid = OptionalLong.empty();
  private OptionalLong startTicks = OptionalLong.empty();
  private Optional<String> bootId = Optional.empty();
  private OptionalLong pidNamespace = OptionalLong.empty();
  private String program = "";
  private String label = "";

  private HolderReader() {}

  /** Reads the value that the parser stands on, to its end. */
  static Optional<Holder> read(JsonParser in) throws IOException {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return Optional.empty();
    }
    HolderReader fields = new HolderReader();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      fields.take(name, in);
    }
    return Optional.of(fields.holder());
  }

  private void take(String name, JsonParser in) throws IOException {
    switch (name) {
      case "host" -> host = Values.string(in).orElse("");
      case "pid" -> pid = Values.wholeNumber(in);
      case "start_ticks" -> startTicks = Values.wholeNumber(in);
      case "boot_id" -> bootId = Values.word(in);
      case "pid_namespace" -> pidNamespace = Values.wholeNumber(in);
      case "program" -> program = Values.string(in).orElse("");
      case "label" -> label = Values.string(in).orElse("");
      default -> in.skipChildren();
    }
  }

  private Holder holder() {
    Optional<ProcessIdentity> process =
        pid.isPresent()
            ? Optional.of(new ProcessIdentity(pid.getAsLong(), startTicks, bootId, pidNamespace))
            : Optional.empty();
    return new Holder(host, process, program, label);
  }
}
