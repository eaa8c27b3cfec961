package dev.prlease.spi;

/**
 * A store that goes on keeping something of a key when its lease is over, and can remove it once it
 * is old: what is called garbage collection. Who owns what, it never changes.
 *
 * <p>Why that is safe, as long as callers ask for slots that were vacated longer ago than the
 * longest TTL (a day): a slot that is removed is like one never written, so the next holding's
 * fence is the clock's, and the removed one's was less (rule GC-2). Somebody may still act on what
 * was read, or composed, before the removal. With an exact version he is refused, and decides
 * again. If he expects a vacant slot, or the version of one never written, the slot that he meets
 * is just that: his record is written, with the fence of the time at which he composed it. If a
 * whole life of the slot lies between, released more than a day ago, that record has expired by the
 * time it is written, and nobody ever acts under it.
 *
 * <ol>
 *   <li><b>GC-1</b> A slot that holds a record stays as it is, live or expired, and so does an
 *       unreadable one, whatever their age.
 *   <li><b>GC-2</b> A vacant slot is removed only if it was vacated before {@link
 *       CollectRequest#releasedBefore}, and if its fence, where it has one, is less than that of a
 *       holding begun then. The look and the removal are one: of an exchange at the same time, one
 *       is first, and the other finds what it left.
 *   <li><b>GC-3</b> A removed slot is like one never written: {@link LeaseStore#load} shows it so,
 *       {@link Expected#vacant} meets it, and no version that it had while it was written does.
 *   <li><b>GC-4</b> {@link CollectRequest.Mode#DRY_RUN} tells what would be removed, and removes
 *       nothing.
 *   <li><b>GC-5</b> What was archived (rule LS-11) before {@link CollectRequest#archivedBefore} is
 *       removed; nothing younger is.
 *   <li><b>GC-6</b> {@link CollectRequest#time} is asked before each slot is looked at; when none
 *       is left, the call ends soon and tells where to go on. Whoever goes on from there, time and
 *       again, has in the end looked at every slot that was there throughout.
 *   <li><b>GC-7</b> A slot that is busy, or in whose way something stands, is kept and told of, and
 *       keeps no other from being removed. Nothing is waited for.
 *   <li><b>GC-8</b> It may be called at any time, by several threads and processes at once.
 * </ol>
 */
public interface Collectable {
  /**
   * Removes what {@code request} asks for.
   *
   * @throws dev.prlease.api.LeaseStoreException if the store could not be looked at, or is closed
   */
  Collected collect(CollectRequest request);
}
