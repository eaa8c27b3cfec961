package dev.prlease.testkit.explore;

import java.util.Optional;

/** Something that must never happen has happened. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Violation(String what) {
    this(what, Optional.empty());
  }

  Violation(String what, Optional<Throwable> cause) {
    super(what, cause.orElse(null));
  }
}
