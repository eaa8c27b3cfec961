package dev.prlease.core;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A store, a clock and managers on them. */
final class World implements AuditSink {
  static final LeaseKey KEY = LeaseKey.pullRequest("acme/app", 42);
  static final SessionId A = SessionId.of("session-a");
  static final SessionId B = SessionId.of("session-b");
  static final Ttl TTL = Ttl.ofSeconds(900);

  final TestClock clock = new TestClock();
  final TestScheduler scheduler = new TestScheduler(clock);
  final TestStore store;
  final LeaseManager manager;
  private final List<AuditEvent> events = new ArrayList<>();

  World() {
    this(new TestStore());
  }

  World(TestStore store) {
    this.store = store;
    this.manager = manager();
  }

  LeaseManager manager() {
    return LeaseManager.on(store)
        .clock(clock)
        .scheduler(scheduler)
        .random(new Random(1))
        .holder(Holder.ofProgram("test"))
        .audit(this)
        .build();
  }

  void advance(Duration by) {
    scheduler.advance(by);
  }

  LeaseSlot slot() {
    return store.peek(KEY);
  }

  LeaseRecord record() {
    return ((LeaseSlot.Held) slot()).record();
  }

  boolean isFree() {
    return slot() instanceof LeaseSlot.Vacant;
  }

  synchronized List<AuditEvent> events() {
    return List.copyOf(events);
  }

  List<String> story() {
    return events().stream().map(event -> event.type().text()).toList();
  }

  @Override
  public synchronized void record(AuditEvent event) {
    events.add(event);
  }

  @Override
  public Durability durability() {
    return Durability.BEST_EFFORT;
  }

  @Override
  public void close() {}
}
