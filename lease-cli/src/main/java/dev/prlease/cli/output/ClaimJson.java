package dev.prlease.cli.output;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.json.JsonText.ObjectFields;
import java.util.Locale;
import java.util.Optional;

/** The JSON fields of a claim, and of a refusal. */
public final class ClaimJson {
  private ClaimJson() {}

  /** Adds {@code claim} as it stands in its record, or null. */
  public static void claim(ObjectFields to, Optional<Claim> claim) {
    to.putOrNull("claim", claim, ObjectFields::put);
  }

  /** Adds {@code record} under {@code name}, or null. */
  public static void record(ObjectFields to, String name, Optional<LeaseRecord> record) {
    if (record.isEmpty()) {
      to.putNull(name);
      return;
    }
    to.object(
        name,
        o -> {
          LeaseJson.record(o, record.get());
          claim(o, record.get().claim());
        });
  }

  /** Adds who was refused what, every reason, and what was found. */
  public static void refusal(ObjectFields to, ClaimRefusal refusal) {
    to.put("key", refusal.key().toString())
        .put("step", refusal.step().text())
        .put("session", refusal.session().value());
    to.array(
        "reasons",
        reasons -> refusal.reasons().forEach(each -> reasons.object(o -> reason(o, each))));
    to.put("aftermath", aftermath(refusal.aftermath()));
    record(to, "found", refusal.found());
  }

  private static void reason(ObjectFields to, ClaimReason reason) {
    to.put("code", reason.code().text())
        .put("expected", reason.expected())
        .put("found", reason.found());
  }

  private static String aftermath(ClaimRefusal.Aftermath aftermath) {
    return aftermath.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
