package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher as a package has it, with a Java that the test plays: where its archives lie. The
 * package itself is tested where it is built.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InstalledLauncherTest {
  private static final Answer ANSWER = new Answer(0, "answer\n", "");

  @TempDir Path top = Path.of("");
  private Checkout checkout;
  private Path prefix = Path.of("");
  private Path library = Path.of("");
  private Path cache = Path.of("");

  @BeforeEach
  void install() throws Exception {
    checkout = new Checkout(new Processing(top), top);
    prefix = top.toRealPath().resolve("prefix");
    library = Files.createDirectories(prefix.resolve("lib/prlease"));
    Files.createDirectories(prefix.resolve("bin"));
    Files.copy(checkout.top.resolve("bin/prlease"), prefix.resolve("bin/prlease"));
    assertThat(prefix.resolve("bin/prlease").toFile().setExecutable(true)).isTrue();
    Files.copy(checkout.top.resolve("bin/lib/java.sh"), library.resolve("java.sh"));
    Files.writeString(library.resolve("prlease.jar"), "jar");
    Files.writeString(library.resolve("id"), "one\n");
    cache = top.toRealPath().resolve("cache");
  }

  private Answer run(Map<String, String> more) throws Exception {
    Map<String, String> environment = new HashMap<>();
    environment.put("PREFIX", prefix.toString());
    environment.put("XDG_CACHE_HOME", cache.toString());
    environment.put("HOME", "");
    environment.put("PRLEASE_IS", "echo answer");
    environment.put("home", "/nowhere");
    environment.putAll(more);
    try (Running running = checkout.start(environment, "exec \"$PREFIX/bin/prlease\" status")) {
      running.process.getOutputStream().close();
      return running.end();
    }
  }

  /** What Java was started with since the last call. */
  private List<String> starts() throws IOException {
    Path log = checkout.top.resolve("java.log");
    List<String> starts = Files.exists(log) ? Files.readAllLines(log) : List.of();
    Files.deleteIfExists(log);
    return starts;
  }

  private static List<String> archives(Path place) throws IOException {
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(place)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> name.endsWith(".jsa"))
          .sorted()
          .toList();
    }
  }

  /** Nobody, root included, can make a directory where a file stands. */
  private static void obstruct(Path place) throws IOException {
    Files.writeString(place, "");
  }

  private void assertStartsWithArchiveIn(Path place) throws Exception {
    starts();
    assertThat(run(Map.of())).isEqualTo(ANSWER);
    assertThat(starts())
        .singleElement()
        .asString()
        .contains(" -XX:SharedArchiveFile=" + place + "/one%")
        .contains(" -cp " + library.resolve("prlease.jar") + " ");
  }

  @Test
  @DisplayName(
      "Its owner's first start makes an archive beside the jar; later ones start Java alone")
  void besideTheJar() throws Exception {
    assertThat(run(Map.of())).isEqualTo(ANSWER);
    assertStartsWithArchiveIn(library.resolve("archives"));
    assertThat(cache).doesNotExist();
    assertThat(checkout.top.resolve("target")).doesNotExist();
  }

  @Test
  @DisplayName("Who may not write there has an archive in the cache")
  void inTheCache() throws Exception {
    obstruct(library.resolve("archives"));
    assertThat(run(Map.of())).isEqualTo(ANSWER);
    assertStartsWithArchiveIn(cache.resolve("prlease"));
  }

  @Test
  @DisplayName("Where nothing can be written it runs without an archive, and says nothing")
  void nowhere() throws Exception {
    obstruct(library.resolve("archives"));
    obstruct(cache);
    assertThat(run(Map.of())).isEqualTo(ANSWER);
    assertThat(run(Map.of("XDG_CACHE_HOME", ""))).isEqualTo(ANSWER);
    assertThat(starts()).hasSize(2).noneMatch(start -> start.contains("SharedArchiveFile"));
  }

  @Test
  @DisplayName("A cache that belongs to somebody else is neither read nor written")
  void cacheOfAnother() throws Exception {
    obstruct(library.resolve("archives"));
    run(Map.of());
    Path mine = cache.resolve("prlease");
    List<Path> others = new ArrayList<>();
    if (Files.getAttribute(mine, "unix:uid").equals(0)) {
      // As root: what belongs to an ordinary user.
      Files.setAttribute(mine, "unix:uid", 65534);
    } else {
      Files.move(mine, cache.resolve("moved"));
      Files.createSymbolicLink(mine, Path.of("/usr"));
      others.add(mine);
    }
    starts();
    assertThat(run(Map.of())).isEqualTo(ANSWER);
    assertThat(starts()).singleElement().asString().doesNotContain("SharedArchiveFile");
    for (Path other : others) {
      Files.delete(other);
    }
  }

  @Test
  @DisplayName("Each Java has an archive of its own, and a new jar in the same place too")
  void oneForEach() throws Exception {
    Path other = checkout.jdk("other", Files.readString(checkout.jdk.resolve("bin/java")));
    Map<String, String> otherJava = Map.of("JAVA_HOME", other.toString());
    run(Map.of());
    run(otherJava);
    starts();
    run(Map.of());
    run(otherJava);
    assertThat(starts()).hasSize(2).allMatch(start -> start.contains("SharedArchiveFile"));
    Files.writeString(library.resolve("id"), "two\n");
    run(Map.of());
    assertThat(archives(library.resolve("archives")))
        .hasSize(3)
        .anyMatch(name -> name.startsWith("two%"));
  }

  @Test
  @DisplayName("An archive that cannot be made is told of once, and not tried again")
  void archiveFails() throws Exception {
    String java = Files.readString(checkout.jdk.resolve("bin/java"));
    assertOnceWithout(checkout.jdk("failing", java.replace("echo archive", ":")));
  }

  @Test
  @DisplayName("A Java that does not tell its version has no archive, and is told of once")
  void javaWithoutRelease() throws Exception {
    Path bare = checkout.jdk("bare", Files.readString(checkout.jdk.resolve("bin/java")));
    Files.delete(bare.resolve("release"));
    assertOnceWithout(bare);
  }

  private void assertOnceWithout(Path jdk) throws Exception {
    Map<String, String> java = Map.of("JAVA_HOME", jdk.toString());
    Answer first = run(java);
    assertThat(first.code()).isZero();
    assertThat(first.out()).isEqualTo("answer\n");
    assertThat(first.err()).startsWith("prlease: no class-data archive could be made");
    starts();
    assertThat(run(java)).isEqualTo(ANSWER);
    assertThat(starts()).singleElement().asString().doesNotContain("SharedArchiveFile");
  }

  @Test
  @DisplayName("A Java that is too old is told of, and is 78")
  void oldJava() throws Exception {
    Answer answer = run(Map.of("JAVA_IS", "11"));
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err()).contains(" is of Java 11, and 17 or newer is needed\n  next: ");
  }
}
