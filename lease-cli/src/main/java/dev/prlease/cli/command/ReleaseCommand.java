package dev.prlease.cli.command;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.NotHeldException;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.PrLease;
import dev.prlease.json.JsonText;
import java.util.Optional;

/**
 * {@code prlease release}: gives this session's lease back.
 *
 * <p>What is not this session's is left alone and told of, and the exit code is 0: a clean-up that
 * runs twice, or too late, is no failure.
 */
final class ReleaseCommand implements Subcommand {
  @Override
  public int run(Call call, World world) throws InterruptedException {
    LeaseKey key = KeyResolver.resolve(call, world);
    Optional<SessionId> session = OwnLease.session(call, world);
    if (session.isEmpty()) {
      return nothing(call, world, key, "this worktree has no session, so it does not hold " + key);
    }
    Optional<Inherited> inherited = Inherited.of(call, world, key);
    try (Desk desk = Desk.open(call, world)) {
      return inherited.isPresent()
          ? releaseInherited(call, world, desk, key, inherited.get())
          : release(call, world, desk, key, session.get());
    }
  }

  private static int release(Call call, World world, Desk desk, LeaseKey key, SessionId session)
      throws InterruptedException {
    boolean released =
        new Taking(call, desk, world.console())
            .onceQuiet(session, () -> desk.manager().releaseSession(key, session));
    return released
        ? answer(call, world, key, "released " + key, true)
        : nothing(call, world, key, notOurs(desk.manager().find(key), key, session));
  }

  /** The very lease of the environment, and no later one of its session. */
  private static int releaseInherited(
      Call call, World world, Desk desk, LeaseKey key, Inherited inherited)
      throws InterruptedException {
    try {
      PrLease shown = inherited.attach(desk, key);
      shown.detach();
      if (inherited.isKept(shown.record(), desk)) {
        return insideRun(call, world, key);
      }
      new Taking(call, desk, world.console())
          .onceQuiet(shown.ownerSessionId(), () -> inherited.attachIdle(desk, key))
          .release();
    } catch (NotHeldException over) {
      return nothing(call, world, key, "the lease on " + key + " of this environment is over");
    }
    Optional<LeaseRecord> takenUp =
        desk.manager().find(key).record().filter(inherited::matches).filter(desk.occupation());
    if (takenUp.isPresent()) {
      throw new AlreadyHeldException(key, takenUp.get(), desk.store());
    }
    return answer(call, world, key, "released " + key, true);
  }

  private static int insideRun(Call call, World world, LeaseKey key) {
    return nothing(
        call,
        world,
        key,
        "not released: the prlease run around this holds " + key + " and releases it");
  }

  private static String notOurs(LeaseStatus status, LeaseKey key, SessionId session) {
    return status
        .record()
        .map(
            record ->
                "not released: session "
                    + session
                    + " does not hold "
                    + key
                    + ", session "
                    + record.owner()
                    + " does")
        .orElse("nothing to release: session " + session + " does not hold " + key);
  }

  private static int nothing(Call call, World world, LeaseKey key, String why) {
    world.console().err("prlease release: " + why);
    return answer(call, world, key, "", false);
  }

  private static int answer(Call call, World world, LeaseKey key, String text, boolean released) {
    if (call.has("json")) {
      world
          .console()
          .json(JsonText.object(o -> o.put("key", key.toString()).put("released", released)));
    } else if (!text.isEmpty()) {
      world.console().out(text);
    }
    return ExitCode.DONE;
  }
}
