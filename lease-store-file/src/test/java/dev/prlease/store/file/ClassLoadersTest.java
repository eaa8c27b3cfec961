package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.testkit.Crew;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * L1: programs of two class loaders in one JVM, each with its own copy of everything, as two web
 * applications in one server have.
 */
class ClassLoadersTest {
  private static final int ROUNDS = 200;
  private static final int SIDES = 2;
  private static final int THREADS = 6;

  private final Path directory;
  private final List<AutoCloseable> open = new ArrayList<>();

  ClassLoadersTest(@TempDir(factory = InMemory.class) Path temp) {
    directory = temp.resolve("leases");
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  @Test
  void L1_programs_of_two_class_loaders_have_one_winner_in_every_round() throws Exception {
    List<BinaryOperator<String>> sides = new ArrayList<>();
    for (int i = 0; i < SIDES; i++) {
      sides.add(side());
    }
    assertThat(sides.get(0).getClass()).isNotEqualTo(sides.get(1).getClass());
    try (Crew crew = new Crew(THREADS)) {
      for (int round = 1; round <= ROUNDS; round++) {
        String key = "acme/app#" + round;
        List<String> answers =
            crew.together(i -> () -> sides.get(i % SIDES).apply("thread-" + i, key));
        List<String> winners = answers.stream().filter(each -> each.endsWith("!")).toList();
        assertThat(winners)
            .as("round %s: who was granted; all heard %s", round, answers)
            .hasSize(1);
        String winner = winners.get(0).substring(0, winners.get(0).length() - 1);
        assertThat(answers)
            .as("round %s: from whom the others stand down", round)
            .allMatch(each -> each.startsWith(winner));
      }
    }
  }

  /** A program in a class loader whose parent knows the JDK only. */
  @SuppressWarnings("unchecked") // what the other class loader made is known by its supertype only
  private BinaryOperator<String> side() throws Exception {
    URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader());
    Object side =
        loader
            .loadClass(LoadedSide.class.getName())
            .getConstructor(Path.class)
            .newInstance(directory);
    assertThat(side).isNotInstanceOf(LoadedSide.class);
    open.add((AutoCloseable) side);
    open.add(loader);
    return (BinaryOperator<String>) side;
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : Forked.classPathEntries()) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(new URL[0]);
  }
}
