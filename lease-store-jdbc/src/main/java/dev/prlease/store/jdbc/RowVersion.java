package dev.prlease.store.jdbc;

import dev.prlease.api.SlotVersion;
import java.util.Optional;

/**
 * The version of a row, and what of it a slot's version tells: the number that the sequence gave,
 * and the id of the write.
 *
 * <p>The number alone would do, as long as the sequence never goes back. An asynchronous fail-over
 * can take it back, and then two writes have one number: with the id beside it none is ever taken
 * for the other. Whether the row could be read is told too, so that an exchange knows, without
 * looking, that it has something to archive (rule LS-11).
 *
 * @param number from the sequence
 * @param writeId of the write, or empty
 * @param readable whether its record decodes
 */
record RowVersion(long number, String writeId, boolean readable) {
  /** Of a slot that has no row. */
  static final SlotVersion ABSENT = new SlotVersion("absent");

  private static final char READABLE = '.';
  private static final char UNREADABLE = '!';

  /** As the version of a slot. */
  SlotVersion toSlot() {
    return new SlotVersion(Long.toString(number) + (readable ? READABLE : UNREADABLE) + writeId);
  }

  /** What {@code version} tells; empty for {@link #ABSENT}, and for what is no version of ours. */
  static Optional<RowVersion> of(SlotVersion version) {
    String token = version.token();
    int end = 0;
    while (end < token.length() && Character.isDigit(token.charAt(end))) {
      end++;
    }
    if (end == 0 || end == token.length()) {
      return Optional.empty();
    }
    char mark = token.charAt(end);
    if (mark != READABLE && mark != UNREADABLE) {
      return Optional.empty();
    }
    try {
      long number = Long.parseLong(token, 0, end, 10);
      return Optional.of(new RowVersion(number, token.substring(end + 1), mark == READABLE));
    } catch (NumberFormatException tooLong) {
      return Optional.empty();
    }
  }
}
