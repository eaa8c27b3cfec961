package dev.prlease.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Claimant;
import dev.prlease.api.claim.PendingClaim;
import dev.prlease.api.claim.Remote;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reads a claim. One of which a part is odd, missing or there twice is no claim at all, since
 * nobody could be its exact owner; that it waits for its confirmation must not get lost either.
 * Only its story may have gaps.
 */
final class ClaimReader {
  private final Field<Remote> remote = new Field<>();
  private final Field<String> operation = new Field<>();
  private final Field<String> branch = new Field<>();
  private final Field<String> worktree = new Field<>();
  private final Field<Claimant> claimant = new Field<>();
  private final Field<ClaimProcess> process = new Field<>();
  private final Field<PendingClaim> pending = new Field<>();
  private final Field<List<ClaimGrant>> grants = new Field<>();
  private final Field<Long> grantCount = new Field<>();

  private ClaimReader() {}

  /** Reads the value that the parser stands on, to its end. */
  static Optional<Claim> read(JsonParser in) throws IOException {
    ClaimReader fields = new ClaimReader();
    return ObjectFields.read(in, fields::take) ? fields.claim() : Optional.empty();
  }

  private void take(String name, JsonParser in) throws IOException {
    switch (name) {
      case "remote" -> remote.setOptional(RemoteReader.read(in));
      case "operation" -> operation.setOptional(Values.word(in));
      case "branch" -> branch.setOptional(Values.word(in));
      case "worktree" -> worktree.setOptional(Values.word(in));
      case "claimant" -> claimant.setOptional(ClaimantReader.read(in));
      case "process" -> process.setOptional(HolderReader.readProcess(in));
      case "pending" -> pending.setOptional(PendingReader.read(in));
      case "grants" -> grants.setOptional(ObjectFields.list(in, ClaimGrantReader::read));
      case "grant_count" -> grantCount.setOptional(Values.count(in));
      default -> in.skipChildren();
    }
  }

  private Optional<Claim> claim() {
    boolean isWhole =
        remote.unique().isPresent()
            && operation.unique().isPresent()
            && branch.unique().isPresent()
            && worktree.unique().isPresent()
            && claimant.unique().isPresent()
            && process.unique().isPresent()
            && (!pending.isThere() || pending.unique().isPresent());
    if (!isWhole) {
      return Optional.empty();
    }
    List<ClaimGrant> story = grants.unique().orElse(List.of());
    return Optional.of(
        new Claim(
            new ClaimTerms(
                remote.unique().orElseThrow(),
                operation.unique().orElseThrow(),
                branch.unique().orElseThrow(),
                worktree.unique().orElseThrow(),
                claimant.unique().orElseThrow()),
            process.unique().orElseThrow(),
            pending.unique(),
            story,
            Math.max(grantCount.unique().orElse(0L), story.size())));
  }

  /** Reads {@code {"name", "url"}}. */
  private static final class RemoteReader {
    private final Field<String> name = new Field<>();
    private final Field<String> url = new Field<>();

    static Optional<Remote> read(JsonParser in) throws IOException {
      RemoteReader fields = new RemoteReader();
      ObjectFields.read(in, fields::take);
      return fields.name.unique().isPresent() && fields.url.unique().isPresent()
          ? Optional.of(
              new Remote(fields.name.unique().orElseThrow(), fields.url.unique().orElseThrow()))
          : Optional.empty();
    }

    private void take(String field, JsonParser in) throws IOException {
      switch (field) {
        case "name" -> name.setOptional(Values.word(in));
        case "url" -> url.setOptional(Values.word(in));
        default -> in.skipChildren();
      }
    }
  }

  /** Reads {@code {"since", "until", "prior"}}. */
  private static final class PendingReader {
    private final Field<Instant> since = new Field<>();
    private final Field<Instant> until = new Field<>();
    private final Field<LeaseRecord> prior = new Field<>();

    static Optional<PendingClaim> read(JsonParser in) throws IOException {
      PendingReader fields = new PendingReader();
      ObjectFields.read(in, fields::take);
      boolean isWhole =
          fields.since.unique().isPresent()
              && fields.until.unique().isPresent()
              && (!fields.prior.isThere() || fields.prior.unique().isPresent())
              && fields.prior.unique().filter(PendingReader::isPending).isEmpty();
      return isWhole
          ? Optional.of(
              new PendingClaim(
                  fields.since.unique().orElseThrow(),
                  fields.until.unique().orElseThrow(),
                  fields.prior.unique()))
          : Optional.empty();
    }

    private static boolean isPending(LeaseRecord record) {
      return record.claim().flatMap(Claim::pending).isPresent();
    }

    private void take(String name, JsonParser in) throws IOException {
      switch (name) {
        case "since" -> since.setOptional(Values.time(in));
        case "until" -> until.setOptional(Values.time(in));
        case "prior" -> prior.setOptional(record(in));
        default -> in.skipChildren();
      }
    }

    private static Optional<LeaseRecord> record(JsonParser in) throws IOException {
      if (in.currentToken() != JsonToken.START_OBJECT) {
        in.skipChildren();
        return Optional.empty();
      }
      DecodedSlot decoded = RecordReader.read(in).result(Optional.empty());
      return decoded instanceof DecodedSlot.Held held
          ? Optional.of(held.record())
          : Optional.empty();
    }
  }
}
