package dev.prlease.store.etcd;

/**
 * The answer to a request that may be sent several times.
 *
 * @param earlier whether an earlier sending of the same request may have been carried out, so that
 *     this answer is not to the first of them
 */
record Reply<A>(A answer, Earlier earlier) {
  /** What is known of earlier sendings. */
  enum Earlier {
    /** There was none that reached anybody. */
    NONE,
    /** There was one whose answer was lost. */
    UNANSWERED
  }
}
