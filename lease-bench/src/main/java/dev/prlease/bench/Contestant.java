package dev.prlease.bench;

/** What is measured beside others: something that is done again and again, by several threads. */
@FunctionalInterface
interface Contestant {
  /** Does it once, with the key of {@code number} in {@code repo}. */
  void cycle(String repo, long number) throws Exception;
}
