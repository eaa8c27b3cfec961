package dev.prlease.cli.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.Comment;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.command.Desk;
import dev.prlease.cli.command.Forges;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.LeaseJson;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.LeaseStatus;
import dev.prlease.gate.announce.Notice;
import dev.prlease.gate.announce.NoticeBoard;
import dev.prlease.gate.announce.Posted;
import dev.prlease.json.JsonText;
import dev.prlease.json.JsonText.ObjectFields;
import dev.prlease.json.Rfc3339;
import dev.prlease.spi.Forge;
import java.util.Optional;

/**
 * {@code prlease announce}: has the comment on a pull request say how its lease stands.
 *
 * <p>It says what the store says, whoever asks, and takes no lease: whoever holds it goes on.
 */
public final class AnnounceCommand implements Subcommand {
  /** A lease that changes hands while it is announced is announced again. */
  private static final int MOST_ROUNDS = 3;

  @Override
  public int run(Call call, World world) {
    Forge forge = Forges.open(world);
    LeaseKey key = PullRequestKey.resolve(call, world, forge);
    try (Desk desk = Desk.openToLook(call, world)) {
      NoticeBoard board = NoticeBoard.of(forge, desk.clock(), world.environment());
      LeaseStatus status = desk.manager().find(key);
      if (call.has("dry-run")) {
        Notice notice = Notice.of(status);
        Posted would = board.look(key, notice);
        return tell(call, world, key, status, would, Optional.of(board.text(notice)));
      }
      Posted posted = board.post(key, Notice.of(status));
      for (int round = 1; round < MOST_ROUNDS; round++) {
        LeaseStatus now = desk.manager().find(key);
        if (isSame(status, now)) {
          break;
        }
        status = now;
        Posted again = board.post(key, Notice.of(now));
        posted = again.outcome() == Posted.Outcome.UNCHANGED ? posted : again;
      }
      return tell(call, world, key, status, posted, Optional.empty());
    }
  }

  private static boolean isSame(LeaseStatus before, LeaseStatus now) {
    return before.state() == now.state() && before.record().equals(now.record());
  }

  /** {@code text}: what would be written, where nothing was. */
  private static int tell(
      Call call,
      World world,
      LeaseKey key,
      LeaseStatus status,
      Posted posted,
      Optional<String> text) {
    Console console = world.console();
    if (call.has("json")) {
      console.json(JsonText.object(to -> json(to, status, posted, text)));
    } else {
      console.out(
          key + ": " + state(status) + "; " + (text.isEmpty() ? done(posted) : would(posted)));
      if (posted.outcome() == Posted.Outcome.CREATED || posted.outcome() == Posted.Outcome.EDITED) {
        text.ifPresent(body -> body.lines().forEach(line -> console.out("  " + line)));
      }
    }
    if (posted.outcome() != Posted.Outcome.LATER) {
      return ExitCode.DONE;
    }
    console.err(call.name() + ": the comment tells of a later lease than this store");
    console.next("Name the store that the other session uses: prlease help announce.");
    return ExitCode.FAILED;
  }

  private static void json(
      ObjectFields to, LeaseStatus status, Posted posted, Optional<String> text) {
    LeaseJson.status(to, status);
    if (text.isPresent()) {
      to.put("dry_run", true);
    }
    to.put("outcome", word(posted.outcome()));
    to.putOrNull("comment", posted.comment().map(Comment::url), ObjectFields::put);
    to.putOrNull("author", posted.comment().map(Comment::author), ObjectFields::put);
    text.ifPresent(body -> to.put("body", body));
  }

  private static String word(Posted.Outcome outcome) {
    return switch (outcome) {
      case CREATED -> "created";
      case EDITED -> "edited";
      case UNCHANGED -> "unchanged";
      case LATER -> "later";
      case NONE -> "none";
      case GONE -> "gone";
    };
  }

  private static String state(LeaseStatus status) {
    return switch (status.state()) {
      case HELD ->
          "held by session "
              + status.record().orElseThrow().owner()
              + " until "
              + Rfc3339.format(status.record().orElseThrow().expiresAt());
      case FREE -> "free";
      case EXPIRED -> "expired";
      case UNREADABLE -> "unreadable";
    };
  }

  private static String done(Posted posted) {
    return switch (posted.outcome()) {
      case CREATED -> "announced in " + url(posted);
      case EDITED -> "the comment says so now: " + url(posted);
      case UNCHANGED -> "the comment says so already: " + url(posted);
      case LATER -> "the comment was left as it is: " + url(posted);
      case NONE, GONE -> "there is no comment to correct";
    };
  }

  private static String would(Posted posted) {
    return switch (posted.outcome()) {
      case CREATED -> "would write a comment:";
      case EDITED -> "would edit the comment " + url(posted) + ":";
      default -> done(posted);
    };
  }

  private static String url(Posted posted) {
    return posted.comment().map(Comment::url).orElse("");
  }
}
