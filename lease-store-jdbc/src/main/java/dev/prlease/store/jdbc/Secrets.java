package dev.prlease.store.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What no error and no log may tell. Drivers put the whole URL into some of their messages, and
 * what they were given into others.
 */
final class Secrets {
  private static final String MASK = "***";

  private final List<String> words = new ArrayList<>();

  /** Adds a word that is not to be told; a blank one is none. */
  void add(@Nullable String word) {
    if (word != null && !word.isBlank() && !words.contains(word)) {
      words.add(word);
      words.sort((a, b) -> b.length() - a.length()); // the URL before the password in it
    }
  }

  /** {@code text} without the words. */
  String hide(String text) {
    String hidden = text;
    for (String word : words) {
      hidden = hidden.replace(word, MASK);
    }
    return hidden;
  }

  /** {@code error} as a cause that may be printed; none if it or a cause of its tells a secret. */
  @Nullable Throwable harmless(Throwable error) {
    int depth = 0;
    for (Throwable each = error; each != null && depth < 20; each = each.getCause(), depth++) {
      String message = each.getMessage();
      if (message != null && !hide(message).equals(message)) {
        return null;
      }
    }
    return error;
  }

  /** Tells none of them. */
  @Override
  public String toString() {
    return words.size() + " secrets";
  }
}
