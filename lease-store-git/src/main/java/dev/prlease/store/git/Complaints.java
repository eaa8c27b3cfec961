package dev.prlease.store.git;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import java.util.List;
import java.util.Optional;

/** What git's and servers' words mean, and what to do about it. */
final class Complaints {
  /** A kind of trouble: words of which one is there, and what to do. */
  private record Kind(List<String> words, String nextStep) {
    boolean isIn(String text) {
      return words.stream().anyMatch(text::contains);
    }
  }

  private static final Kind NO_GIT =
      new Kind(List.of("git was not found", "git could not be run"), "Install git 2.31 or newer.");
  private static final Kind NO_LOGIN =
      new Kind(
          List.of(
              "Authentication failed",
              "could not read Username",
              "could not read Password",
              "Permission denied (",
              "terminal prompts disabled",
              "Host key verification failed",
              "Invalid username or password",
              "returned error: 401"),
          "Log in there first, so that git ls-remote works without asking, and try again.");
  private static final Kind NOT_ALLOWED =
      new Kind(
          List.of(
              "returned error: 403",
              "service not enabled",
              "access denied",
              "Write access to repository not granted",
              "Permission to ",
              "insufficient permission",
              "ermission denied",
              "Read-only file system",
              "unable to create temporary object directory",
              "unpacker error"),
          "Sessions must be able to push there: use an account that may write, or another remote.");
  private static final Kind NOT_THERE =
      new Kind(
          List.of(
              "does not appear to be a git repository",
              "repository not found",
              "Repository not found",
              "not exported",
              "returned error: 404",
              "not a git repository",
              "does not exist",
              "No such file or directory",
              "not found"),
          "Look at the remote's URL, and at whether this account may see it.");
  private static final Kind NOT_OURS =
      new Kind(
          List.of("dubious ownership"),
          "Say that you trust it: git config --global --add safe.directory PATH.");
  private static final Kind NO_NETWORK =
      new Kind(
          List.of(
              "Could not resolve host",
              "Could not resolve hostname",
              "Connection refused",
              "Failed to connect",
              "Couldn't connect",
              "Network is unreachable",
              "No route to host",
              "unable to connect",
              "unable to look up",
              "Connection timed out"),
          "Look after the network, and try again.");
  private static final Kind OTHER_HASH =
      new Kind(
          List.of("mismatched algorithms", "object format"),
          "Use a repository with SHA-1 names: the store writes no others.");

  private static final Kind HIDDEN =
      new Kind(
          List.of("hidden ref"),
          "The server keeps that namespace for itself: try the option"
              + " namespace=refs/heads/prlease.");
  private static final Kind UNSUPPORTED =
      new Kind(
          List.of("funny refname", "namespace", "refs/heads", "refusing to", "invalid ref"),
          "If the server lets branches through alone, use the option"
              + " namespace=refs/heads/prlease.");
  private static final Kind HOOK =
      new Kind(
          List.of("hook declined", "pre-receive", "protected branch", "GH006", "GH013", "rule"),
          "A hook or rule of the server refuses leases: have it let that namespace through, or use"
              + " the option namespace.");

  /**
   * With these nothing was sent: the connection never stood, or was refused at its beginning. Words
   * that may also be said later are not among them.
   */
  private static final List<String> NOTHING_SENT =
      List.of(
          "Authentication failed",
          "could not read Username",
          "could not read Password",
          "Permission denied (",
          "terminal prompts disabled",
          "Host key verification failed",
          "Could not resolve host",
          "Connection refused",
          "Failed to connect",
          "Couldn't connect",
          "Network is unreachable",
          "No route to host",
          "unable to connect to",
          "unable to look up",
          "does not appear to be a git repository",
          "not exported",
          "epository not found",
          "dubious ownership",
          "mismatched algorithms");

  private static final List<String> REFUSING_CODES =
      List.of("returned error: 401", "returned error: 403", "returned error: 404");

  private static final List<Kind> READING =
      List.of(NO_GIT, NO_LOGIN, NOT_OURS, NO_NETWORK, OTHER_HASH, NOT_ALLOWED, NOT_THERE);

  private static final Kind NO_DELETING =
      new Kind(
          List.of("deletion prohibited", "denying ref deletion", "deletion"),
          "The server lets nobody delete there (receive.denyDeletes, or a rule): have it let that"
              + " namespace through, or leave the old leases there, where they do no harm.");

  private static final List<Kind> REMOVING =
      List.of(NO_DELETING, HOOK, NO_LOGIN, NO_NETWORK, NOT_ALLOWED);

  private static final List<Kind> REJECTING = List.of(HOOK, HIDDEN, NOT_ALLOWED, UNSUPPORTED);

  /** Said on behalf of a connection that broke, at whatever point. */
  private static final List<String> BROKEN =
      List.of("RPC failed", "unexpected disconnect", "early EOF", "send-pack:", "sideband");

  private Complaints() {}

  /** Whether what git said proves that nothing was sent. */
  static boolean isUnsent(GitAnswer said) {
    if (said.end() == GitAnswer.End.NEVER_RAN) {
      return true;
    }
    // What was not heard may be that the connection broke later.
    if (said.end() != GitAnswer.End.EXITED
        || said.heard() != GitAnswer.Heard.ALL
        || BROKEN.stream().anyMatch(said.err()::contains)) {
      return false;
    }
    // What a hook prints proves nothing of the connection.
    for (String line : (Iterable<String>) said.err().lines()::iterator) {
      if (!line.startsWith("remote:")
          && (NOTHING_SENT.stream().anyMatch(line::contains)
              || (line.startsWith("fatal: repository '") && line.endsWith("' not found"))
              || (line.contains("unable to access")
                  && REFUSING_CODES.stream().anyMatch(line::contains)))) {
        return true;
      }
    }
    return false;
  }

  /** The references could not be read. */
  static LeaseStoreException unread(Optional<LeaseKey> key, String where, GitAnswer said) {
    return new LeaseStoreException(
        key,
        where + " could not be read: " + said.complaint(),
        nextStep(READING, said.err()),
        null);
  }

  /** Nothing was sent. */
  static LeaseStoreException unsent(LeaseKey key, String where, GitAnswer said) {
    return new LeaseStoreException(
        Optional.of(key),
        where + " could not be reached to write the lease of " + key + ": " + said.complaint(),
        nextStep(READING, said.err()),
        null);
  }

  /** The server said no, though the reference was where it was expected. */
  static LeaseStoreException rejected(
      LeaseKey key, String where, String ref, Push.Result.Rejected rejected) {
    String words = remoteWords(rejected.said());
    return new LeaseStoreException(
        Optional.of(key),
        where
            + " refused to write "
            + ref
            + ", which holds the lease of "
            + key
            + ": "
            + Redaction.of(rejected.reason())
            + (words.isEmpty() ? "" : " (" + words + ")"),
        nextStep(REJECTING, rejected.reason() + "\n" + rejected.said().err()),
        null);
  }

  /** The server keeps what was to be removed, or nobody knows whether it did. */
  static LeaseStoreException unremoved(
      Optional<LeaseKey> key, String where, String ref, String reason, GitAnswer said) {
    return new LeaseStoreException(
        key,
        where + ": " + ref + " was not removed: " + Redaction.of(reason),
        nextStep(REMOVING, reason + "\n" + said.err()),
        null);
  }

  /** The answer was lost. */
  static LeaseStoreException unknown(LeaseKey key, String where, GitAnswer said) {
    return LeaseStoreException.outcomeUnknown(
        key,
        "the lease of "
            + key
            + " was sent to "
            + where
            + ", and the answer was lost: "
            + said.complaint(),
        null);
  }

  private static String nextStep(List<Kind> kinds, String text) {
    for (Kind kind : kinds) {
      if (kind.isIn(text)) {
        return kind.nextStep();
      }
    }
    return "Try git ls-remote and git push there by hand, mend what they say, and try again.";
  }

  private static String remoteWords(GitAnswer said) {
    StringBuilder words = new StringBuilder();
    int lines = 0;
    for (String line : (Iterable<String>) said.err().lines()::iterator) {
      String text =
          line.startsWith("remote:")
              ? Redaction.of(line.substring("remote:".length()).strip())
              : "";
      if (!text.isEmpty() && lines < 4) {
        words.append(words.length() == 0 ? "" : "; ").append(text);
        lines++;
      }
    }
    return words.toString();
  }
}
