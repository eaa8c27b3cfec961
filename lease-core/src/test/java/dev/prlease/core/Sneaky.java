package dev.prlease.core;

/** Throws anything anywhere, as code in other languages of the JVM does without announcing it. */
final class Sneaky {
  private Sneaky() {}

  /** Throws {@code any}; returns for the compiler only. */
  static RuntimeException raise(Throwable any) {
    Sneaky.<RuntimeException>raiseAs(any);
    return new IllegalStateException(any);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // that is the trick
  private static <T extends Throwable> void raiseAs(Throwable any) throws T {
    throw (T) any;
  }
}
