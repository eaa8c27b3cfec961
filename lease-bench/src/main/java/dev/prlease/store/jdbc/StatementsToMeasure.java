package dev.prlease.store.jdbc;

/**
 * The statements of the store, for measuring beside it what they take by themselves. It is in the
 * store's package so that these are the store's own and no copy that ages.
 */
public final class StatementsToMeasure {
  /** Takes a slot that is vacant or not there. */
  public static final String TAKE_VACANT = PostgresSql.TAKE_VACANT;

  /** Vacates a slot of one version. */
  public static final String VACATE_EXACT = PostgresSql.VACATE_EXACT;

  private StatementsToMeasure() {}
}
