package dev.prlease.store.file;

/** How file names are made from keys. */
public enum FileLayout {
  /** Ours: no two keys share a name, and the key can be read off it. */
  PRLEASE,
  /**
   * That of the Rust program {@code amplihack}, for sharing a directory with it. Its names are
   * ambiguous: {@code a/b.c#1} and {@code a_b/c#1} share one.
   */
  AMPLIHACK
}
