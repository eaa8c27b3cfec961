package dev.prlease.spi;

/**
 * Ties a push to the lease of a {@link Gate}: the push carries a renewal of the lease, so that
 * either both land or neither.
 */
public interface Fencing {
  /** What became of what a push carried. */
  enum Carried {
    /** It landed, and the branch with it. */
    LANDED,
    /** It did not, and never will; neither did the branch. */
    NOT_LANDED,
    /** Nobody knows; it may land yet. */
    UNKNOWN
  }

  /** What a carrier answers with. */
  interface Report {
    /** What became of the renewal. */
    Carried carried();
  }

  /**
   * Pushes.
   *
   * @param <T> what it answers with
   */
  @FunctionalInterface
  interface Carrier<T extends Report> {
    /**
     * Pushes once, {@code change} included, in one atomic step.
     *
     * @throws InterruptedException if the thread was interrupted before anything was sent
     */
    T carry(FencedChange change) throws InterruptedException;
  }

  /** The repository that the lease is in; see {@link PushFence#repository}. */
  String repository();

  /**
   * Looks at the lease, makes a renewal of it that has {@code head} as the commit that the session
   * pushed last, and has {@code carrier} push it. Nothing else renews the lease meanwhile in this
   * process. If another process did, what was carried has not landed: then do it again.
   *
   * @param head all hexadecimal digits of it, 40 or 64
   * @return what {@code carrier} answered
   * @throws dev.prlease.api.NotOwnerException if the lease is not this session's any more
   * @throws dev.prlease.api.LeaseExpiredException if it lapsed
   * @throws dev.prlease.api.LeaseStoreException if the store failed; nothing was pushed
   * @throws InterruptedException as the carrier does
   */
  <T extends Report> T renewBy(String head, Carrier<T> carrier) throws InterruptedException;
}
