package dev.prlease.cli.command;

import dev.prlease.cli.World;
import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.util.Optional;

/**
 * The JSON-lines sink under home, opened for the first event: a command that only looks needs none.
 *
 * <p>Without a home, which other stores than files do without, there is no audit; that is said
 * once.
 */
final class LazyAuditSink implements AuditSink {
  private static final String SINK = "jsonl";

  private final World world;
  private final Plugins plugins;
  private final SettingsOnce settings;
  private Optional<AuditSink> opened = Optional.empty();
  private boolean homeless;

  LazyAuditSink(World world, Plugins plugins, SettingsOnce settings) {
    this.world = world;
    this.plugins = plugins;
    this.settings = settings;
  }

  @Override
  public void record(AuditEvent event) {
    Optional<AuditSink> sink = sink();
    if (sink.isPresent()) {
      sink.get().record(event);
    }
  }

  /** Records; a failure is told of and changes nothing. */
  void recordOrComplain(AuditEvent event) {
    try {
      record(event);
    } catch (RuntimeException | LinkageError failed) {
      world
          .console()
          .err(
              "prlease: error: the event "
                  + event.type().text()
                  + " is not recorded: "
                  + failed.getMessage());
    }
  }

  @Override
  public Durability durability() {
    Optional<AuditSink> sink = sink();
    return sink.isPresent() ? sink.get().durability() : Durability.BEST_EFFORT;
  }

  private synchronized Optional<AuditSink> sink() {
    if (opened.isEmpty() && !homeless) {
      homeless = world.variable("PRLEASE_HOME").isEmpty() && world.variable("HOME").isEmpty();
      if (homeless) {
        world
            .console()
            .err("prlease: warning: neither PRLEASE_HOME nor HOME is set, so nothing is audited");
      } else {
        opened =
            Optional.of(
                plugins
                    .auditSinks(settings.get().auditLimits())
                    .open(SINK, new AuditContext(world.environment())));
      }
    }
    return opened;
  }

  @Override
  public synchronized void close() {
    opened.ifPresent(AuditSink::close);
  }

  @Override
  public String toString() {
    return SINK;
  }
}
