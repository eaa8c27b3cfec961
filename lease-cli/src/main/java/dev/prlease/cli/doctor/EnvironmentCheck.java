package dev.prlease.cli.doctor;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.cli.output.ShellQuote;
import dev.prlease.cli.syntax.Nearest;
import dev.prlease.spi.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Whether the variables that begin with {@code PRLEASE_} are ones that there are, and make sense.
 */
public final class EnvironmentCheck implements Check {
  private static final String SUBJECT = "environment";
  private static final String PREFIX = "PRLEASE_";
  private static final String KEY = "PRLEASE_KEY";

  /** What {@code run} and {@code acquire --export} set together. */
  private static final List<String> EXPORTED =
      List.of(KEY, "PRLEASE_SESSION", "PRLEASE_GRANT", "PRLEASE_FENCE");

  private static final List<String> KNOWN =
      List.of(
          "PRLEASE_HOME",
          "PRLEASE_STORE",
          "PRLEASE_JDBC_USER",
          "PRLEASE_JDBC_PASSWORD",
          "PRLEASE_PLUGINS",
          "PRLEASE_ETCD_USER",
          "PRLEASE_ETCD_PASSWORD",
          "PRLEASE_SESSION",
          "PRLEASE_RUN",
          KEY,
          "PRLEASE_GRANT",
          "PRLEASE_FENCE",
          "PRLEASE_DEBUG",
          "PRLEASE_JAVA_OPTS");

  private final Map<String, String> environment;

  /** Looks at {@code environment}. */
  public EnvironmentCheck(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public List<Finding> look() {
    List<Finding> findings = new ArrayList<>();
    TreeSet<String> known = new TreeSet<>();
    for (String name : new TreeSet<>(environment.keySet())) {
      if (KNOWN.contains(name)) {
        known.add(name);
      } else if (name.startsWith(PREFIX)) {
        findings.add(unknown(name));
      }
    }
    checkValues(findings);
    checkExported(findings);
    findings.add(
        Finding.ok(
            SUBJECT,
            known.isEmpty()
                ? "no variable of prlease is set"
                : "set: " + String.join(", ", known)));
    return findings;
  }

  private static Finding unknown(String name) {
    List<String> near = Nearest.to(name, KNOWN);
    String hint = near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    return Finding.warning(
        SUBJECT,
        name + " means nothing to prlease" + hint,
        "Take it back: unset " + ShellQuote.word(name));
  }

  private void checkValues(List<Finding> findings) {
    for (String name : List.of("PRLEASE_HOME", "PRLEASE_STORE", "PRLEASE_PLUGINS", KEY)) {
      if (environment.containsKey(name) && value(name).isEmpty()) {
        findings.add(
            Finding.warning(SUBJECT, name + " is set to nothing", "Take it back: unset " + name));
      }
    }
    if (!value(KEY).isEmpty()) {
      try {
        LeaseKey.parse(value(KEY));
      } catch (IllegalArgumentException malformed) {
        findings.add(
            Finding.error(
                SUBJECT,
                KEY + ": " + malformed.getMessage(),
                "Write it as owner/name#42, or take it back: unset " + KEY));
      }
    }
    if (environment.containsKey("PRLEASE_SESSION")) {
      try {
        SessionId.of(value("PRLEASE_SESSION"));
      } catch (IllegalArgumentException malformed) {
        findings.add(
            Finding.error(
                SUBJECT,
                "PRLEASE_SESSION: " + malformed.getMessage(),
                "Give it 1 to 200 characters that print, or take it back: unset"
                    + " PRLEASE_SESSION"));
      }
    }
  }

  /** A session alone is a choice of the user's; a grant or fence without the rest is a remnant. */
  private void checkExported(List<Finding> findings) {
    boolean any = !value("PRLEASE_GRANT").isEmpty() || !value("PRLEASE_FENCE").isEmpty();
    List<String> missing = new ArrayList<>();
    for (String name : EXPORTED) {
      if (value(name).isEmpty()) {
        missing.add(name);
      }
    }
    if (any && !missing.isEmpty()) {
      findings.add(
          Finding.warning(
              SUBJECT,
              "of an exported lease "
                  + String.join(", ", missing)
                  + (missing.size() == 1 ? " is" : " are")
                  + " missing",
              "Take back the rest: unset " + String.join(" ", EXPORTED) + " PRLEASE_RUN"));
    }
  }

  private String value(String name) {
    return environment.getOrDefault(name, "");
  }
}
