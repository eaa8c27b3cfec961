package dev.prlease.spi;

/**
 * A store that knows the time all its sessions agree on, such as a database server's.
 *
 * <p>A clock that the host binds itself wins over this one, which wins over the machine's.
 */
public interface TimeAuthority {
  /**
   * The clock to judge this store's records by. It samples in the background: reading it never
   * costs a round trip.
   */
  Clock clock();
}
