package dev.prlease.spi;

/**
 * A store that must be set up once before it keeps anything: where tables are to be made, say. A
 * store that makes what it needs by itself is none.
 *
 * <ol>
 *   <li><b>IN-1</b> {@link #install} makes what is missing and changes nothing that is there: no
 *       slot is lost. It may be called at any time, by several processes at once.
 *   <li><b>IN-2</b> {@link #script} does the same in the engine's own language, for who may not, or
 *       would rather see first. It tells no secret.
 *   <li><b>IN-3</b> A store that is not set up can be opened; what is asked of it fails with a
 *       {@link dev.prlease.api.LeaseStoreException} whose next step says so.
 * </ol>
 */
public interface Installable {
  /** What {@link #install} did. */
  enum Installation {
    /** It made something. */
    MADE,
    /** There was nothing to do. */
    ALREADY_THERE
  }

  /**
   * Sets the store up.
   *
   * @throws dev.prlease.api.LeaseStoreException if it could not, for instance for want of
   *     permission
   */
  Installation install();

  /** The script that does the same, in lines, each ended by a newline. */
  String script();
}
