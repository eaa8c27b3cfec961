package dev.prlease.gate.evidence;

import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Evidence;
import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import dev.prlease.spi.Clock;
import dev.prlease.spi.HeadsProbe;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Looks at the heads of branches, by git. Remote-tracking branches say nothing here: they are as
 * old as the last fetch.
 */
final class HeadsEvidence implements HeadsProbe {
  private static final Duration NETWORK = Duration.ofSeconds(30);
  private static final String HEADS = "refs/heads/";

  private final Clock clock;
  private final Worktrees worktrees;

  HeadsEvidence(Clock clock, Worktrees worktrees) {
    this.clock = clock;
    this.worktrees = worktrees;
  }

  @Override
  public Evidence<String> local(ClaimTerms terms) {
    return Asked.of(
        clock,
        "git show-ref " + HEADS + terms.branch() + " in " + terms.worktree(),
        () -> localHead(terms));
  }

  /** By the branch's whole name: a revision could be an expression. */
  private String localHead(ClaimTerms terms) throws Unclear {
    Git git = worktrees.at(terms.worktree());
    GitAnswer answer = git.read("show-ref", "--verify", "--hash", "--", HEADS + terms.branch());
    if (!answer.succeeded()) {
      throw Unclear.because("there is no branch " + terms.branch() + ": " + answer.complaint());
    }
    return commit(answer.line());
  }

  @Override
  public Evidence<Optional<String>> remote(ClaimTerms terms) {
    return Asked.of(
        clock,
        "git ls-remote " + terms.remote().url() + " " + HEADS + terms.branch(),
        () -> remoteHead(terms));
  }

  private Optional<String> remoteHead(ClaimTerms terms) throws Unclear {
    Git git = worktrees.at(terms.worktree());
    RemoteAddress address = RemoteAddress.of(git, terms.remote().name());
    if (!address.shown().equals(terms.remote().url())) {
      throw Unclear.because(
          "the remote " + terms.remote().name() + " is at " + address.shown() + " by now");
    }
    String name = HEADS + terms.branch();
    GitAnswer answer =
        git.readRemote(NETWORK, List.of("ls-remote", "--refs", "--", address.word(), name));
    if (!answer.succeeded()) {
      throw Worktrees.unanswered(git, answer);
    }
    // What ends like it is told, too.
    for (String line : (Iterable<String>) answer.out().lines()::iterator) {
      int tab = line.indexOf('\t');
      if (tab > 0 && line.substring(tab + 1).equals(name)) {
        return Optional.of(commit(line.substring(0, tab)));
      }
    }
    return Optional.empty();
  }

  private static String commit(String text) throws Unclear {
    if (!Pattern.matches("[0-9a-f]{40}|[0-9a-f]{64}", text)) {
      throw Unclear.because("git tells no commit: " + text);
    }
    return text;
  }
}
