package dev.prlease.cli.command;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.GatedActionProviders;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.PrLease;
import dev.prlease.core.SlotCollector;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Diagnosable;
import dev.prlease.spi.Finding;
import dev.prlease.spi.Installable;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.TimeAuthority;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a call works with: the store that it names, and a manager on it. Closing gives back every
 * lease that this call took and did not leave held on purpose, and then closes store and sink.
 */
public final class Desk implements AutoCloseable {
  private static final String GIT = "git:";
  private static final String CHECKOUT = "checkout=";

  private final World world;
  private final SettingsOnce settings;
  private final Scheduler scheduler;
  private final Plugins plugins;
  private final LeaseStore store;
  private final LazyAuditSink sink;
  private final LeaseManager manager;
  private final Holder holder;
  private final Occupation occupation;
  private final StoreChoice choice;
  private final List<PrLease> attached = new ArrayList<>(1);

  private Desk(Call call, World world, SettingsOnce settings, Holder holder) {
    this.world = world;
    this.settings = settings;
    this.holder = holder;
    this.choice = StoreChoice.of(call, world, settings);
    this.plugins = new Plugins(world.environment(), () -> settings.get().file());
    this.sink = new LazyAuditSink(world, plugins, settings);
    this.scheduler = world.scheduler().get();
    this.store =
        plugins.openStore(
            choice.location(), new StoreContext(world.clock(), scheduler, world.environment()));
    this.occupation = new Occupation(world.processes(), holder, clock());
    this.manager =
        LeaseManager.on(store)
            .clock(clock())
            .scheduler(scheduler)
            .audit(sink)
            .holder(holder)
            .inUse(occupation)
            .build();
  }

  /**
   * Opens the store that {@code call} names, to take, change or give up leases.
   *
   * @throws InterruptedException if a signal has begun to end this process
   */
  public static Desk open(Call call, World world) throws InterruptedException {
    return open(call, world, Optional.empty());
  }

  /** The same; {@code label} is what the user calls the session that acts. */
  public static Desk open(Call call, World world, Optional<String> label)
      throws InterruptedException {
    SettingsOnce settings = new SettingsOnce(world);
    // What is set wrongly ends the call here: once it has acted, it is too late.
    Settings unused = settings.get();
    world.shutdown().putOff();
    String program = "prlease " + call.command().name();
    return new Desk(call, world, settings, world.processes().self(program, label.orElse("")));
  }

  /** Opens the store only to look: who looks is nobody's business. */
  public static Desk openToLook(Call call, World world) {
    return new Desk(call, world, new SettingsOnce(world), Holder.ofProgram(""));
  }

  /** Takes, changes and ends leases on the store. */
  public LeaseManager manager() {
    return manager;
  }

  /** How long a lease lasts for which nothing else was asked. */
  Ttl usualTtl() {
    return settings.get().ttl();
  }

  /** Removes what the store keeps of old leases; empty if it does not offer that. */
  Optional<SlotCollector> collector() {
    return SlotCollector.of(store, clock());
  }

  /** The store, if it is one that must be set up. */
  Optional<Installable> installable() {
    return store instanceof Installable installable ? Optional.of(installable) : Optional.empty();
  }

  /** What the store says of itself, if it does. */
  List<Finding> diagnose() {
    return store instanceof Diagnosable diagnosable ? diagnosable.diagnose() : List.of();
  }

  /** What waiting goes through. */
  public Scheduler scheduler() {
    return scheduler;
  }

  /** The gated actions that can be made by their name. */
  public GatedActionProviders actions() {
    return plugins.actions();
  }

  Occupation occupation() {
    return occupation;
  }

  /** The live lease of {@code session} on {@code key}, if it holds one. */
  Optional<LeaseRecord> heldBy(LeaseKey key, SessionId session) {
    LeaseStatus status = manager.find(key);
    return status.state() == LeaseStatus.State.HELD
        ? status.record().filter(record -> record.owner().equals(session))
        : Optional.empty();
  }

  /** The clock that leases are judged by. */
  public Clock clock() {
    return store instanceof TimeAuthority authority ? authority.clock() : world.clock();
  }

  /** The profile that is configured. */
  public Profile profile() {
    return settings.get().profile();
  }

  /** The store's location as users name it. */
  public String store() {
    return store.location();
  }

  /** Who chose it. */
  StoreChoice.Origin storeOrigin() {
    return choice.origin();
  }

  /**
   * The location by which another process finds the same store, whatever its working directory and
   * home. Other stores than files may leave out of {@link #store} what they need to be opened.
   */
  String storeForOthers() {
    String location = choice.location();
    if (location.startsWith("file:")) {
      return store.location();
    }
    return location.startsWith(GIT) ? ofThisCheckout(location) : location;
  }

  /** The name of a remote means another one in another checkout. */
  private String ofThisCheckout(String location) {
    int question = location.lastIndexOf('?');
    String remote = question < 0 ? location : location.substring(0, question);
    if (remote.indexOf('/') >= 0
        || remote.indexOf(':', GIT.length()) >= 0
        || location.contains(CHECKOUT)) {
      return location;
    }
    String here =
        world
            .directory()
            .toAbsolutePath()
            .toString()
            .replace("%", "%25")
            .replace("&", "%26")
            .replace("?", "%3F");
    return location + (question < 0 ? "?" : "&") + CHECKOUT + here;
  }

  /** Whether {@code other} is how this call's store was named, or would be by others. */
  boolean isAt(String other) {
    return other.equals(choice.location()) || other.equals(storeForOthers());
  }

  /** This process, as the holder of what it takes. */
  Holder holder() {
    return holder;
  }

  /**
   * Leaves {@code lease} held with nobody at work under it: its holder was this process, and
   * whoever looks from another container could not tell that it is gone. What became another
   * holding or grant meanwhile is left as it is.
   */
  void leaveIdle(PrLease lease) {
    lease.handOver(new Holder(holder.host(), Optional.empty(), "prlease acquire", holder.label()));
  }

  /**
   * A handle on what {@code session} holds live on {@code key}, see {@link LeaseManager#attach}:
   * others hold it too, and so it is let go of, and not freed, whatever becomes of this call.
   */
  PrLease attach(LeaseKey key, SessionId session) {
    return attached(manager.attach(key, session));
  }

  /** The same, on {@code grant} and no other. */
  PrLease attach(LeaseKey key, SessionId session, GrantId grant) {
    return attached(manager.attach(key, session, grant));
  }

  private PrLease attached(PrLease lease) {
    attached.add(lease);
    return lease;
  }

  /** Tells the audit that this process acts under a grant that another one keeps. */
  void recordJoined(PrLease lease) {
    LeaseRecord record = lease.record();
    sink.recordOrComplain(
        new AuditEvent(
            AuditEvent.Type.JOINED,
            LeaseRecord.cut(clock().now()),
            record.key(),
            record.owner(),
            record.fence().isPresent() ? record.fence() : Fence.NONE,
            record.grantId(),
            Map.of()));
  }

  @Override
  public void close() {
    attached.forEach(PrLease::detach);
    manager.close();
    store.close();
    sink.close();
    scheduler.close();
  }
}
