package dev.prlease.testkit;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.SessionId;
import dev.prlease.spi.AuditEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Events that the tests of audit sinks are about. */
final class SampleEvents {
  private SampleEvents() {}

  /** An event of {@code session} in which every field has a value. */
  static AuditEvent of(SessionId session, Map<String, String> details) {
    return new AuditEvent(
        AuditEvent.Type.ACQUIRED,
        SampleLeases.THEN,
        SampleLeases.KEY,
        session,
        new Fence(7),
        Optional.of(new GrantId("grant-7")),
        details);
  }

  static AuditEvent plain(String session) {
    return of(SessionId.of(session), Map.of("ttl_secs", "900"));
  }

  /** Events that differ from {@link #plain} of the same session in one thing each, and that one. */
  static List<AuditEvent> variants(String session) {
    AuditEvent one = plain(session);
    List<AuditEvent> variants = new ArrayList<>();
    for (AuditEvent.Type type : AuditEvent.Type.values()) {
      variants.add(
          new AuditEvent(
              type, one.at(), one.key(), one.session(), one.fence(), one.grantId(), one.details()));
    }
    variants.add(
        new AuditEvent(
            one.type(),
            one.at().plus(Duration.ofMillis(1)),
            one.key(),
            one.session(),
            one.fence(),
            one.grantId(),
            one.details()));
    variants.add(
        new AuditEvent(
            one.type(),
            one.at(),
            SampleLeases.OTHER_KEY,
            one.session(),
            one.fence(),
            one.grantId(),
            one.details()));
    variants.add(of(SessionId.of(session + "x"), one.details()));
    for (Fence fence : List.of(new Fence(8), Fence.NONE)) {
      variants.add(
          new AuditEvent(
              one.type(), one.at(), one.key(), one.session(), fence, one.grantId(), one.details()));
    }
    for (Optional<GrantId> grant :
        List.of(Optional.<GrantId>empty(), Optional.of(new GrantId("grant-8")))) {
      variants.add(
          new AuditEvent(
              one.type(), one.at(), one.key(), one.session(), one.fence(), grant, one.details()));
    }
    variants.add(of(one.session(), Map.of()));
    variants.add(of(one.session(), Map.of("ttl_secs", "901")));
    variants.add(of(one.session(), Map.of("TTL_secs", "900")));
    return variants;
  }

  /** Names and values in turn, in their order. */
  static Map<String, String> details(String... namesAndValues) {
    Map<String, String> details = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      details.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return details;
  }

  /** Values that have broken somebody's log: each would pose as something else if it could. */
  static List<String> hostileValues() {
    return List.of(
        "two\nlines",
        "two\r\nlines",
        "\n",
        "line\u2028separator",
        "null\u0000character",
        "escape\u001b[2J",
        "quote\" owner=\"other",
        "back\\slash\\",
        "a=b, c=d} {\"type\":\"released\"}",
        "\ud83d\ude00 emoji",
        " lead and trail ",
        "");
  }
}
