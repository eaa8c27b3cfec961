package dev.prlease.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.checkout.FakeForge;
import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.spi.GatedAction;
import dev.prlease.testkit.GatedActionFixture;
import dev.prlease.testkit.ManualGate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** A server whose hook leaves a mark when a push has come, then does what the test wants. */
final class PushPlace implements GatedActionFixture {
  private static final String SECRET = "hunter2hunter2";

  private final GitWorld world;
  private final Path server;
  private final Path mark;
  private final Path checkout;
  private final FakeForge forge = new FakeForge();
  private final BiFunction<Checkout, FakeForge, GatedAction<?>> action;
  private int commits;

  PushPlace(Path base, BiFunction<Checkout, FakeForge, GatedAction<?>> action) throws IOException {
    this.action = action;
    world = new GitWorld(base);
    LeaseKey key = ManualGate.open(Duration.ofMinutes(1)).key();
    server = world.serverWithMain(key.repo());
    mark = world.base().resolve("mark");
    checkout = world.clone(key.repo(), "checkout");
    world.git(checkout, "switch", "-q", "-c", "feature");
    world.commit(checkout, "a.txt", "first\n");
    world.git(checkout, "push", "-q", "-u", "origin", "feature");
    forge.open(key.repo(), key.number(), "main", key.repo(), "feature");
  }

  private GatedAction<?> push(String afterTheMark) {
    Path hook = server.resolve("hooks/pre-receive");
    try {
      Files.writeString(
          hook, "#!/bin/sh\n: >'" + mark + "'; echo \"$BOT_TOKEN\" >&2; " + afterTheMark + "\n");
      GitWorld.executable(hook);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    commits++;
    world.commit(checkout, "a.txt", "commit " + commits);
    Map<String, String> environment = world.environmentWith("BOT_TOKEN", SECRET);
    return action.apply(Checkout.open(checkout, environment), forge);
  }

  @Override
  public GatedAction<?> succeeding() {
    return push("exit 0");
  }

  @Override
  public Optional<GatedAction<?>> failing() {
    return Optional.of(push("exit 3"));
  }

  @Override
  public Optional<GatedAction<?>> endless() {
    return Optional.of(push("exec sleep 100000"));
  }

  @Override
  public boolean hasActed() {
    return Files.exists(mark);
  }

  @Override
  public Optional<String> secret() {
    return Optional.of(SECRET);
  }

  @Override
  public void close() {}
}
