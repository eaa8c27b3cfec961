package dev.prlease.testkit;

import static dev.prlease.testkit.Defects.assertPasses;
import static dev.prlease.testkit.Defects.caught;

import dev.prlease.api.Fence;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import dev.prlease.testkit.Defects.Defect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The contract of audit sinks is tested with sinks that are wrong in one thing each. */
final class BrokenAuditSinksTest {
  @TestFactory
  Stream<DynamicTest> each_defect_is_caught_by_the_rule_that_it_breaks() {
    return Defects.tests(defects());
  }

  static List<Defect> defects() {
    return List.of(
        caught(SkipsRepeats.class, "AS-1", "entries of an event recorded twice"),
        caught(NewestFirst.class, "AS-1", "the sessions of the entries"),
        caught(ForgetsFence.class, "AS-2", "beside that of"),
        caught(FoldsNames.class, "AS-2", "beside that of"),
        caught(WritesLineEnds.class, "AS-3", "one entry an event, whatever its values"),
        caught(SeparatesByCommas.class, "AS-3", "entries of look-alikes"),
        caught(OverwritesOthers.class, "AS-4", "the sessions of the entries, one event each"),
        caught(HoldsBack.class, "AS-5", "entries right after event 1"),
        caught(GivesUpWhenInterrupted.class, "AS-6", "interrupted"),
        caught(SwallowsInterrupt.class, "AS-6", "the interrupt flag after record"),
        caught(SwallowsFailure.class, "AS-7", "what a durable sink throws"),
        caught(StaysBroken.class, "AS-7", "broken for good"),
        caught(FailsSecondClose.class, "AS-8", "closed already"),
        caught(SilentAfterClose.class, "AS-8", "entries of an event recorded after close"));
  }

  @Test
  void a_sink_without_a_defect_passes() {
    assertPasses(Sound.class);
  }

  /** Lines that all sinks of a place append to. */
  private static class Place implements AuditSinkFixture {
    final List<String> lines = new CopyOnWriteArrayList<>();
    volatile boolean obstructed;
    private final Function<Place, Sink> opener;

    Place(Function<Place, Sink> opener) {
      this.opener = opener;
    }

    void append(String line) {
      if (obstructed) {
        throw new IllegalStateException("disk full");
      }
      lines.add(line);
    }

    @Override
    public AuditSink open() {
      return opener.apply(this);
    }

    @Override
    public List<String> entries() {
      return lines.stream().flatMap(String::lines).toList();
    }

    @Override
    public Optional<Supplier<Runnable>> obstacle() {
      return Optional.of(
          () -> {
            obstructed = true;
            return () -> obstructed = false;
          });
    }
  }

  /** A sink without a defect, on lines in memory. */
  private static class Sink implements AuditSink {
    final Place place;

    Sink(Place place) {
      this.place = place;
    }

    @Override
    public void record(AuditEvent event) {
      place.append(EventText.of(event));
    }

    @Override
    public Durability durability() {
      return Durability.DURABLE;
    }

    @Override
    public void close() {}
  }

  /** Nothing is wrong with it, so that what catches the others is what they differ in. */
  static final class Sound extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(Sink::new);
    }
  }

  static final class SkipsRepeats extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                @Override
                public void record(AuditEvent event) {
                  if (!place.lines.contains(EventText.of(event))) {
                    super.record(event);
                  }
                }
              });
    }
  }

  static final class NewestFirst extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                @Override
                public void record(AuditEvent event) {
                  place.lines.add(0, EventText.of(event));
                }
              });
    }
  }

  static final class ForgetsFence extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                @Override
                public void record(AuditEvent event) {
                  super.record(
                      new AuditEvent(
                          event.type(),
                          event.at(),
                          event.key(),
                          event.session(),
                          Fence.NONE,
                          event.grantId(),
                          event.details()));
                }
              });
    }
  }

  /** Names of details lose their case, so two of them become one. */
  static final class FoldsNames extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                @Override
                public void record(AuditEvent event) {
                  place.append(EventText.of(event).replace("TTL_secs", "ttl_secs"));
                }
              });
    }
  }

  static final class WritesLineEnds extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                @Override
                public void record(AuditEvent event) {
                  place.append(event.toString());
                }
              });
    }
  }

  /** A record's own text: no line ends in it, but {@code a, b=c} is one detail or two. */
  static final class SeparatesByCommas extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                @Override
                public void record(AuditEvent event) {
                  place.append(EventText.escaped(event.toString()));
                }
              });
    }
  }

  /** Each sink knows how long the file is, and writes its next line there. */
  static final class OverwritesOthers extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                private int length = place.lines.size();

                @Override
                public synchronized void record(AuditEvent event) {
                  synchronized (place) {
                    if (length < place.lines.size()) {
                      place.lines.set(length, EventText.of(event));
                    } else {
                      super.record(event);
                    }
                  }
                  length++;
                }
              });
    }
  }

  static final class HoldsBack extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                private final List<String> held = new ArrayList<>();

                @Override
                public synchronized void record(AuditEvent event) {
                  held.add(EventText.of(event));
                }

                @Override
                public synchronized void close() {
                  held.forEach(place::append);
                  held.clear();
                }
              });
    }
  }

  static final class GivesUpWhenInterrupted extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                @Override
                public void record(AuditEvent event) {
                  if (Thread.currentThread().isInterrupted()) {
                    throw new IllegalStateException("interrupted");
                  }
                  super.record(event);
                }
              });
    }
  }

  static final class SwallowsInterrupt extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                @Override
                public void record(AuditEvent event) {
                  boolean unused = Thread.interrupted();
                  super.record(event);
                }
              });
    }
  }

  static final class SwallowsFailure extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                @Override
                public void record(AuditEvent event) {
                  if (!place.obstructed) {
                    super.record(event);
                  }
                }
              });
    }
  }

  static final class StaysBroken extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                private boolean broken;

                @Override
                public synchronized void record(AuditEvent event) {
                  broken |= place.obstructed;
                  if (broken) {
                    throw new IllegalStateException("broken for good");
                  }
                  super.record(event);
                }
              });
    }
  }

  static final class FailsSecondClose extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                private boolean closed;

                @Override
                public synchronized void close() {
                  if (closed) {
                    throw new IllegalStateException("closed already");
                  }
                  closed = true;
                }
              });
    }
  }

  static final class SilentAfterClose extends AuditSinkContract {
    @Override
    protected AuditSinkFixture newPlace() {
      return new Place(
          place ->
              new Sink(place) {
                private boolean closed;

                @Override
                public synchronized void record(AuditEvent event) {
                  if (!closed) {
                    super.record(event);
                  }
                }

                @Override
                public synchronized void close() {
                  closed = true;
                }
              });
    }
  }
}
