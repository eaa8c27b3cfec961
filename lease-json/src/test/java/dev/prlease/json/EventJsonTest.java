package dev.prlease.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.spi.AuditEvent;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EventJsonTest {
  private static final String LINE =
      "{\"at\":\"2026-07-26T18:42:42.000Z\",\"event\":\"stood-down\","
          + "\"key\":{\"repo\":\"rysweet/amplihack-rs\",\"pr_number\":1051},"
          + "\"session\":\"s\",\"fence\":5,\"grant_id\":\"g\","
          + "\"details\":{\"reason\":\"a\\nb\",\"owner\":\"o\"}}";

  private static AuditEvent event(AuditEvent.Type type) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("reason", "a\nb");
    details.put("owner", "o");
    return new AuditEvent(
        type,
        Samples.TIME,
        Samples.KEY,
        new SessionId("s"),
        new Fence(5),
        Optional.of(new GrantId("g")),
        details);
  }

  private static DecodedEvent decode(String line) {
    return EventJson.decode(line.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void an_event_is_one_line() {
    byte[] line = EventJson.encodeLine(event(AuditEvent.Type.STOOD_DOWN));
    assertThat(new String(line, StandardCharsets.UTF_8)).isEqualTo(LINE + "\n");
  }

  @ParameterizedTest
  @EnumSource(AuditEvent.Type.class)
  void every_type_is_read_back(AuditEvent.Type type) {
    byte[] line = EventJson.encodeLine(event(type));
    assertThat(EventJson.decode(line)).isEqualTo(new DecodedEvent.Decoded(event(type)));
  }

  @Test
  void what_is_not_there_is_left_out_and_read_back() {
    AuditEvent bare =
        new AuditEvent(
            AuditEvent.Type.LOST,
            Samples.TIME,
            LeaseKey.of("ghe.example", "a/b", LeaseKey.Kind.ISSUE, 1),
            new SessionId("s"),
            Fence.NONE,
            Optional.empty(),
            Map.of());
    String line = new String(EventJson.encodeLine(bare), StandardCharsets.UTF_8);
    assertThat(line).doesNotContain("fence", "grant_id", "details");
    assertThat(decode(line)).isEqualTo(new DecodedEvent.Decoded(bare));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "\"stood-down\"|\"danced\"|event 'danced' is unknown",
        "\"stood-down\"|7|event is not a string",
        "\"event\"|\"e\"|event is missing",
        "\"at\"|\"session\":\"t\",\"at\"|session is there twice",
        "2026-07-26T|today |at is not a time",
        "1051|0|key is none: number must be 1 or more, not 0",
        "\"key\"|\"k\"|key is missing",
        "}}|}|it ends in the middle (line 1, column 188)",
      })
  void a_damaged_line_is_undecodable(String old, String now, String reason) {
    assertThat(decode(LINE.replace(old, now))).isEqualTo(new DecodedEvent.Undecodable(reason));
  }

  @Test
  void unknown_fields_and_odd_details_are_ignored() {
    String line =
        LINE.replace("\"owner\":\"o\"", "\"owner\":\"o\",\"n\":7")
            .replace("{\"at", "{\"x\":{},\"at");
    assertThat(decode(line)).isEqualTo(new DecodedEvent.Decoded(event(AuditEvent.Type.STOOD_DOWN)));
  }
}
