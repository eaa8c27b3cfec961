package dev.prlease.json;

import com.fasterxml.jackson.core.JsonParser;
import dev.prlease.api.Holder;
import dev.prlease.api.ProcessIdentity;
import dev.prlease.api.claim.ClaimProcess;
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
    HolderReader fields = new HolderReader();
    return ObjectFields.read(in, fields::take) ? Optional.of(fields.holder()) : Optional.empty();
  }

  /** The same of a claim's process, which has a pid. */
  static Optional<ClaimProcess> readProcess(JsonParser in) throws IOException {
    return read(in)
        .flatMap(
            holder -> holder.process().map(process -> new ClaimProcess(holder.host(), process)));
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
