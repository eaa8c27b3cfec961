package dev.prlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.checkout.FakeForge;
import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.gate.push.PushOutcome;
import dev.prlease.gate.push.PushOutcome.Refused;
import dev.prlease.gate.push.PushRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;

/**
 * A pull request, its branch, and the checkout that it is pushed from: real git, and servers of
 * this machine that bear a forge's name.
 */
@Timeout(180)
abstract class PushingTest {
  static final String BRANCH = "fix/ümlaut-ß";
  static final String REF = "refs/heads/" + BRANCH;

  final GitWorld world;
  final Path server;
  final Path mine;
  final FakeForge forge = new FakeForge();
  final FakeGate gate = new FakeGate(Duration.ofMinutes(10));
  final String before;

  PushingTest(Path temporary) throws IOException {
    world = new GitWorld(Files.createDirectory(temporary.resolve("mein Ordner")));
    server = world.serverWithMain("acme/app");
    mine = world.clone("acme/app", "mine");
    world.git(mine, "switch", "-q", "-c", BRANCH);
    world.commit(mine, "a.txt", "first\n");
    world.git(mine, "push", "-q", "-u", "origin", BRANCH);
    before = world.sha(mine, "HEAD");
    forge.open("acme/app", 42, "main", "acme/app", BRANCH);
  }

  String amend(Path checkout, String text) throws IOException {
    Files.writeString(checkout.resolve("a.txt"), text);
    world.git(checkout, "commit", "-q", "-a", "--amend", "-m", text);
    return world.sha(checkout, "HEAD");
  }

  PushOutcome push(String... words) throws InterruptedException {
    return pushFrom(mine, words);
  }

  PushOutcome pushFrom(Path checkout, String... words) throws InterruptedException {
    return pushWith(world.environment(), checkout, words);
  }

  PushOutcome pushWith(Map<String, String> environment, Path checkout, String... words)
      throws InterruptedException {
    return action(environment, checkout, PushRequest.parse(List.of(words))).run(gate);
  }

  ForcePushAction action(Map<String, String> environment, Path checkout, PushRequest request) {
    return new ForcePushAction(Checkout.open(checkout, environment), request, forge);
  }

  String there() {
    return world.sha(server, REF);
  }

  static String why(PushOutcome outcome) {
    assertThat(outcome).isInstanceOf(Refused.class);
    return ((Refused) outcome).why();
  }

  String pushedByAnother(String text) {
    Path theirs = world.clone("acme/app", "theirs");
    world.git(theirs, "switch", "-q", BRANCH);
    String commit = world.commit(theirs, "b.txt", text);
    world.git(theirs, "push", "-q", "origin", BRANCH);
    return commit;
  }
}
