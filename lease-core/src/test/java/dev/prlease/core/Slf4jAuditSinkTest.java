package dev.prlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class Slf4jAuditSinkTest {
  private static AuditEvent event(SessionId session, Map<String, String> details) {
    return new AuditEvent(
        AuditEvent.Type.STOOD_DOWN,
        Instant.parse("2026-07-26T18:42:42Z"),
        LeaseKey.pullRequest("acme/app", 42),
        session,
        new Fence(7),
        Optional.of(new GrantId("abc")),
        details);
  }

  @Test
  void an_event_is_one_line_of_names_and_values() {
    String line =
        Slf4jAuditSink.line(event(SessionId.of("session-a"), Map.of("owner", "session-b")));
    assertThat(line)
        .isEqualTo(
            "stood-down key=acme/app#42 session=session-a fence=7 grant=abc"
                + " at=2026-07-26T18:42:42Z owner=session-b");
  }

  @Test
  void no_value_can_pose_as_another_event() {
    String line =
        Slf4jAuditSink.line(
            event(
                SessionId.verbatim("x\nacquired key=y"),
                Map.of("reason", "say \"no\" \u202e \\ ok=1", "head", "\ue000")));
    assertThat(line).doesNotContain("\n").doesNotContain("\u202e").doesNotContain("\ue000");
    assertThat(line)
        .contains("session=\"x\\u{a}acquired key=y\"")
        .contains("reason=\"say \\\"no\\\" \\u{202e} \\\\ ok=1\"");
  }

  @Test
  void it_promises_no_durability_and_works_without_a_backend() {
    AuditSink sink = new Slf4jAuditSink();
    sink.record(event(SessionId.of("a"), Map.of()));
    assertThat(sink.durability()).isEqualTo(AuditSink.Durability.BEST_EFFORT);
    sink.close();
  }
}
