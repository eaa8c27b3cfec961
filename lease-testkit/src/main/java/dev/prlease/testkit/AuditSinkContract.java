package dev.prlease.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prlease.api.SessionId;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What every {@link AuditSink} must do, as a suite: a test or more for each of the rules AS-1 to
 * AS-8, named by the rule's number.
 *
 * <p>Subclass it in the sink's own tests and write one method:
 *
 * <pre>
 * final class MySinkContractTest extends AuditSinkContract {
 *   &#64;Override
 *   protected AuditSinkFixture newPlace() {
 *     Path file = …;                                // a fresh, empty place
 *     return AuditSinkFixture.of(() -&gt; new MySink(file), () -&gt; Files.readAllLines(file));
 *   }
 * }
 * </pre>
 */
@Timeout(120) // no measure: only so that a sink which hangs fails instead of blocking the build
@DisplayNameGeneration(RuleNames.class)
@ExtendWith(NotOffered.class)
public abstract class AuditSinkContract {
  private static final int THREADS = 4;
  private static final int EACH = 25;

  private final List<AuditSink> opened = new ArrayList<>();
  private Optional<AuditSinkFixture> place = Optional.empty();

  /** For subclasses. */
  protected AuditSinkContract() {}

  /** Makes a fresh, empty place for events; called once a test, which closes it. */
  protected abstract AuditSinkFixture newPlace() throws Exception;

  @BeforeEach
  final void makePlace() throws Exception {
    place = Optional.of(newPlace());
  }

  @AfterEach
  final void removePlace() throws Exception {
    closeAll();
    if (place.isPresent()) {
      place.get().close();
    }
  }

  private AuditSink open() {
    AuditSink sink = place.orElseThrow().open();
    opened.add(sink);
    return sink;
  }

  private void closeAll() {
    opened.forEach(AuditSink::close);
    opened.clear();
  }

  /** The entries once every sink is closed: from then on nothing may be held back. */
  private List<String> entriesAtLast() {
    closeAll();
    return entries();
  }

  private List<String> entries() {
    return place.orElseThrow().entries();
  }

  @Test
  void AS_1_each_event_is_one_entry_and_they_keep_their_order() {
    AuditSink sink = open();
    List<String> sessions = new ArrayList<>();
    for (int i = 10; i < 60; i++) {
      sessions.add("session-" + i);
      sink.record(SampleEvents.plain("session-" + i));
    }
    assertThat(sessionsOf(entriesAtLast()))
        .as("the sessions of the entries, one event each")
        .isEqualTo(sessions);
  }

  @Test
  void AS_1_the_same_event_twice_is_two_entries() {
    AuditSink sink = open();
    sink.record(SampleEvents.plain("session-10"));
    sink.record(SampleEvents.plain("session-10"));
    assertThat(entriesAtLast()).as("entries of an event recorded twice").hasSize(2);
  }

  @Test
  void AS_2_events_that_differ_in_anything_have_entries_that_differ() {
    AuditSink sink = open();
    List<AuditEvent> variants = SampleEvents.variants("session-10");
    variants.forEach(sink::record);
    List<String> entries = entriesAtLast();
    assertThat(entries).as("entries of events that all differ").hasSameSizeAs(variants);
    for (int i = 0; i < variants.size(); i++) {
      for (int other = 0; other < i; other++) {
        assertThat(entries.get(i))
            .as("the entry of %s beside that of %s", variants.get(i), variants.get(other))
            .isNotEqualTo(entries.get(other));
      }
    }
  }

  @Test
  void AS_2_session_and_details_can_be_found_by_their_text() {
    AuditSink sink = open();
    sink.record(SampleEvents.of(SessionId.of("session-10"), Map.of("head", "0123abcd")));
    assertThat(entriesAtLast())
        .singleElement()
        .asString()
        .contains("session-10")
        .contains("head")
        .contains("0123abcd");
  }

  @Test
  void AS_3_no_value_can_pose_as_another_entry() {
    AuditSink sink = open();
    sink.record(SampleEvents.plain("session-10"));
    List<String> values = SampleEvents.hostileValues();
    for (String value : values) {
      sink.record(SampleEvents.of(SessionId.of("session-11"), Map.of("reason", value)));
    }
    sink.record(SampleEvents.of(SessionId.verbatim("x\nacquired key=y"), Map.of()));
    sink.record(SampleEvents.plain("session-10"));
    List<String> entries = entriesAtLast();
    assertThat(entries).as("one entry an event, whatever its values").hasSize(values.size() + 3);
    assertThat(entries.get(entries.size() - 1))
        .as("the entry after strange ones")
        .isEqualTo(entries.get(0));
    assertThat(entries.subList(1, entries.size() - 1))
        .as("entries of events whose values differ")
        .doesNotHaveDuplicates();
  }

  @Test
  void AS_3_no_value_can_pose_as_another_field() {
    AuditSink sink = open();
    SessionId session = SessionId.of("session-10");
    sink.record(SampleEvents.of(session, Map.of("reason", "a b=c")));
    sink.record(SampleEvents.of(session, SampleEvents.details("reason", "a", "b", "c")));
    sink.record(SampleEvents.of(session, Map.of("reason", "a, b=c")));
    sink.record(SampleEvents.of(session, Map.of("reason", "a\",\"b\":\"c")));
    assertThat(entriesAtLast()).as("entries of look-alikes").hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  void AS_4_threads_and_sinks_at_once_lose_and_mix_nothing() {
    AuditSink first = open();
    AuditSink second = open();
    try (Crew crew = new Crew(THREADS)) {
      crew.together(
          thread ->
              () -> {
                for (int i = 10; i < 10 + EACH; i++) {
                  (thread % 2 == 0 ? first : second)
                      .record(SampleEvents.plain("session-" + thread + i));
                }
                return thread;
              });
    }
    List<String> sessions = sessionsOf(entriesAtLast());
    assertThat(sessions)
        .as("the sessions of the entries, one event each")
        .hasSize(THREADS * EACH)
        .doesNotHaveDuplicates();
    for (int thread = 0; thread < THREADS; thread++) {
      String own = "session-" + thread;
      assertThat(sessions.stream().filter(each -> each.startsWith(own)))
          .as("thread %s's entries, in their order", thread)
          .isSorted();
    }
  }

  /** Each entry's session, of which there must be one: {@code session-} and digits. */
  private static List<String> sessionsOf(List<String> entries) {
    List<String> sessions = new ArrayList<>();
    for (String entry : entries) {
      int at = entry.indexOf("session-");
      assertThat(at).as("where the entry %s has a session", entry).isNotNegative();
      assertThat(entry.indexOf("session-", at + 1))
          .as("a second session in %s", entry)
          .isEqualTo(-1);
      int end = at + "session-".length();
      while (end < entry.length() && Character.isDigit(entry.charAt(end))) {
        end++;
      }
      sessions.add(entry.substring(at, end));
    }
    return sessions;
  }

  @Test
  void AS_5_what_a_durable_sink_took_down_can_be_read_at_once_and_of_any_when_it_is_closed() {
    AuditSink sink = open();
    AuditSink.Durability durability = sink.durability();
    for (int events = 1; events <= 3; events++) {
      sink.record(SampleEvents.plain("session-10"));
      if (durability == AuditSink.Durability.DURABLE) {
        assertThat(entries()).as("entries right after event %s", events).hasSize(events);
      }
      assertThat(sink.durability()).as("the durability, which never changes").isEqualTo(durability);
    }
    assertThat(entriesAtLast()).as("entries once the sink is closed").hasSize(3);
  }

  @Test
  void AS_6_an_interrupt_neither_stops_an_event_nor_is_lost() {
    AuditSink sink = open();
    Thread.currentThread().interrupt();
    boolean kept;
    try {
      sink.record(SampleEvents.plain("session-10"));
    } finally {
      kept = Thread.interrupted();
    }
    assertThat(kept).as("the interrupt flag after record").isTrue();
    sink.record(SampleEvents.plain("session-11"));
    assertThat(entriesAtLast()).as("entries of the event and of the next").hasSize(2);
  }

  @TestFactory
  Stream<DynamicTest> AS_7_an_event_that_was_not_taken_down_is_an_exception_and_hinders_no_other() {
    return NotOffered.with(
        place.orElseThrow().obstacle(),
        "obstacle",
        obstacle -> {
          AuditSink sink = open();
          sink.record(SampleEvents.plain("session-10"));
          Runnable mend = obstacle.get();
          Throwable thrown = catchThrowable(() -> sink.record(SampleEvents.plain("session-11")));
          mend.run();
          if (sink.durability() == AuditSink.Durability.DURABLE) {
            assertThat(thrown)
                .as("what a durable sink throws that cannot take an event down")
                .isInstanceOf(RuntimeException.class);
            assertThat(thrown).hasMessageMatching("(?s).*\\S.*");
          }
          sink.record(SampleEvents.plain("session-12"));
          assertThat(sessionsOf(entriesAtLast()))
              .as("the sessions of what was taken down before and after")
              .contains("session-10", "session-12");
        });
  }

  @Test
  void AS_8_closing_twice_is_allowed_and_the_entries_stay() {
    AuditSink sink = open();
    sink.record(SampleEvents.plain("session-10"));
    sink.close();
    sink.close();
    assertThat(entries()).as("entries after close").hasSize(1);
  }

  @Test
  void AS_8_after_close_an_event_is_taken_down_or_fails() {
    AuditSink sink = open();
    sink.close();
    Throwable thrown = catchThrowable(() -> sink.record(SampleEvents.plain("session-10")));
    if (thrown == null) {
      assertThat(entries()).as("entries of an event recorded after close").hasSize(1);
    } else {
      assertThat(thrown).isInstanceOf(RuntimeException.class);
      assertThat(entries()).as("entries of an event that failed").isEmpty();
    }
  }
}
