package dev.prlease.testkit;

/** Places of the reference store, for tests of other packages. */
public final class ReferencePlaces {
  private ReferencePlaces() {}

  /** A fresh, empty place. */
  public static StoreFixture fresh() {
    return new ReferenceStore.Fixture();
  }
}
