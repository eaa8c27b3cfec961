package dev.prlease.gate.guard;

import java.nio.file.Path;

/**
 * What was done to one file, or would be.
 *
 * @param kind whose hook it is
 * @param file the file
 * @param deed what was done
 * @param note what else is to be known of it, a sentence; may be empty
 */
public record HookChange(HookKind kind, Path file, Deed deed, String note) {
  /** What was done. */
  public enum Deed {
    /** The hook is there now. */
    INSTALLED,
    /** It was there, in another version, and is the one of this version now. */
    UPDATED,
    /** It was there as it should be. */
    UNCHANGED,
    /** It is gone, and the file is what it was before, to the last byte. */
    RESTORED,
    /** It is gone; what others changed in the file since stays. */
    REMOVED,
    /** It was not there. */
    ABSENT
  }

  /** Whether changes are made. */
  public enum Mode {
    /** They are. */
    CHANGE,
    /** They are only told. */
    DRY_RUN
  }
}
