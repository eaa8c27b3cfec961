package dev.prlease.examples.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.Driver;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of a third party's store: built and tested by a Maven of its own against our
 * artifacts as they are installed, and then used by the command in processes of its own.
 *
 * <p>The artifacts lie in a local repository of this test's own, in which the rest of the user's
 * repository is seen through symbolic links: nothing of ours is installed there, and what must be
 * downloaded is, once.
 */
@Timeout(300)
class ThirdPartyStoreTest {
  private static final String VERSION = "0.1.0-SNAPSHOT";
  private static final List<String> ARTIFACTS =
      List.of("lease-api", "lease-core", "lease-json", "lease-testkit");
  private static final List<String> SUITES =
      List.of(
          "h2.H2StoreContract",
          "h2.H2LeaseManager",
          "h2.H2Interleaving",
          "h2.H2ThreadRace",
          "h2.H2Architecture",
          "map.MapStoreContract");
  private static final String JAR = "prlease-store-h2-1.0.jar";

  /** Where the example was built. */
  private static Path built() throws IOException {
    return Path.of(System.getProperty("checks.tree", "target"), "third-party-store").toRealPath();
  }

  private static Path userRepository() {
    return Path.of(System.getProperty("checks.repository", ""));
  }

  @BeforeAll
  static void build() throws Exception {
    Path repository = Layout.fresh("repository");
    Layout.link(userRepository(), repository, List.of("dev"));
    Layout.link(userRepository().resolve("dev"), repository.resolve("dev"), List.of("prlease"));
    Path ours = repository.resolve("dev/prlease");
    install(ours, "prlease-parent", Layout.top().resolve("pom.xml"), "pom");
    install(ours, "lease-bom", Layout.top().resolve("lease-bom/pom.xml"), "pom");
    for (String artifact : ARTIFACTS) {
      install(ours, artifact, Layout.top().resolve(artifact).resolve("pom.xml"), "pom");
      Path jar = Layout.moduleTree(artifact).resolve(artifact + "-" + VERSION + ".jar");
      install(ours, artifact, jar, "jar");
    }
    Path example = Layout.fresh("third-party-store");
    Layout.copy(Layout.top().resolve("examples/third-party-store"), example);
    Call verified = maven(example, repository, "-o");
    if (verified.code() != 0 && verified.text().contains("offline")) {
      verified = maven(example, repository, "-ntp");
    }
    assertThat(verified.code()).as(verified.text()).isZero();
  }

  private static void install(Path ours, String artifact, Path file, String type)
      throws IOException {
    Path directory = Files.createDirectories(ours.resolve(artifact).resolve(VERSION));
    Files.copy(file, directory.resolve(artifact + "-" + VERSION + "." + type));
  }

  private static Call maven(Path example, Path repository, String option) throws Exception {
    StringBuilder options = new StringBuilder("-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    for (String name : List.of("user.language", "user.country", "user.timezone")) {
      options.append(" -D").append(name).append('=').append(System.getProperty(name, ""));
    }
    return Call.of(
        example,
        Map.of("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"),
        List.of(
            Path.of(System.getProperty("checks.maven", ""), "bin", "mvn").toString(),
            "-B",
            option,
            "-Dmaven.repo.local=" + repository,
            "-Djvm=" + Call.java(),
            "-DargLine=" + options,
            "verify"));
  }

  @Test
  void it_passes_every_suite_of_the_kit_that_applies_to_it() throws Exception {
    int tests = 0;
    for (String suite : SUITES) {
      Path report = built().resolve("target/surefire-reports/TEST-example." + suite + "Test.xml");
      Matcher counts =
          Pattern.compile(
                  "<testsuite [^>]*tests=\"(\\d+)\" errors=\"0\" skipped=\"0\" failures=\"0\"")
              .matcher(Files.readString(report));
      assertThat(counts.find()).as("counts in %s", report).isTrue();
      tests += Integer.parseInt(counts.group(1));
    }
    assertThat(tests).isGreaterThan(200);
  }

  @Test
  void its_store_has_at_most_80_lines_beside_the_imports() throws Exception {
    assertThat(
            Files.readAllLines(built().resolve("src/main/java/example/h2/H2LeaseStore.java"))
                .stream()
                .filter(line -> !line.isBlank() && !line.matches("(import|package) .*")))
        .hasSizeLessThanOrEqualTo(80);
  }

  @Test
  void the_command_finds_its_jar_and_keeps_leases_in_its_database(@TempDir Path top)
      throws Exception {
    Path home = ownDirectory(top.toRealPath().resolve("home"));
    Path plugins = ownDirectory(home.resolve("plugins"));
    Files.copy(built().resolve("target").resolve(JAR), plugins.resolve(JAR));
    Path driver = Path.of(Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Files.copy(driver, plugins.resolve("h2.jar"));
    String store = "h2:" + top.toRealPath().resolve("leases");
    Map<String, String> environment =
        Map.of(
            "PRLEASE_HOME", home.toString(), "PRLEASE_STORE", store + ";USER=sa;PASSWORD=secret");

    Call acquired = call(top, environment, "acquire", "alpha");
    assertThat(acquired.code()).as(acquired.text()).isZero();
    assertThat(acquired.text())
        .startsWith("acquired acme/app#42")
        .contains("store   " + store + "\n")
        .doesNotContain("secret");
    Call refused = call(top, environment, "acquire", "beta");
    assertThat(refused.code()).as(refused.text()).isEqualTo(75);
    assertThat(refused.text()).contains("already being driven by session alpha");
    Call status = call(top, environment, "status", "beta");
    assertThat(status.code()).as(status.text()).isZero();
    assertThat(status.text()).startsWith("acme/app#42: held by session alpha");
    assertThat(call(top, environment, "release", "alpha").text()).startsWith("released");
    assertThat(top.resolve("leases.mv.db")).isRegularFile();
    assertThat(home.resolve("leases")).doesNotExist();

    Files.writeString(plugins.resolve("broken.jar"), "no zip");
    Call broken = call(top, environment, "status", "beta");
    assertThat(broken.code()).isEqualTo(78);
    assertThat(broken.text()).contains("the plugin " + plugins.resolve("broken.jar"));
    Call files = call(top, Map.of("PRLEASE_HOME", home.toString()), "acquire", "beta");
    assertThat(files.code()).as("no plugin is looked for: %s", files.text()).isZero();
  }

  private static Call call(Path top, Map<String, String> environment, String command, String as)
      throws Exception {
    return Call.prlease(top, environment, command, "--key", "acme/app#42", "--session", as);
  }

  private static Path ownDirectory(Path path) throws IOException {
    return Files.createDirectory(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  @Test
  void the_page_about_stores_shows_what_is_in_the_example() throws Exception {
    StringBuilder example = new StringBuilder();
    Path sources = Layout.top().resolve("examples/third-party-store");
    for (Path file : Layout.walk(sources).filter(Files::isRegularFile).toList()) {
      if (!sources.relativize(file).startsWith("target")) {
        example.append(squeezed(Files.readString(file))).append('\n');
      }
    }
    List<String> shown = blocks(Files.readString(Layout.top().resolve("docs/writing-a-store.md")));
    assertThat(shown).hasSizeGreaterThan(5);
    for (String block : shown) {
      assertThat(example.toString()).contains(squeezed(block));
    }
  }

  private static List<String> blocks(String page) {
    List<String> blocks = new ArrayList<>();
    Matcher block = Pattern.compile("(?s)\n```(?:java|xml)\n(.*?)\n```\n").matcher(page);
    while (block.find()) {
      blocks.add(block.group(1));
    }
    return blocks;
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
