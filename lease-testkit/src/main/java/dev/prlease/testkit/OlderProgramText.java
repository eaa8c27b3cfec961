package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The JSON of a slot as a version-1 program writes it: for {@link RawSlots} of stores that keep
 * slots as JSON.
 */
public final class OlderProgramText {
  private OlderProgramText() {}

  /** The text of a slot with the version-1 fields of {@code record}, or with no record. */
  public static String of(Optional<LeaseRecord> record) {
    return record.map(OlderProgramText::text).orElse("{\n  \"record\": null\n}");
  }

  /** The same in UTF-8. */
  public static byte[] bytes(Optional<LeaseRecord> record) {
    return of(record).getBytes(StandardCharsets.UTF_8);
  }

  private static String text(LeaseRecord record) {
    LeaseKey key = record.key();
    String number = key.kind() == LeaseKey.Kind.ISSUE ? "issue_number" : "pr_number";
    String host = key.onDefaultHost() ? "" : "\"host\": " + quoted(key.host()) + ",\n      ";
    return "{\n  \"record\": {\n    \"schema_version\": 1,\n    \"key\": {\n      "
        + host
        + "\"repo\": "
        + quoted(key.repo())
        + ",\n      \""
        + number
        + "\": "
        + key.number()
        + "\n    },\n    \"owner_session_id\": "
        + quoted(record.owner().value())
        + ",\n    \"acquired_at\": "
        + quoted(record.acquiredAt().toString())
        + ",\n    \"ttl_secs\": "
        + record.ttl().seconds()
        + "\n  }\n}";
  }

  /** Neither repositories nor sessions have control characters. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
