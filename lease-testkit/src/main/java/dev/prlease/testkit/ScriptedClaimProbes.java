package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.OwningPullRequest;
import dev.prlease.api.claim.ProcessState;
import dev.prlease.api.claim.WorktreeState;
import dev.prlease.spi.ClaimProbes;
import dev.prlease.spi.Clock;
import dev.prlease.spi.CompetitorsProbe;
import dev.prlease.spi.HeadsProbe;
import dev.prlease.spi.IdentityProbe;
import dev.prlease.spi.ProcessProbe;
import dev.prlease.spi.WorktreeProbe;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Probes that answer what a test tells them. What they were told nothing about they do not know;
 * {@link #allIsWell} tells them that everything speaks for a request.
 *
 * <p>Safe for use by several threads at once.
 */
public final class ScriptedClaimProbes
    implements ClaimProbes,
        ProcessProbe,
        WorktreeProbe,
        HeadsProbe,
        CompetitorsProbe,
        IdentityProbe {
  private static final String SOURCE = "script";

  private final Clock clock;
  private final Map<Long, ProcessState> processes = new HashMap<>();
  private final Map<String, WorktreeState> worktrees = new HashMap<>();
  private Optional<String> remoteUrl = Optional.empty();
  private Optional<String> user = Optional.empty();
  private Optional<String> profile = Optional.empty();
  private Optional<String> localHead = Optional.empty();
  private Optional<Optional<String>> remoteHead = Optional.empty();
  private Optional<List<OwningPullRequest>> pullRequests = Optional.empty();
  private int looks;

  /** Probes that know nothing, and date it by {@code clock}. */
  public ScriptedClaimProbes(Clock clock) {
    this.clock = clock;
  }

  /** Everything is as {@code terms} and {@code process} say: alive, clean, pushed, alone. */
  public synchronized ScriptedClaimProbes allIsWell(
      ClaimTerms terms, ClaimProcess process, String head) {
    processes.put(process.identity().pid(), ProcessState.ALIVE);
    worktrees.put(terms.worktree(), cleanWorktree(terms.worktree(), Optional.of(terms.branch())));
    remoteUrl = Optional.of(terms.remote().url());
    user = Optional.of(terms.claimant().user());
    profile = Optional.of(terms.claimant().profile());
    localHead = Optional.of(head);
    remoteHead = Optional.of(Optional.of(head));
    pullRequests = Optional.of(List.of());
    return this;
  }

  /** A worktree in order, at {@code path}. */
  public static WorktreeState.Present cleanWorktree(String path, Optional<String> branch) {
    return new WorktreeState.Present(
        path,
        Optional.of(path),
        WorktreeState.Registration.REGISTERED,
        WorktreeState.Changes.NONE,
        branch);
  }

  /** Whether process {@code pid} lives; empty: not known. */
  public synchronized ScriptedClaimProbes process(long pid, Optional<ProcessState> state) {
    if (state.isPresent()) {
      processes.put(pid, state.get());
    } else {
      processes.remove(pid);
    }
    return this;
  }

  /** What is at {@code path}; empty: not known. */
  public synchronized ScriptedClaimProbes worktree(String path, Optional<WorktreeState> state) {
    if (state.isPresent()) {
      worktrees.put(path, state.get());
    } else {
      worktrees.remove(path);
    }
    return this;
  }

  /** Where the remote is; empty: not known. */
  public synchronized ScriptedClaimProbes remoteUrl(Optional<String> url) {
    remoteUrl = url;
    return this;
  }

  /** Who is logged in; empty: not known. */
  public synchronized ScriptedClaimProbes user(Optional<String> name) {
    user = name;
    return this;
  }

  /** What profile is configured; empty: not known. */
  public synchronized ScriptedClaimProbes profile(Optional<String> name) {
    profile = name;
    return this;
  }

  /** The branch's head here; empty: not known. */
  public synchronized ScriptedClaimProbes localHead(Optional<String> head) {
    localHead = head;
    return this;
  }

  /** The branch's head in the remote, which may be none; empty: not known. */
  public synchronized ScriptedClaimProbes remoteHead(Optional<Optional<String>> head) {
    remoteHead = head;
    return this;
  }

  /** The pull requests that own the issue; empty: not known. */
  public synchronized ScriptedClaimProbes pullRequests(Optional<List<OwningPullRequest>> all) {
    pullRequests = all;
    return this;
  }

  /** How many questions were asked so far. */
  public synchronized int looks() {
    return looks;
  }

  @Override
  public ProcessProbe processes() {
    return this;
  }

  @Override
  public WorktreeProbe worktrees() {
    return this;
  }

  @Override
  public HeadsProbe heads() {
    return this;
  }

  @Override
  public CompetitorsProbe competitors() {
    return this;
  }

  @Override
  public IdentityProbe identity() {
    return this;
  }

  @Override
  public synchronized Evidence<ProcessState> look(ClaimProcess process) {
    return told(Optional.ofNullable(processes.get(process.identity().pid())));
  }

  @Override
  public synchronized Evidence<ClaimProcess> identify(long pid) {
    return told(Optional.empty());
  }

  @Override
  public synchronized Evidence<ClaimProcess> task() {
    return told(Optional.empty());
  }

  @Override
  public synchronized Evidence<WorktreeState> look(String path, ClaimProcess recordedBy) {
    return told(Optional.ofNullable(worktrees.get(path)));
  }

  @Override
  public synchronized Evidence<String> remoteUrl(String path, String remote) {
    return told(remoteUrl);
  }

  @Override
  public synchronized Evidence<String> local(ClaimTerms terms) {
    return told(localHead);
  }

  @Override
  public synchronized Evidence<Optional<String>> remote(ClaimTerms terms) {
    return told(remoteHead);
  }

  @Override
  public synchronized Evidence<List<OwningPullRequest>> pullRequests(
      LeaseKey issue, ClaimTerms terms) {
    return told(pullRequests);
  }

  @Override
  public synchronized Evidence<String> user(String host) {
    return told(user);
  }

  @Override
  public synchronized Evidence<String> profile() {
    return told(profile);
  }

  private <T> Evidence<T> told(Optional<T> value) {
    looks++;
    return value.isPresent()
        ? new Evidence.Known<>(value.get(), SOURCE, clock.now())
        : new Evidence.Unknown<>("the script does not say", SOURCE, clock.now());
  }
}
