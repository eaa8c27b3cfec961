package dev.prlease.spi;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;

/**
 * A store whose slots are references of a git repository, so that one atomic push can move a branch
 * and renew the lease that it is moved under: where the lease is somebody else's by then, the
 * branch stays where it is, and the server itself sees to that.
 *
 * <p>Such a push needs the branch's commits, which are in somebody's checkout, and is supervised by
 * whoever makes it. So the store pushes nothing. It makes ready what the push has to carry, and the
 * push is one more exchange of the slot, with the same rules.
 *
 * <ol>
 *   <li><b>PF-1</b> {@link #prepare} changes no slot, whether or not what it made is ever pushed.
 *   <li><b>PF-2</b> A push that moves {@link FencedChange#reference} from {@link
 *       FencedChange#expected} to {@link FencedChange#commit} is the exchange that was asked for:
 *       {@link LeaseStore#load} then shows {@link FencedChange#slot}, write id and version
 *       included.
 *   <li><b>PF-3</b> Where the slot has another version by then, the server refuses that push.
 * </ol>
 */
public interface PushFence {
  /**
   * The repository that the slots are references of: the URL or path that git pushes to, without
   * credentials.
   */
  String repository();

  /**
   * Makes {@code change} of the slot of {@code key} ready to be carried by a push, expecting
   * exactly the version {@code expected}, which was read through this store.
   *
   * @return to be closed once the push is over
   * @throws LeaseStoreException if it could not be made ready; nothing was written
   */
  FencedChange prepare(LeaseKey key, SlotVersion expected, Change change);
}
