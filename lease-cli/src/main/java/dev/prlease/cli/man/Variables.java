package dev.prlease.cli.man;

import java.util.List;

/** The environment variables and files that users may know of. */
final class Variables {
  /**
   * A variable or file.
   *
   * @param meaning a clause that begins with a small letter
   */
  record Row(String name, String meaning) {}

  private Variables() {}

  static List<Row> environment() {
    return List.of(
        new Row("PRLEASE_HOME", "where leases, audit and config file are kept; ~/.prlease"),
        new Row(
            "PRLEASE_STORE",
            "the store, unless --store names one; else the config file's, else file:"),
        new Row("PRLEASE_JDBC_USER", "the user for a store jdbc:, unless its location names one"),
        new Row("PRLEASE_JDBC_PASSWORD", "that user's password"),
        new Row(
            "PRLEASE_PLUGINS",
            "the directory of plugins; else the config file's, else plugins in PRLEASE_HOME"),
        new Row("PRLEASE_ETCD_USER", "the user for a store etcd:, unless its location names one"),
        new Row("PRLEASE_ETCD_PASSWORD", "that user's password, unless a file is named"),
        new Row("PRLEASE_SESSION", "who acts, unless --session says so"),
        new Row("PRLEASE_RUN", "set by prlease run to its key: what runs inside joins its lease"),
        new Row(
            "PRLEASE_KEY",
            "set by prlease run and acquire --export: commands on that key act under that grant"),
        new Row("PRLEASE_GRANT", "set with PRLEASE_KEY: the grant"),
        new Row("PRLEASE_FENCE", "set with PRLEASE_KEY: the fencing token"),
        new Row("NO_COLOR", "no colour"),
        new Row("PRLEASE_DEBUG", "set to 1: an internal error shows its stack trace"),
        new Row("PRLEASE_JAVA_OPTS", "more options for the Java virtual machine"),
        new Row("JAVA_HOME", "the Java to run on, 17 or newer; else the one on the PATH"),
        new Row("XDG_CACHE_HOME", "the user's cache; ~/.cache. See FILES"));
  }

  static List<Row> files() {
    return List.of(
        new Row("~/.prlease/config.properties", "settings; need not be there"),
        new Row("~/.prlease/leases", "one file for each pull request"),
        new Row("~/.prlease/audit.jsonl", "what happened, one JSON object a line"),
        new Row("~/.prlease/plugins", "jars that add stores"),
        new Row(
            "~/.cache/prlease",
            "what makes commands start faster, if it cannot lie beside the program"));
  }
}
