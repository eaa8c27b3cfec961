package dev.prlease.cli;

import static dev.prlease.api.claim.ClaimReason.Code.AT_WORK;
import static dev.prlease.api.claim.ClaimReason.Code.COMPETING_CLAIM;
import static dev.prlease.api.claim.ClaimReason.Code.EXPIRED;
import static dev.prlease.api.claim.ClaimReason.Code.HOST_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.KEY_MISMATCH;
import static dev.prlease.api.claim.ClaimReason.Code.LIVE;
import static dev.prlease.api.claim.ClaimReason.Code.NOT_A_CLAIM;
import static dev.prlease.api.claim.ClaimReason.Code.NOT_EXPIRED;
import static dev.prlease.api.claim.ClaimReason.Code.NO_CLAIM;
import static dev.prlease.api.claim.ClaimReason.Code.NUMBER_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.OTHER_SESSION;
import static dev.prlease.api.claim.ClaimReason.Code.OVERTAKEN;
import static dev.prlease.api.claim.ClaimReason.Code.OWNER_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.PENDING;
import static dev.prlease.api.claim.ClaimReason.Code.RECORDED_PROCESS_NOT_DEAD;
import static dev.prlease.api.claim.ClaimReason.Code.REPOSITORY_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.UNREADABLE;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.ClaimReason.Code;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.api.claim.ClaimRefusal.Step;
import dev.prlease.cli.output.ShellQuote;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** What a refused claim means to whoever called the command: its exit code, and what to type. */
final class ClaimOutcome {
  /** The slot has to be looked at by an operator. */
  private static final List<Code> BROKEN =
      List.of(
          UNREADABLE,
          NOT_A_CLAIM,
          KEY_MISMATCH,
          HOST_DIFFERS,
          OWNER_DIFFERS,
          REPOSITORY_DIFFERS,
          NUMBER_DIFFERS);

  /** Another's claim stands in the way. */
  private static final List<Code> ANOTHERS =
      List.of(
          LIVE,
          OTHER_SESSION,
          PENDING,
          COMPETING_CLAIM,
          AT_WORK,
          OVERTAKEN,
          RECORDED_PROCESS_NOT_DEAD);

  private ClaimOutcome() {}

  /** The exit code: the first that fits, of the table in the reference. */
  static int exitCode(ClaimRefusal refusal) {
    List<Code> codes = refusal.codes();
    Step step = refusal.step();
    if (!Collections.disjoint(codes, BROKEN)) {
      return ExitCode.UNREADABLE;
    }
    if (step == Step.VERIFY || step == Step.HEARTBEAT) {
      return codes.contains(EXPIRED) && !codes.contains(OTHER_SESSION)
          ? ExitCode.EXPIRED
          : ExitCode.NOT_OWNER;
    }
    boolean names = step == Step.RELEASE || step == Step.ADOPT;
    if (codes.contains(NO_CLAIM) || (names && codes.contains(OTHER_SESSION))) {
      return ExitCode.NOT_OWNER;
    }
    return Collections.disjoint(codes, ANOTHERS) ? ExitCode.FAILED : ExitCode.HELD;
  }

  /**
   * What to do, and what to type for it.
   *
   * @param store the option that names the store of the call, if it did
   */
  static String next(ClaimRefusal refusal, String store) {
    return refusal.nextStep() + " " + command(refusal, store);
  }

  private static String command(ClaimRefusal refusal, String store) {
    String key = " --key " + ShellQuote.word(refusal.key().toString());
    List<Code> codes = refusal.codes();
    Optional<String> owner = refusal.found().map(LeaseRecord::owner).map(Object::toString);
    if (!Collections.disjoint(codes, BROKEN)) {
      return "To end it: prlease break" + key + " --reason TEXT" + store;
    }
    if (codes.contains(OTHER_SESSION) && owner.isPresent() && refusal.step() != Step.ADOPT) {
      String from = " --from " + ShellQuote.word(owner.get());
      return "To adopt it: prlease claim adopt" + key + from + store;
    }
    if (Collections.disjoint(codes, List.of(LIVE, OTHER_SESSION, PENDING, COMPETING_CLAIM))) {
      if (codes.contains(EXPIRED)) {
        return "To renew it: prlease claim renew" + key + store;
      }
      if (codes.contains(NO_CLAIM)) {
        return "To take it: prlease claim take" + key + store;
      }
      if (codes.contains(NOT_EXPIRED)) {
        return "To keep it: prlease claim heartbeat" + key + store;
      }
    }
    return "To see whose it is: prlease claim show" + key + store;
  }
}
