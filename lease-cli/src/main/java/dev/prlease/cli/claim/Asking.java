package dev.prlease.cli.claim;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.ProcessIdentity;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Claimant;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.Remote;
import dev.prlease.cli.World;
import dev.prlease.cli.command.CallOptions;
import dev.prlease.cli.command.Profile;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.spi.ClaimProbes;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Makes the request of a call: what it names, and the rest as it is found in the worktree, by gh
 * and in {@code /proc}. Nothing here decides anything. What could not be found out is in the
 * request as it is recorded, where that is asked for again as evidence, so that a refusal tells
 * that it is unknown, and not that it differs too; else as something that nothing recorded equals.
 */
final class Asking {
  /** The kind of work that claims are mostly made for. */
  private static final String USUAL_OPERATION = "author_issue_work";

  private static final int LONGEST_WHY = 400;

  private final Call call;
  private final World world;
  private final Site site;
  private final Profile profile;
  private final ClaimProbes probes;
  private Optional<UnseenHolder> unseen = Optional.empty();

  Asking(Call call, World world, Site site, Profile profile, ClaimProbes probes) {
    this.call = call;
    this.world = world;
    this.site = site;
    this.profile = profile;
    this.probes = probes;
  }

  /** A request of somebody who has to be logged in, and whose process has to be seen. */
  ClaimRequest toBeProven(LeaseKey key, SessionId session, Optional<LeaseRecord> found) {
    Ttl ttl = ttl();
    ClaimProcess process = holder();
    Optional<ClaimTerms> recorded = found.flatMap(LeaseRecord::claim).map(Claim::terms);
    String user =
        text(probes.identity().user(key.host()), recorded.map(terms -> terms.claimant().user()));
    ClaimTerms terms = terms(user, recorded.map(before -> before.remote().url()));
    return new ClaimRequest(key, session, terms, process, ttl);
  }

  /**
   * A request about a claim that is the session's already, if it is: a forge that is down must not
   * cost it, and so the user is the recorded one, and the process too where it is not found.
   */
  ClaimRequest aboutOwn(LeaseKey key, SessionId session, Optional<LeaseRecord> found, Step step) {
    Optional<Claim> claim = found.flatMap(LeaseRecord::claim);
    String user =
        claim.map(known -> known.terms().claimant().user()).orElse(unknown("nobody was asked"));
    ClaimProcess process =
        step == Step.HEARTBEAT ? kept(claim) : recorded(claim).orElseGet(() -> unseen(0));
    return new ClaimRequest(key, session, terms(user, Optional.empty()), process, ttl());
  }

  private Ttl ttl() {
    return CallOptions.ttl(call, world).orElse(ClaimRequest.DEFAULT_TTL);
  }

  private ClaimTerms terms(String user, Optional<String> urlIfUnknown) {
    String worktree = site.worktree().toString();
    String branch = branch();
    String remote = remote();
    String url = text(probes.worktrees().remoteUrl(worktree, remote), urlIfUnknown);
    ClaimTerms terms =
        new ClaimTerms(
            Remote.of(remote, url),
            call.value("operation").orElse(USUAL_OPERATION),
            branch,
            worktree,
            new Claimant(user, profile.name()));
    List<String> defects = terms.defects();
    if (!defects.isEmpty()) {
      throw new UsageException(
          "a claim cannot be for this: " + String.join(", ", defects),
          "Say what is meant by --branch, --remote, --operation and --worktree.");
    }
    return terms;
  }

  private String branch() {
    Optional<String> named = call.value("branch");
    if (named.isPresent()) {
      return named.get();
    }
    Checkout checkout = site.checkout("which branch? No worktree tells it:", "Name it: --branch.");
    return checkout
        .branch()
        .orElseThrow(
            () ->
                new UsageException(
                    "which branch? None is checked out in " + checkout.top(),
                    "Check it out, or name it: --branch NAME."));
  }

  private String remote() {
    Optional<String> named = call.value("remote");
    if (named.isPresent()) {
      return named.get();
    }
    Checkout checkout = site.checkout("which remote? No worktree tells it:", "Name it: --remote.");
    return checkout
        .pushRemote()
        .map(remote -> remote.name())
        .orElseThrow(
            () ->
                new UsageException(
                    "which remote? " + checkout.top() + " has none that git would push to",
                    "Name it: --remote NAME."));
  }

  private ClaimProcess holder() {
    Optional<Long> named = holderPid();
    if (named.isPresent()) {
      return holder(named.get());
    }
    Evidence<ClaimProcess> task = probes.processes().task();
    return task.value()
        .orElseThrow(
            () ->
                new UsageException(
                    "which process is the claim for? " + why(task),
                    "Name the one that does the work: --holder-pid PID."));
  }

  private ClaimProcess holder(long pid) {
    Evidence<ClaimProcess> seen = probes.processes().identify(pid);
    if (seen.value().isPresent()) {
      return seen.value().get();
    }
    ClaimProcess process = unseen(pid);
    unseen = Optional.of(new UnseenHolder(probes, process, seen));
    return process;
  }

  private ClaimProcess kept(Optional<Claim> claim) {
    Optional<Long> named = holderPid();
    if (named.isPresent()) {
      return probes
          .processes()
          .identify(named.get())
          .value()
          .orElseThrow(
              () ->
                  new UsageException(
                      "--holder-pid " + named.get() + ": no such process can be seen from here",
                      "Name one that lives, or leave it out."));
    }
    return probes.processes().task().value().or(() -> recorded(claim)).orElseGet(() -> unseen(0));
  }

  private static Optional<ClaimProcess> recorded(Optional<Claim> claim) {
    return claim.map(Claim::process);
  }

  private Optional<Long> holderPid() {
    return call.value("holder-pid").map(Asking::pid);
  }

  private static long pid(String text) {
    boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!digits || text.length() > 10 || Long.parseLong(text) == 0) {
      throw new UsageException(
          "--holder-pid '" + text + "' is no process id", "Write it as a number, such as $$.");
    }
    return Long.parseLong(text);
  }

  /** One of this machine that is never found alive, nor dead. */
  private ClaimProcess unseen(long pid) {
    Optional<ClaimProcess> self =
        probes.processes().identify(ProcessHandle.current().pid()).value();
    return new ClaimProcess(
        self.map(ClaimProcess::host).orElse(""),
        new ProcessIdentity(
            pid,
            OptionalLong.empty(),
            self.flatMap(seen -> seen.identity().bootId()),
            self.map(seen -> seen.identity().pidNamespace()).orElse(OptionalLong.empty())));
  }

  /** The probes, for which a process that was not seen stays so, for the same reason. */
  ClaimProbes probes() {
    return unseen.isPresent() ? unseen.get() : probes;
  }

  private static String text(Evidence<String> evidence, Optional<String> ifUnknown) {
    return evidence.value().or(() -> ifUnknown).orElseGet(() -> unknown(why(evidence)));
  }

  /** Why nothing is known. */
  static String why(Evidence<?> evidence) {
    return evidence instanceof Evidence.Unknown<?> unknown ? unknown.why() : evidence.describe();
  }

  /** No name of a user and no URL: parentheses are in none. */
  private static String unknown(String why) {
    StringBuilder text = new StringBuilder("(");
    why.codePoints().limit(LONGEST_WHY).forEach(c -> text.appendCodePoint(isPlain(c) ? c : ' '));
    return text.append(')').toString();
  }

  private static boolean isPlain(int c) {
    return c >= ' ' && c < 0x7f;
  }
}
