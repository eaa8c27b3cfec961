package dev.prlease.api.claim;

import java.util.Locale;
import java.util.Objects;

/**
 * One reason for which a claim is refused.
 *
 * @param code which
 * @param expected what would have let it pass, for people
 * @param found what was found instead, for people
 */
public record ClaimReason(Code code, String expected, String found) {
  /** Refuses null. */
  public ClaimReason {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(expected, "expected");
    Objects.requireNonNull(found, "found");
  }

  /** {@code code: expected …, found …}. */
  @Override
  public String toString() {
    return code.text() + ": expected " + expected + ", found " + found;
  }

  /** The reasons there are; the names are stable over versions, and more may come. */
  public enum Code {
    // What the record says, beside the request.
    /** Nobody has claimed the issue. */
    NO_CLAIM,
    /** The slot holds the record of another key. */
    KEY_MISMATCH,
    /** The slot cannot be read. */
    UNREADABLE,
    /** The slot holds a lease that is no claim. */
    NOT_A_CLAIM,
    /** The claim is another claimant's, and live. */
    LIVE,
    /** The claim is this claimant's, live, and held by another session. */
    OTHER_SESSION,
    /** The claim has expired. */
    EXPIRED,
    /** The claim has not expired. */
    NOT_EXPIRED,
    /** The claim was written and is not confirmed. */
    PENDING,
    /** Another process of the session acts under the claim. */
    AT_WORK,
    /** Somebody else wrote the slot meanwhile. */
    OVERTAKEN,
    /** Another remote, by its name or its URL. */
    REMOTE_DIFFERS,
    /** Another forge. */
    HOST_DIFFERS,
    /** Another owner of the repository. */
    OWNER_DIFFERS,
    /** Another repository. */
    REPOSITORY_DIFFERS,
    /** Another issue. */
    NUMBER_DIFFERS,
    /** Another kind of work. */
    OPERATION_DIFFERS,
    /** Another branch. */
    BRANCH_DIFFERS,
    /** Another worktree. */
    WORKTREE_DIFFERS,
    /** Another user. */
    USER_DIFFERS,
    /** Another profile. */
    PROFILE_DIFFERS,

    // What the evidence says, beside the request.
    /** Who is logged in is not known. */
    USER_UNKNOWN,
    /** Somebody else is logged in. */
    USER_NOT_LOGGED_IN,
    /** The configured profile is not known. */
    PROFILE_UNKNOWN,
    /** Another profile is configured. */
    PROFILE_NOT_CONFIGURED,
    /** Whether the process of the request lives is not known. */
    PROCESS_UNKNOWN,
    /** The process of the request does not live. */
    PROCESS_DEAD,
    /** What is at the worktree's path is not known. */
    WORKTREE_UNKNOWN,
    /** Nothing is there. */
    WORKTREE_GONE,
    /** The path leads elsewhere. */
    WORKTREE_MOVED,
    /** The path is no top of a worktree. */
    WORKTREE_NOT_TOP_LEVEL,
    /** Its repository does not know it. */
    WORKTREE_NOT_REGISTERED,
    /** Another branch is checked out, or none. */
    WORKTREE_ON_OTHER_BRANCH,
    /** It has changes that no commit has. */
    WORKTREE_NOT_CLEAN,
    /** Where the remote is is not known. */
    REMOTE_UNKNOWN,
    /** The worktree calls another remote by that name. */
    REMOTE_MOVED,
    /** The branch's head here is not known. */
    LOCAL_HEAD_UNKNOWN,
    /** The branch's head in the remote is not known. */
    REMOTE_HEAD_UNKNOWN,
    /** The remote has no such branch. */
    REMOTE_BRANCH_MISSING,
    /** The heads here and in the remote differ. */
    HEADS_DIFFER,
    /** Which pull requests own the issue is not known. */
    PULL_REQUESTS_UNKNOWN,
    /** The pull request has another head. */
    PULL_REQUEST_HEAD_DIFFERS,
    /** Another pull request owns the issue. */
    COMPETING_PULL_REQUEST,
    /** Which claims compete is not known. */
    COMPETING_CLAIMS_UNKNOWN,
    /** Another claim has the branch. */
    COMPETING_CLAIM,

    // What keeps a foreign claim from being taken over.
    /** The recorded process is not proven dead. */
    RECORDED_PROCESS_NOT_DEAD,
    /** The recorded worktree is not proven gone. */
    RECORDED_WORKTREE_NOT_GONE,

    // What happened between the evidence and the confirmation.
    /** Evidence changed since it was first collected. */
    EVIDENCE_CHANGED,
    /** The evidence could not be collected again in time. */
    CONFIRMED_TOO_LATE;

    /** The name in files and messages: lower-case words joined by hyphens. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
