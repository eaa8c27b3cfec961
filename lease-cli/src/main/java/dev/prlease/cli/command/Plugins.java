package dev.prlease.cli.command;

import java.io.File;

/**
 * Whether there can be plugins. To search for them costs more than to look at a lease, so it is
 * done only where something else than this program's one jar is on the class path, or the program
 * runs on the module path: then all are looked at, and one that doubles what is built in is told
 * of.
 */
final class Plugins {
  private Plugins() {}

  /** Whether a search may find any. */
  static boolean arePossible() {
    String classPath = System.getProperty("java.class.path", "");
    return classPath.isEmpty() || classPath.indexOf(File.pathSeparatorChar) >= 0;
  }
}
