package dev.prlease.json;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Claimant;
import dev.prlease.api.claim.PendingClaim;
import dev.prlease.api.claim.Provenance;
import java.io.IOException;
import java.time.Instant;

/** Writes a claim. */
final class ClaimWriter {
  private ClaimWriter() {}

  static void write(JsonGenerator out, Claim claim) throws IOException {
    ClaimTerms terms = claim.terms();
    out.writeStartObject();
    out.writeObjectFieldStart("remote");
    out.writeStringField("name", terms.remote().name());
    out.writeStringField("url", terms.remote().url());
    out.writeEndObject();
    out.writeStringField("operation", terms.operation());
    out.writeStringField("branch", terms.branch());
    out.writeStringField("worktree", terms.worktree());
    writeClaimant(out, terms.claimant());
    writeProcess(out, claim.process());
    if (claim.pending().isPresent()) {
      out.writeFieldName("pending");
      writePending(out, claim.pending().get());
    }
    if (!claim.grants().isEmpty()) {
      out.writeArrayFieldStart("grants");
      for (ClaimGrant grant : claim.grants()) {
        writeGrant(out, grant);
      }
      out.writeEndArray();
    }
    out.writeNumberField("grant_count", claim.grantCount());
    out.writeEndObject();
  }

  private static void writePending(JsonGenerator out, PendingClaim pending) throws IOException {
    out.writeStartObject();
    writeTime(out, "since", pending.since());
    writeTime(out, "until", pending.until());
    if (pending.prior().isPresent()) {
      out.writeFieldName("prior");
      RecordWriter.write(out, pending.prior().get());
    }
    out.writeEndObject();
  }

  private static void writeGrant(JsonGenerator out, ClaimGrant grant) throws IOException {
    out.writeStartObject();
    out.writeStringField("kind", grant.kind().text());
    if (grant.prior().isPresent()) {
      ClaimGrant.Prior prior = grant.prior().get();
      out.writeObjectFieldStart("prior");
      writeParty(out, prior.claimant(), prior.session(), prior.process());
      writeTime(out, "expires_at", prior.expiresAt());
      out.writeEndObject();
    }
    writeParty(out, grant.claimant(), grant.session(), grant.process());
    writeTime(out, "at", grant.at());
    writeTime(out, "expires_at", grant.expiresAt());
    if (!grant.evidence().isEmpty()) {
      out.writeArrayFieldStart("evidence");
      for (Provenance piece : grant.evidence()) {
        writeProvenance(out, piece);
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  private static void writeProvenance(JsonGenerator out, Provenance piece) throws IOException {
    out.writeStartObject();
    out.writeStringField("piece", piece.piece());
    out.writeStringField("found", piece.found());
    out.writeStringField("source", piece.source());
    writeTime(out, "at", piece.at());
    out.writeEndObject();
  }

  private static void writeParty(
      JsonGenerator out, Claimant claimant, SessionId session, ClaimProcess process)
      throws IOException {
    writeClaimant(out, claimant);
    out.writeStringField("session", session.value());
    writeProcess(out, process);
  }

  private static void writeClaimant(JsonGenerator out, Claimant claimant) throws IOException {
    out.writeObjectFieldStart("claimant");
    out.writeStringField("user", claimant.user());
    if (!claimant.profile().isEmpty()) {
      out.writeStringField("profile", claimant.profile());
    }
    out.writeEndObject();
  }

  private static void writeProcess(JsonGenerator out, ClaimProcess process) throws IOException {
    out.writeObjectFieldStart("process");
    if (!process.host().isEmpty()) {
      out.writeStringField("host", process.host());
    }
    RecordWriter.writeProcess(out, process.identity());
    out.writeEndObject();
  }

  private static void writeTime(JsonGenerator out, String name, Instant time) throws IOException {
    out.writeStringField(name, Rfc3339.format(time));
  }
}
