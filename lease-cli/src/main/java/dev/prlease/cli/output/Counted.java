package dev.prlease.cli.output;

/** Things with their number: one slot, two slots. */
public final class Counted {
  private Counted() {}

  /** {@code count} of {@code what}, a word whose plural is made with an s. */
  public static String of(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
