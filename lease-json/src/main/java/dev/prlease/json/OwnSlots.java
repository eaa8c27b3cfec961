package dev.prlease.json;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.ProcessIdentity;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.WriteId;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads slots that are laid out just as {@link SlotJson#encode} writes them: the same fields in the
 * same order and on lines of the same kind. Those of version-1 programs are too.
 *
 * <p>Nearly all slots are, and for one of a hundred thousand in a listing the parser's time is most
 * of all. Whatever is different in the least is declined: a claim, an escape, a time of another
 * form, damage. So nothing is judged here, and what is read is what {@link Document} would have
 * read.
 *
 * <p>Not thread-safe.
 */
final class OwnSlots {
  private static final byte[] NULL = LaidOutText.bytes("null");
  private static final byte[] RECORD = name("record");
  private static final byte[] SCHEMA_VERSION = name("schema_version");
  private static final byte[] KEY = name("key");
  private static final byte[] HOST = name("host");
  private static final byte[] REPO = name("repo");
  private static final byte[] PR_NUMBER = name("pr_number");
  private static final byte[] ISSUE_NUMBER = name("issue_number");
  private static final byte[] OWNER = name("owner_session_id");
  private static final byte[] ACQUIRED_AT = name("acquired_at");
  private static final byte[] TTL_SECS = name("ttl_secs");
  private static final byte[] FENCE = name("fence");
  private static final byte[] GRANT_ID = name("grant_id");
  private static final byte[] GRANTED_AT = name("granted_at");
  private static final byte[] HOLDER = name("holder");
  private static final byte[] PID = name("pid");
  private static final byte[] START_TICKS = name("start_ticks");
  private static final byte[] BOOT_ID = name("boot_id");
  private static final byte[] PID_NAMESPACE = name("pid_namespace");
  private static final byte[] PROGRAM = name("program");
  private static final byte[] LABEL = name("label");
  private static final byte[] HEAD = name("head");
  private static final byte[] WRITE_ID = name("write_id");

  private final LastText keyHost = new LastText();
  private final LastText repo = new LastText();
  private final LastText host = new LastText();
  private final LastText bootId = new LastText();
  private final LastText program = new LastText();
  private final LastText label = new LastText();
  private final LastTime time = new LastTime();

  private static byte[] name(String name) {
    return LaidOutText.bytes('"' + name + "\": ");
  }

  /** What the first {@code length} bytes say, if they are laid out as ours. */
  Optional<DecodedSlot> read(byte[] bytes, int length) {
    LaidOutText in = new LaidOutText(bytes, length);
    in.open();
    in.member(RECORD);
    Optional<LeaseRecord> record = in.skip(NULL) ? Optional.empty() : record(in);
    Fence fence = fence(in);
    Optional<WriteId> writeId = in.has(WRITE_ID) ? writeId(in.text()) : Optional.empty();
    in.close();
    in.end();
    if (in.isLost()) {
      return Optional.empty();
    }
    return Optional.of(
        record.isPresent()
            ? new DecodedSlot.Held(record.get(), writeId)
            : new DecodedSlot.Vacant(fence, writeId));
  }

  /** Empty only if it is lost. */
  private Optional<LeaseRecord> record(LaidOutText in) {
    in.open();
    in.member(SCHEMA_VERSION);
    boolean isKnown = in.number() == LeaseRecord.SCHEMA_VERSION;
    in.member(KEY);
    Optional<LeaseKey> key = key(in);
    in.member(OWNER);
    String owner = in.text();
    in.member(ACQUIRED_AT);
    Optional<Instant> acquiredAt = time.or(in);
    in.member(TTL_SECS);
    Ttl ttl = Ttl.lenient(in.number());
    Fence fence = fence(in);
    Optional<GrantId> grantId = in.has(GRANT_ID) ? grantId(in.text()) : Optional.empty();
    Optional<Instant> grantedAt = in.has(GRANTED_AT) ? time.or(in) : Optional.empty();
    Optional<Holder> holder = in.has(HOLDER) ? Optional.of(holder(in)) : Optional.empty();
    Optional<String> head = in.has(HEAD) ? word(in.text()) : Optional.empty();
    in.close();
    if (in.isLost() || !isKnown || key.isEmpty() || acquiredAt.isEmpty()) {
      in.lose();
      return Optional.empty();
    }
    return Optional.of(
        new LeaseRecord(
            key.get(),
            SessionId.verbatim(owner),
            acquiredAt.get(),
            ttl,
            fence,
            grantId,
            grantedAt,
            holder,
            head,
            Optional.empty()));
  }

  private Optional<LeaseKey> key(LaidOutText in) {
    in.open();
    String onHost = in.has(HOST) ? in.text(keyHost) : LeaseKey.DEFAULT_HOST;
    in.member(REPO);
    String path = in.text(repo);
    boolean isIssue = in.has(ISSUE_NUMBER);
    if (!isIssue) {
      in.member(PR_NUMBER);
    }
    long number = in.number();
    in.close();
    if (in.isLost()) {
      return Optional.empty();
    }
    LeaseKey.Kind kind = isIssue ? LeaseKey.Kind.ISSUE : LeaseKey.Kind.PULL_REQUEST;
    try {
      return Optional.of(LeaseKey.of(onHost, path, kind, number));
    } catch (IllegalArgumentException noKey) {
      return Optional.empty();
    }
  }

  private Holder holder(LaidOutText in) {
    in.open();
    String name = in.has(HOST) ? in.text(host) : "";
    Optional<ProcessIdentity> process =
        in.has(PID) ? Optional.of(process(in, in.number())) : Optional.empty();
    String runs = in.has(PROGRAM) ? in.text(program) : "";
    String called = in.has(LABEL) ? in.text(label) : "";
    in.close();
    return new Holder(name, process, runs, called);
  }

  private ProcessIdentity process(LaidOutText in, long pid) {
    OptionalLong ticks = in.has(START_TICKS) ? OptionalLong.of(in.number()) : OptionalLong.empty();
    Optional<String> boot = in.has(BOOT_ID) ? word(in.text(bootId)) : Optional.empty();
    OptionalLong space =
        in.has(PID_NAMESPACE) ? OptionalLong.of(in.number()) : OptionalLong.empty();
    return new ProcessIdentity(pid, ticks, boot, space);
  }

  private static Fence fence(LaidOutText in) {
    return in.has(FENCE) ? Fence.lenient(in.number()) : Fence.NONE;
  }

  private static Optional<GrantId> grantId(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(new GrantId(text));
  }

  private static Optional<WriteId> writeId(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(new WriteId(text));
  }

  private static Optional<String> word(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
