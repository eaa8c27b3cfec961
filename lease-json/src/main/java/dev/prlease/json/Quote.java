package dev.prlease.json;

import dev.prlease.api.Printable;

/** Text from outside, fit to stand in a message. */
final class Quote {
  private static final int SHOWN = 60;

  private Quote() {}

  /** In quotes, cut short, and with what does not print escaped. */
  static String of(String text) {
    return Printable.quote(text, SHOWN);
  }
}
