package dev.prlease.gate.guard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The scripts that are installed. They decide in the shell whether a JVM is started at all. */
final class HookScripts {
  /** What tells our own scripts and settings from those of others. */
  static final String MARK = "prlease-guard";

  private HookScripts() {}

  /**
   * The script that agents call.
   *
   * @param program where prlease is, for when it is not on the path; empty if only the path tells
   */
  static String agent(Optional<String> program) {
    return read("agent.sh", program);
  }

  /** The hook that git calls before it pushes. */
  static String prePush(Optional<String> program) {
    return read("pre-push.sh", program);
  }

  /** Whether {@code script} is one of ours, of whatever version. */
  static boolean isOurs(String script) {
    return script.startsWith("#!/bin/sh\n# " + MARK + ":");
  }

  private static String read(String name, Optional<String> program) {
    try (InputStream in = HookScripts.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the script " + name + " is not in this jar");
      }
      String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return script.replace("@PRLEASE@", program.map(Denial::quote).orElse(""));
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the script " + name + " cannot be read", unreadable);
    }
  }
}
