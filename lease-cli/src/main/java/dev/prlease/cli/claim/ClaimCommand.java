package dev.prlease.cli.claim;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.cli.LeaseInterruptedException;
import dev.prlease.cli.NotHeldException;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.command.Desk;
import dev.prlease.cli.command.Profile;
import dev.prlease.cli.output.ShellQuote;
import dev.prlease.cli.session.Sessions;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.ClaimProbesProviders;
import dev.prlease.core.Claims;
import dev.prlease.core.claim.ClaimEnding;
import dev.prlease.core.claim.ClaimResult;
import dev.prlease.spi.ClaimProbes;
import dev.prlease.spi.ClaimProbesContext;
import java.util.Optional;

/** {@code prlease claim}: takes, keeps, renews, looks at and ends claims on issues. */
public final class ClaimCommand implements Subcommand {
  /** Who is asked for evidence: git, GitHub by its own program, and {@code /proc}. */
  private static final String USUAL_PROBES = "gh";

  /** Reads nothing yet. */
  public ClaimCommand() {}

  @Override
  public int run(Call call, World world) throws InterruptedException {
    Step step = Step.of(call);
    return new Calling(call, world, step).run();
  }

  /** One call. */
  private static final class Calling {
    private final Call call;
    private final World world;
    private final Step step;
    private Optional<Site> site = Optional.empty();

    Calling(Call call, World world, Step step) {
      this.call = call;
      this.world = world;
      this.step = step;
    }

    int run() throws InterruptedException {
      LeaseKey issue = IssueKey.resolve(call, this::site);
      if (step == Step.SHOW) {
        try (Desk desk = Desk.openToLook(call, world)) {
          return new Answer(call, world, desk).show(desk.manager().find(issue));
        }
      }
      Optional<SessionId> from = step == Step.ADOPT ? Optional.of(from(issue)) : Optional.empty();
      try (Desk desk = Desk.open(call, world)) {
        SessionId session = session(issue);
        if (from.filter(session::equals).isPresent()) {
          throw new UsageException(
              "--from names this very session", "To keep its own claim: prlease claim heartbeat.");
        }
        return ask(desk, issue, session, from);
      }
    }

    private int ask(Desk desk, LeaseKey issue, SessionId session, Optional<SessionId> from)
        throws InterruptedException {
      Profile profile = desk.profile();
      ClaimProbesContext context =
          new ClaimProbesContext(
              desk.clock(),
              world.environment(),
              world.directory(),
              profile.name(),
              profile.source());
      try (ClaimProbes probes = ClaimProbesProviders.discover().open(USUAL_PROBES, context)) {
        if (step == Step.RELEASE || step == Step.RECLAIM) {
          return end(desk, issue, session, desk.manager().claims(probes));
        }
        Asking asking = new Asking(call, world, site(), profile, probes);
        Optional<LeaseRecord> found = desk.manager().find(issue).record();
        ClaimRequest request =
            step == Step.HEARTBEAT || step == Step.VERIFY
                ? asking.aboutOwn(issue, session, found, step)
                : asking.toBeProven(issue, session, found);
        Claims claims = desk.manager().claims(asking.probes());
        return granted(desk, claims, request, result(claims, request, from));
      }
    }

    private ClaimResult result(Claims claims, ClaimRequest request, Optional<SessionId> from) {
      return switch (step) {
        case TAKE -> claims.take(request);
        case HEARTBEAT -> claims.heartbeat(request);
        case RENEW -> claims.renewExpired(request);
        case VERIFY -> claims.verifyForMutation(request);
        case ADOPT -> claims.adopt(request, from.orElseThrow());
        case RELEASE, RECLAIM, SHOW -> throw new IllegalStateException(step.word());
      };
    }

    private int end(Desk desk, LeaseKey issue, SessionId session, Claims claims) {
      ClaimEnding ending =
          step == Step.RELEASE
              ? claims.release(issue, session)
              : claims.reclaimExpired(issue, session);
      return new Answer(call, world, desk).ended(issue, session, ending.orThrow());
    }

    /** A call that a signal ends leaves nothing claimed that was free before. */
    private int granted(Desk desk, Claims claims, ClaimRequest request, ClaimResult result)
        throws InterruptedException {
      LeaseRecord record = result.orThrow();
      ClaimResult.Outcome outcome = ((ClaimResult.Granted) result).outcome();
      if (step != Step.VERIFY && Thread.interrupted()) {
        boolean givesBack = outcome == ClaimResult.Outcome.TAKEN;
        if (givesBack) {
          ClaimEnding unused = claims.release(request.key(), request.session()).orThrow();
        }
        throw new LeaseInterruptedException(
            request.key(),
            "interrupted: the claim on "
                + request.key()
                + (givesBack ? " is given back" : " stays with session " + request.session()));
      }
      return new Answer(call, world, desk).granted(record, outcome);
    }

    private Site site() {
      if (site.isEmpty()) {
        site = Optional.of(Site.of(call, world));
      }
      return site.get();
    }

    private SessionId from(LeaseKey issue) {
      return call.value("from")
          .filter(text -> !text.isEmpty())
          .map(SessionId::verbatim)
          .orElseThrow(
              () ->
                  new UsageException(
                      "--from is missing: which session's claim?",
                      "See who holds it: prlease claim show --key "
                          + ShellQuote.word(issue.toString())));
    }

    /** Who acts: made where somebody is to hold it, and looked for where somebody holds it. */
    private SessionId session(LeaseKey issue) {
      Sessions sessions =
          new Sessions(call.value("session"), Site.ofSession(call, world), world.environment());
      if (step == Step.VERIFY || step == Step.HEARTBEAT || step == Step.RELEASE) {
        return sessions
            .find()
            .orElseThrow(
                () ->
                    new NotHeldException(
                        issue,
                        "this worktree has no session, so it does not hold " + issue,
                        "Take the claim first, or give --session ID."));
      }
      Sessions.Made made = sessions.findOrCreate();
      if (made.keeping() == Sessions.Keeping.UNKNOWN && step != Step.RECLAIM) {
        throw new UsageException(
            "which session? None is named, and this is no git worktree with one of its own",
            "Give --session ID or set PRLEASE_SESSION.");
      }
      return made.session();
    }
  }
}
