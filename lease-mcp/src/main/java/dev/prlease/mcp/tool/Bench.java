package dev.prlease.mcp.tool;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.core.LeaseStatus;
import dev.prlease.mcp.CommandAnswer;
import dev.prlease.mcp.CommandCall;
import dev.prlease.mcp.Commands;
import dev.prlease.mcp.keep.Holding;
import dev.prlease.mcp.keep.InUse;
import dev.prlease.mcp.keep.KeptClaims;
import dev.prlease.mcp.keep.KeptLeases;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** What tools work with: commands are run, and their answers made into results. Thread-safe. */
final class Bench {
  private static final int HELD = 75;
  private static final int NOT_OWNER = 76;
  private static final int STORE = 74;

  private final Commands commands;
  private final KeptLeases kept;
  private final KeptClaims claims;
  private final InUse inUse;
  private final ObjectMapper json;

  Bench(Commands commands, KeptLeases kept, KeptClaims claims, InUse inUse, ObjectMapper json) {
    this.commands = commands;
    this.kept = kept;
    this.claims = claims;
    this.inUse = inUse;
    this.json = json;
  }

  KeptLeases kept() {
    return kept;
  }

  /** The pull request that a call names. */
  static LeaseKey key(Arguments arguments) {
    return key("", arguments, Shared.NUMBER, LeaseKey.Kind.PULL_REQUEST);
  }

  /** The pull request or issue whose number is the argument {@code number}. */
  static LeaseKey key(String prefix, Arguments arguments, String number, LeaseKey.Kind kind) {
    String repository = arguments.required(Shared.REPOSITORY);
    String text = prefix + repository + "#" + arguments.whole(number).orElse(0L);
    try {
      LeaseKey key = LeaseKey.parse(text);
      if (key.kind() == kind) {
        return key;
      }
    } catch (IllegalArgumentException malformed) {
      throw new UnfitException(
          "'" + Shared.REPOSITORY + "': " + malformed.getMessage(),
          "Write it as owner/name, or host/owner/name for another host than github.com.");
    }
    throw new UnfitException(
        "'" + text + "' is no " + (kind == LeaseKey.Kind.ISSUE ? "issue" : "pull request"),
        "Write the repository as owner/name.");
  }

  /**
   * Who acts in a call: the session that it names, else the server's own. A tool call is a sign of
   * that session's life.
   */
  SessionId session(Arguments arguments) {
    SessionId session =
        arguments.text(Shared.SESSION).map(Bench::session).orElseGet(commands::session);
    kept.called(session);
    claims.called(session);
    return session;
  }

  private static SessionId session(String text) {
    try {
      return SessionId.of(text);
    } catch (IllegalArgumentException malformed) {
      throw new UnfitException(
          "'" + Shared.SESSION + "': " + malformed.getMessage(),
          "Leave it out, or use 1 to 200 printable characters.");
    }
  }

  /** Acts on what a session holds, or wants to. */
  @FunctionalInterface
  interface Acting {
    /** Acts. */
    Result on(Holding holding);
  }

  /**
   * Has one call at a time act on a holding, with nothing of ours renewing it meanwhile. A session
   * that a call names, and that holds the lease elsewhere, is somebody else's: its name stands in
   * every refusal, and who repeats it must not act as that one by accident.
   */
  Result act(Arguments arguments, Acting acting) {
    return inTurn(
        key(arguments),
        session(arguments),
        holding -> {
          if (isSomebodyElses(holding)) {
            return somebodyElses(holding);
          }
          kept.pause(holding);
          try {
            return acting.on(holding);
          } finally {
            kept.resume(holding);
          }
        });
  }

  /** Has one call at a time act on what {@code session} has, or wants to have, of {@code key}. */
  Result inTurn(LeaseKey key, SessionId session, Acting acting) {
    Holding holding = new Holding(key, session);
    Optional<InUse.Turn> turn = inUse.enter(holding);
    if (turn.isEmpty()) {
      return Result.refused(
          "already-held",
          HELD,
          "another tool call of session " + session + " is at work on " + key,
          "Wait for the answer of that call, or cancel it; then try again.");
    }
    try {
      return acting.on(holding);
    } finally {
      turn.get().end();
    }
  }

  /** The same for who only asks about it, beside a call that acts. */
  Result ask(Arguments arguments, Acting acting) {
    Holding holding = new Holding(key(arguments), session(arguments));
    return isSomebodyElses(holding) ? somebodyElses(holding) : acting.on(holding);
  }

  private static Result somebodyElses(Holding holding) {
    return Result.refused(
        "not-owner",
        NOT_OWNER,
        "session "
            + holding.session()
            + " holds "
            + holding.key()
            + ", but took it elsewhere, not through here",
        "That session is not yours. Leave out `session`: this server has one of its own.");
  }

  private boolean isSomebodyElses(Holding holding) {
    if (holding.session().equals(commands.session()) || kept.has(holding)) {
      return false;
    }
    LeaseStatus status = commands.leases().find(holding.key());
    return status.state() == LeaseStatus.State.HELD
        && status.record().filter(held -> held.owner().equals(holding.session())).isPresent();
  }

  /** Runs a command that acts on {@code holding}, and reads its answer. */
  Result run(Words words, Holding holding, CommandCallIn in, ToolCall call) {
    words.option("key", holding.key()).option("session", holding.session());
    return read(
        commands.run(new CommandCall(words.list(), in.directory()), progress(call)),
        Shared.NO_LIST);
  }

  /** Runs a command that only looks: as nobody, but it shows that the server's own task lives. */
  Result look(Words words, String listField) {
    if (!kept.isEmpty()) {
      kept.called(commands.session());
    }
    if (!claims.isEmpty()) {
      claims.called(commands.session());
    }
    return read(commands.run(CommandCall.of(words.list()), line -> {}), listField);
  }

  private Consumer<String> progress(ToolCall call) {
    return line -> {
      if (line.startsWith("{") && line.contains("\"event\"")) {
        try {
          Progress.of(json.readTree(line)).ifPresent(call::progress);
        } catch (IOException notAllOfIt) {
          // A piece of a longer answer, which is read when it is there.
        }
      }
    };
  }

  /** The last value of an answer says how it ended; a list stands in {@code listField}. */
  private Result read(CommandAnswer answer, String listField) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("result", "done");
    fields.put("exit_code", answer.exitCode());
    Object last = last(answer.out());
    if (last instanceof Map<?, ?> object) {
      object.forEach(
          (name, value) -> {
            if (value != null) {
              fields.put(String.valueOf(name), value);
            }
          });
    } else if (last instanceof List<?> list) {
      fields.put(listField, list);
    }
    if (answer.exitCode() == 0) {
      List<String> notes = notes(answer.err());
      if (!notes.isEmpty()) {
        fields.put("notes", notes);
      }
    } else {
      refusal(fields, answer);
    }
    return new Result(fields);
  }

  private Object last(String out) {
    Object last = Map.of();
    try (JsonParser values = json.createParser(out)) {
      while (values.nextToken() != null) {
        last = json.readValue(values, Object.class);
      }
    } catch (IOException cutOff) {
      // What came before it says all there is.
    }
    return last;
  }

  private static void refusal(Map<String, Object> fields, CommandAnswer answer) {
    boolean unknown =
        "unknown".equals(fields.get("outcome")) || "outcome-unknown".equals(fields.get("error"));
    fields.put("result", unknown ? "unknown" : "refused");
    fields.computeIfAbsent(
        "error",
        none ->
            fields.get("outcome") instanceof String outcome
                ? "action-" + outcome
                : answer.exitCode() == STORE ? "store-failed" : "internal");
    fields.computeIfAbsent(
        "message",
        none ->
            fields.get("reason") instanceof String reason
                ? reason
                : String.join("; ", notes(answer.err())));
    if ("usage".equals(fields.get("error"))) {
      fields.computeIfPresent("message", (name, text) -> OptionNames.toArguments(text.toString()));
      fields.computeIfPresent("next", (name, text) -> OptionNames.toArguments(text.toString()));
    }
    Object command = fields.get("next");
    NextSteps.of(String.valueOf(fields.get("error")))
        .ifPresent(
            next -> {
              fields.put("next", next);
              if (command instanceof String text && text.startsWith("prlease ")) {
                fields.put("next_command", text);
              }
            });
    if (!(fields.get("next") instanceof String given) || given.isEmpty()) {
      fields.put("next", unknown ? Shared.LOOK_FIRST : Shared.TELL_THE_USER);
    }
  }

  private static List<String> notes(String err) {
    List<String> notes = new ArrayList<>();
    err.lines().map(String::strip).filter(line -> !line.isEmpty()).limit(20).forEach(notes::add);
    return notes;
  }

  /** The store does not answer, or is set up wrongly: found out before any command was run. */
  static Result failed(LeaseException failure) {
    Result refused =
        Result.refused(
            failure.code(), STORE, String.valueOf(failure.getMessage()), failure.nextStep());
    NextSteps.of(failure.code()).ifPresent(next -> refused.fields().put("next", next));
    return refused;
  }
}
