package dev.prlease.spi;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import java.util.List;
import java.util.Objects;

/**
 * Where pull requests live. Reading never needs a lease; every act is bound to a {@link Gate}.
 *
 * <p>Each method asks the forge anew, and takes bounded time. All throw {@link
 * dev.prlease.api.forge.ForgeException}; none retries. An act that returned was accepted, and one
 * that threw was not, <em>by the forge's own account</em>, which is no proof (lessons L57, L58):
 * read the pull request again after either.
 *
 * <p>An act starts nothing when the gate's lease is over, and then throws what {@link
 * Gate#assertOwned} does: after any other error than a {@code ForgeException} nothing was sent. It
 * takes no longer than the lease lasts, and is ended, whatever it was doing, when that is lost, or
 * when this program is killed. What had been sent by then may still land.
 *
 * <p>Implementations are safe for use by several threads at once.
 */
public interface Forge {
  /** Reads a pull request, with all its checks. */
  PullRequest read(LeaseKey key);

  /**
   * The open pull requests whose branch is {@code branch} of {@code source}, in whatever repository
   * they would be merged; the repository itself and the one that it was forked from are looked at.
   */
  List<PullRequest> findByBranch(RepositoryId source, String branch);

  /** The open pull requests of {@code repository} that would be merged into its {@code branch}. */
  List<LeaseKey> findByBase(RepositoryId repository, String branch);

  /** Merges now, by the ways that the forge has for it; it may queue instead. */
  void merge(Gate gate, MergeRequest request);

  /** Has the forge merge by itself once its rules let it. */
  void arm(Gate gate, MergeRequest request);

  /** Takes back what {@link #arm} said, and takes it out of a merge queue. */
  void disarm(Gate gate);

  /** Closes the pull request without merging it. */
  void close(Gate gate);

  /**
   * Deletes the branch of a merged pull request, if it is still at {@code head}: what was pushed
   * after the merge is in no other branch. One that is gone already is no error; one that is
   * elsewhere is {@link dev.prlease.api.forge.ForgeException.Kind#HEAD_MOVED}.
   *
   * <p>Where the forge compares and deletes in one step, nothing can come in between. Where it
   * cannot, a push between the look and the deletion is lost to the branch; an implementation says
   * which of the two it does.
   */
  void deleteBranch(Gate gate, RepositoryId repository, String branch, String head);

  /**
   * What is to be merged.
   *
   * @param head the commit that was certified; the forge refuses any other
   * @param method how
   * @param protection whether the branch's rules are bypassed
   */
  record MergeRequest(String head, MergeMethod method, Protection protection) {
    /** Refuses null. */
    public MergeRequest {
      Objects.requireNonNull(head, "head");
      Objects.requireNonNull(method, "method");
      Objects.requireNonNull(protection, "protection");
    }
  }

  /** What becomes of the base branch's rules. */
  enum Protection {
    /** They hold. */
    RESPECTED,
    /** An administrator's rights bypass them. */
    BYPASSED
  }
}
