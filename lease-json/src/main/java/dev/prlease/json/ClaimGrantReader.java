package dev.prlease.json;

import com.fasterxml.jackson.core.JsonParser;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.Claimant;
import dev.prlease.api.claim.Provenance;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads one grant of a claim's story. It decides nothing, so an odd one counts as missing. */
final class ClaimGrantReader {
  private final Field<ClaimGrant.Kind> kind = new Field<>();
  private final Field<ClaimGrant.Prior> prior = new Field<>();
  private final Field<Instant> at = new Field<>();
  private final Field<List<Provenance>> evidence = new Field<>();
  private final Party party = new Party();

  private ClaimGrantReader() {}

  /** Reads the value that the parser stands on, to its end. */
  static Optional<ClaimGrant> read(JsonParser in) throws IOException {
    ClaimGrantReader fields = new ClaimGrantReader();
    ObjectFields.read(in, fields::take);
    return fields.grant();
  }

  private void take(String name, JsonParser in) throws IOException {
    switch (name) {
      case "kind" -> kind.setOptional(Values.word(in).flatMap(ClaimGrantReader::known));
      case "prior" -> prior.setOptional(readPrior(in));
      case "at" -> at.setOptional(Values.time(in));
      case "evidence" -> evidence.setOptional(ObjectFields.list(in, ProvenanceReader::read));
      default -> party.take(name, in);
    }
  }

  private static Optional<ClaimGrant.Kind> known(String text) {
    for (ClaimGrant.Kind kind : ClaimGrant.Kind.values()) {
      if (kind.text().equals(text)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  private static Optional<ClaimGrant.Prior> readPrior(JsonParser in) throws IOException {
    Party before = new Party();
    ObjectFields.read(in, before::take);
    return before.isWhole()
        ? Optional.of(
            new ClaimGrant.Prior(
                before.claimant.unique().orElseThrow(),
                SessionId.verbatim(before.session.unique().orElseThrow()),
                before.process.unique().orElseThrow(),
                before.expiresAt.unique().orElseThrow()))
        : Optional.empty();
  }

  private Optional<ClaimGrant> grant() {
    if (kind.unique().isEmpty() || at.unique().isEmpty() || !party.isWhole()) {
      return Optional.empty();
    }
    return Optional.of(
        new ClaimGrant(
            kind.unique().orElseThrow(),
            prior.unique(),
            party.claimant.unique().orElseThrow(),
            SessionId.verbatim(party.session.unique().orElseThrow()),
            party.process.unique().orElseThrow(),
            at.unique().orElseThrow(),
            party.expiresAt.unique().orElseThrow(),
            evidence.unique().orElse(List.of())));
  }

  /** Who had or has a claim. */
  private static final class Party {
    final Field<Claimant> claimant = new Field<>();
    final Field<String> session = new Field<>();
    final Field<ClaimProcess> process = new Field<>();
    final Field<Instant> expiresAt = new Field<>();

    void take(String name, JsonParser in) throws IOException {
      switch (name) {
        case "claimant" -> claimant.setOptional(ClaimantReader.read(in));
        case "session" -> session.setOptional(Values.string(in));
        case "process" -> process.setOptional(HolderReader.readProcess(in));
        case "expires_at" -> expiresAt.setOptional(Values.time(in));
        default -> in.skipChildren();
      }
    }

    boolean isWhole() {
      return claimant.unique().isPresent()
          && session.unique().isPresent()
          && process.unique().isPresent()
          && expiresAt.unique().isPresent();
    }
  }

  /** Reads {@code {"piece", "found", "source", "at"}}. */
  private static final class ProvenanceReader {
    private final Field<String> piece = new Field<>();
    private final Field<String> found = new Field<>();
    private final Field<String> source = new Field<>();
    private final Field<Instant> at = new Field<>();

    static Optional<Provenance> read(JsonParser in) throws IOException {
      ProvenanceReader fields = new ProvenanceReader();
      ObjectFields.read(in, fields::take);
      boolean isWhole =
          fields.piece.unique().isPresent()
              && fields.found.unique().isPresent()
              && fields.source.unique().isPresent()
              && fields.at.unique().isPresent();
      return isWhole
          ? Optional.of(
              new Provenance(
                  fields.piece.unique().orElseThrow(),
                  fields.found.unique().orElseThrow(),
                  fields.source.unique().orElseThrow(),
                  fields.at.unique().orElseThrow()))
          : Optional.empty();
    }

    private void take(String name, JsonParser in) throws IOException {
      switch (name) {
        case "piece" -> piece.setOptional(Values.string(in));
        case "found" -> found.setOptional(Values.string(in));
        case "source" -> source.setOptional(Values.string(in));
        case "at" -> at.setOptional(Values.time(in));
        default -> in.skipChildren();
      }
    }
  }
}
