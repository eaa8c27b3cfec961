package dev.prlease.cli;

/** The end of this process, which a signal may begin at any time. */
@FunctionalInterface
public interface Shutdown {
  /** One that nothing begins. */
  Shutdown NEVER = () -> {};

  /**
   * Puts the end off until the call is over, since from now on it may hold leases. A call that
   * never does so may be cut off.
   *
   * @throws InterruptedException if the end has begun: nothing is to be taken any more
   */
  void putOff() throws InterruptedException;

  /**
   * What people have to know if the end does not wait for the call any longer: one line, instead of
   * what was left before; nothing if it is empty.
   */
  default void leaveWord(String word) {}

  /** What the call took is given back: what is left is to tell how it went, to whoever reads. */
  default void onlyWordsAreLeft() {}
}
