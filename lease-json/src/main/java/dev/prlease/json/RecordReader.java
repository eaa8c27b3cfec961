package dev.prlease.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.WriteId;
import dev.prlease.api.claim.Claim;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads a record. It goes on after a defect: only at the end is it known whether the record says
 * that it is of another version, which then explains all the rest.
 */
final class RecordReader {
  private Optional<String> defect = Optional.empty();
  private Optional<String> foreignVersion = Optional.empty();
  private final Field<Long> version = new Field<>();
  private final Field<LeaseKey> key = new Field<>();
  private final Field<String> owner = new Field<>();
  private final Field<Instant> acquiredAt = new Field<>();
  private final Field<Ttl> ttl = new Field<>();
  private final Field<Fence> fence = new Field<>();
  private final Field<GrantId> grantId = new Field<>();
  private final Field<Instant> grantedAt = new Field<>();
  private final Field<Holder> holder = new Field<>();
  private final Field<String> head = new Field<>();
  private final Field<Claim> claim = new Field<>();

  private RecordReader() {}

  /** Reads the value that the parser stands on, to its end. */
  static RecordReader read(JsonParser in) throws IOException {
    RecordReader record = new RecordReader();
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      record.defect("record is " + Values.describe(in) + ", not an object");
      return record;
    }
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      record.take(name, in);
    }
    return record;
  }

  /** What the record is, in a slot with {@code writeId}. */
  DecodedSlot result(Optional<WriteId> writeId) {
    if (foreignVersion.isPresent()) {
      return new DecodedSlot.Unreadable(LeaseSlot.Defect.UNSUPPORTED_VERSION, foreignVersion.get());
    }
    if (defect.isPresent()) {
      return DecodedSlot.Unreadable.corrupt(defect.get());
    }
    require(version, "schema_version");
    require(key, "key");
    require(owner, "owner_session_id");
    require(acquiredAt, "acquired_at");
    require(ttl, "ttl_secs");
    if (defect.isPresent()) {
      return DecodedSlot.Unreadable.corrupt(defect.get());
    }
    return new DecodedSlot.Held(
        new LeaseRecord(
            key.unique().orElseThrow(),
            SessionId.verbatim(owner.unique().orElseThrow()),
            acquiredAt.unique().orElseThrow(),
            ttl.unique().orElseThrow(),
            fence.unique().orElse(Fence.NONE),
            grantId.unique(),
            grantedAt.unique(),
            holder.unique(),
            head.unique(),
            claim.unique()),
        writeId);
  }

  private void take(String name, JsonParser in) throws IOException {
    switch (name) {
      case "schema_version" -> takeVersion(in);
      case "key" -> takeKey(in);
      case "owner_session_id" -> takeOwner(in);
      case "acquired_at" -> takeAcquiredAt(in);
      case "ttl_secs" -> takeTtl(in);
      case "fence" -> fence.setOptional(Values.fence(in));
      case "grant_id" -> takeGrantId(in);
      case "granted_at" -> grantedAt.setOptional(Values.time(in));
      case "holder" -> holder.setOptional(HolderReader.read(in));
      case "head" -> head.setOptional(Values.word(in));
      case "claim" -> claim.setOptional(ClaimReader.read(in));
      default -> in.skipChildren();
    }
  }

  private void takeVersion(JsonParser in) throws IOException {
    OptionalLong value = Values.wholeNumber(in);
    if (value.isEmpty()) {
      version.setAbsent();
      defect("schema_version is " + Values.describe(in) + ", not a whole number");
    } else {
      version.set(value.getAsLong());
      if (value.getAsLong() != LeaseRecord.SCHEMA_VERSION) {
        foreignVersion =
            Optional.of(
                "its schema version is "
                    + Values.describe(in)
                    + ", known is "
                    + LeaseRecord.SCHEMA_VERSION);
      }
    }
  }

  private void takeKey(JsonParser in) throws IOException {
    KeyReader.Result result = KeyReader.read(in);
    if (result instanceof KeyReader.Result.Key found) {
      key.set(found.key());
    } else if (result instanceof KeyReader.Result.Defect trouble) {
      key.setAbsent();
      defect(trouble.reason());
    }
  }

  private void takeOwner(JsonParser in) throws IOException {
    Optional<String> found = Values.string(in);
    owner.setOptional(found);
    if (found.isEmpty()) {
      defect("owner_session_id is " + Values.describe(in) + ", not a string");
    }
  }

  private void takeAcquiredAt(JsonParser in) throws IOException {
    Optional<Instant> found = Values.time(in);
    acquiredAt.setOptional(found);
    if (found.isEmpty()) {
      defect("acquired_at is " + Values.describe(in) + ", not an RFC 3339 time");
    }
  }

  private void takeTtl(JsonParser in) throws IOException {
    OptionalLong seconds = Values.wholeNumber(in);
    if (seconds.isEmpty()) {
      ttl.setAbsent();
      defect("ttl_secs is " + Values.describe(in) + ", not a whole number of seconds");
    } else {
      ttl.set(Ttl.lenient(seconds.getAsLong()));
    }
  }

  private void takeGrantId(JsonParser in) throws IOException {
    Optional<String> word = Values.word(in);
    grantId.setOptional(word.isPresent() ? Optional.of(new GrantId(word.get())) : Optional.empty());
  }

  private void require(Field<?> field, String name) {
    if (field.isRepeated()) {
      defect(name + " is there twice");
    } else if (!field.isThere()) {
      defect(name + " is missing");
    }
  }

  private void defect(String reason) {
    if (defect.isEmpty()) {
      defect = Optional.of(reason);
    }
  }
}
