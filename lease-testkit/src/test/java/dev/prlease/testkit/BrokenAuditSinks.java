package dev.prlease.testkit;

import dev.prlease.api.Fence;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;

/** Audit sinks with one defect each, and one without. */
final class BrokenAuditSinks {
  private BrokenAuditSinks() {}

  /** Lines that all sinks of a place append to. */
  static final class Place implements AuditSinkFixture {
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
  static class Sink implements AuditSink {
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

  static final class SkipsRepeats extends Sink {
    SkipsRepeats(Place place) {
      super(place);
    }

    @Override
    public void record(AuditEvent event) {
      if (!place.lines.contains(EventText.of(event))) {
        super.record(event);
      }
    }
  }

  static final class NewestFirst extends Sink {
    NewestFirst(Place place) {
      super(place);
    }

    @Override
    public void record(AuditEvent event) {
      place.lines.add(0, EventText.of(event));
    }
  }

  static final class ForgetsFence extends Sink {
    ForgetsFence(Place place) {
      super(place);
    }

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
  }

  /** Names of details lose their case, so two of them become one. */
  static final class FoldsNames extends Sink {
    FoldsNames(Place place) {
      super(place);
    }

    @Override
    public void record(AuditEvent event) {
      place.append(EventText.of(event).replace("TTL_secs", "ttl_secs"));
    }
  }

  static final class WritesLineEnds extends Sink {
    WritesLineEnds(Place place) {
      super(place);
    }

    @Override
    public void record(AuditEvent event) {
      place.append(event.toString());
    }
  }

  /** A record's own text: no line ends in it, but {@code a, b=c} is one detail or two. */
  static final class SeparatesByCommas extends Sink {
    SeparatesByCommas(Place place) {
      super(place);
    }

    @Override
    public void record(AuditEvent event) {
      place.append(EventText.escaped(event.toString()));
    }
  }

  /** Each sink knows how long the file is, and writes its next line there. */
  static final class OverwritesOthers extends Sink {
    private int length = place.lines.size();

    OverwritesOthers(Place place) {
      super(place);
    }

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
  }

  static final class HoldsBack extends Sink {
    private final List<String> held = new ArrayList<>();

    HoldsBack(Place place) {
      super(place);
    }

    @Override
    public synchronized void record(AuditEvent event) {
      held.add(EventText.of(event));
    }

    @Override
    public synchronized void close() {
      held.forEach(place::append);
      held.clear();
    }
  }

  static final class GivesUpWhenInterrupted extends Sink {
    GivesUpWhenInterrupted(Place place) {
      super(place);
    }

    @Override
    public void record(AuditEvent event) {
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("interrupted");
      }
      super.record(event);
    }
  }

  static final class SwallowsInterrupt extends Sink {
    SwallowsInterrupt(Place place) {
      super(place);
    }

    @Override
    public void record(AuditEvent event) {
      boolean unused = Thread.interrupted();
      super.record(event);
    }
  }

  static final class SwallowsFailure extends Sink {
    SwallowsFailure(Place place) {
      super(place);
    }

    @Override
    public void record(AuditEvent event) {
      if (!place.obstructed) {
        super.record(event);
      }
    }
  }

  static final class StaysBroken extends Sink {
    private boolean broken;

    StaysBroken(Place place) {
      super(place);
    }

    @Override
    public synchronized void record(AuditEvent event) {
      broken |= place.obstructed;
      if (broken) {
        throw new IllegalStateException("broken for good");
      }
      super.record(event);
    }
  }

  static final class FailsSecondClose extends Sink {
    private boolean closed;

    FailsSecondClose(Place place) {
      super(place);
    }

    @Override
    public synchronized void close() {
      if (closed) {
        throw new IllegalStateException("closed already");
      }
      closed = true;
    }
  }

  static final class SilentAfterClose extends Sink {
    private boolean closed;

    SilentAfterClose(Place place) {
      super(place);
    }

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
  }
}
