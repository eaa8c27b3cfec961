package dev.prlease.json;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.ProcessIdentity;
import java.io.IOException;

/** Writes a record: the fields of version 1 first, then what is additive and there. */
final class RecordWriter {
  private RecordWriter() {}

  static void write(JsonGenerator out, LeaseRecord record) throws IOException {
    out.writeStartObject();
    out.writeNumberField("schema_version", LeaseRecord.SCHEMA_VERSION);
    out.writeFieldName("key");
    writeKey(out, record.key());
    out.writeStringField("owner_session_id", record.owner().value());
    out.writeStringField("acquired_at", Rfc3339.format(record.acquiredAt()));
    out.writeNumberField("ttl_secs", record.ttl().seconds());
    if (record.fence().isPresent()) {
      out.writeNumberField("fence", record.fence().value());
    }
    if (record.grantId().isPresent()) {
      out.writeStringField("grant_id", record.grantId().get().value());
    }
    if (record.grantedAt().isPresent()) {
      out.writeStringField("granted_at", Rfc3339.format(record.grantedAt().get()));
    }
    if (record.holder().isPresent()) {
      out.writeFieldName("holder");
      writeHolder(out, record.holder().get());
    }
    if (record.head().isPresent()) {
      out.writeStringField("head", record.head().get());
    }
    if (record.claim().isPresent()) {
      out.writeFieldName("claim");
      ClaimWriter.write(out, record.claim().get());
    }
    out.writeEndObject();
  }

  static void writeKey(JsonGenerator out, LeaseKey key) throws IOException {
    out.writeStartObject();
    if (!key.onDefaultHost()) {
      out.writeStringField("host", key.host());
    }
    out.writeStringField("repo", key.repo());
    out.writeNumberField(
        key.kind() == LeaseKey.Kind.ISSUE ? "issue_number" : "pr_number", key.number());
    out.writeEndObject();
  }

  static void writeHolder(JsonGenerator out, Holder holder) throws IOException {
    out.writeStartObject();
    if (!holder.host().isEmpty()) {
      out.writeStringField("host", holder.host());
    }
    if (holder.process().isPresent()) {
      writeProcess(out, holder.process().get());
    }
    if (!holder.program().isEmpty()) {
      out.writeStringField("program", holder.program());
    }
    if (!holder.label().isEmpty()) {
      out.writeStringField("label", holder.label());
    }
    out.writeEndObject();
  }

  /** The process's fields, in an object that is open. */
  static void writeProcess(JsonGenerator out, ProcessIdentity process) throws IOException {
    out.writeNumberField("pid", process.pid());
    if (process.startTicks().isPresent()) {
      out.writeNumberField("start_ticks", process.startTicks().getAsLong());
    }
    if (process.bootId().isPresent()) {
      out.writeStringField("boot_id", process.bootId().get());
    }
    if (process.pidNamespace().isPresent()) {
      out.writeNumberField("pid_namespace", process.pidNamespace().getAsLong());
    }
  }
}
