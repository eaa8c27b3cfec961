package dev.prlease.process;

/**
 * The beginning of what a process wrote to one of its outputs.
 *
 * @param text as much as was kept; bytes that are not text in the charset are replaced
 * @param bytesWritten how many bytes were read in all
 * @param complete whether all of it is in {@code text}: nothing was dropped, and the end was seen
 *     (a background process that still holds the output can keep it from being seen)
 */
public record Output(String text, long bytesWritten, boolean complete) {
  /** Nothing was written. */
  public static final Output NONE = new Output("", 0, true);
}
