package dev.prlease.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.WriteId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What plugins make and hand over. */
class ValuesOfPortsTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final SessionId SESSION = SessionId.of("one");
  private static final LeaseRecord RECORD =
      LeaseRecord.of(KEY, SESSION, Instant.EPOCH, Ttl.DEFAULT).withFence(new Fence(7));

  @Test
  void the_fence_of_a_change_is_that_of_its_record() {
    assertThat(Change.hold(RECORD).fence()).isEqualTo(RECORD.fence());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Change(
                    Optional.of(RECORD), new Fence(8), WriteId.random(), Change.Replaced.DISCARD));
  }

  private static Map<String, String> withoutValue() {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("exit_code", nothing());
    return details;
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what plugins do all the same
  private static <T> T nothing() {
    return null;
  }

  @Test
  void details_have_names_and_values_and_keep_their_order() {
    assertThatNullPointerException()
        .isThrownBy(() -> new GatedAction.Outcome(GatedAction.Status.FAILED, withoutValue()));
    assertThatNullPointerException()
        .isThrownBy(() -> new GatedAction.Outcome(GatedAction.Status.FAILED, nothing()));
    assertThatNullPointerException()
        .isThrownBy(
            () ->
                new AuditEvent(
                    AuditEvent.Type.ACQUIRED,
                    Instant.EPOCH,
                    KEY,
                    SESSION,
                    Fence.NONE,
                    Optional.empty(),
                    withoutValue()));
    Map<String, String> ordered = new LinkedHashMap<>();
    ordered.put("z", "1");
    ordered.put("a", "2");
    assertThat(new GatedAction.Outcome(GatedAction.Status.SUCCEEDED, ordered).details().keySet())
        .containsExactly("z", "a");
  }
}
