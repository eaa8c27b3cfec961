package dev.prlease.cli.syntax;

import java.util.ArrayList;
import java.util.List;

/** Options that several subcommands share. */
final class CommonOptions {
  static final OptionSpec REPO =
      new OptionSpec("repo", "OWNER/NAME", "the repository; HOST/OWNER/NAME on another host");
  static final OptionSpec PR = new OptionSpec("pr", "N", "the pull request's number");
  static final OptionSpec KEY =
      new OptionSpec("key", "OWNER/NAME#N", "both in one, instead of --repo and --pr");

  /** Known to be refused, with what to type instead. */
  static final OptionSpec ISSUE = new OptionSpec("issue", "N", "");

  static final OptionSpec OR_ISSUE =
      new OptionSpec("issue", "N", "instead of --pr: an issue's number, for the claim on it");
  static final OptionSpec STORE_OPTION =
      new OptionSpec(
          "store", "SCHEME:REST", "where leases are kept; else PRLEASE_STORE, config, file:");
  static final OptionSpec SESSION =
      new OptionSpec(
          "session", "ID", "who acts; else PRLEASE_SESSION, else this worktree's own session");
  static final OptionSpec TTL =
      new OptionSpec(
          "ttl", "DURATION", "how long the lease lasts without renewal; 15m, at most 24h");
  static final OptionSpec WAIT =
      new OptionSpec("wait", "DURATION", "wait so long for a lease that another session holds");

  private CommonOptions() {}

  /** Those that name a pull request, and {@code others}. */
  static List<OptionSpec> key(OptionSpec... others) {
    return with(List.of(REPO, PR, KEY, ISSUE), others);
  }

  /** Those that name a pull request or an issue, and {@code others}. */
  static List<OptionSpec> anyKey(OptionSpec... others) {
    return with(List.of(REPO, PR, OR_ISSUE, KEY), others);
  }

  private static List<OptionSpec> with(List<OptionSpec> first, OptionSpec... others) {
    List<OptionSpec> options = new ArrayList<>(first);
    options.addAll(List.of(others));
    return options;
  }
}
