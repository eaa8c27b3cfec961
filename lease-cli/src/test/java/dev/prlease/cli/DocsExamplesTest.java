package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.cli.Page.Block;
import dev.prlease.json.SlotJson;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every code block of the manual does what the manual says. What a block is stands behind its
 * fence:
 *
 * <ul>
 *   <li>{@code sh}: typed into a shell; every line succeeds.
 *   <li>{@code console}: the lines behind {@code $} are typed, and what is shown is what then
 *       stands there, but for times, ids and places.
 *   <li>{@code java}, {@code xml}, {@code yaml}: stands in an example that is compiled and run.
 *   <li>{@code json}: a file of the store, which is read and written again.
 *   <li>{@code properties}: a config file, with which the command works.
 *   <li>{@code text}: what the program prints, or a picture.
 * </ul>
 *
 * <p>A block that is not marked is an error; one that cannot be run here says why behind its fence:
 * {@code not run: …}.
 */
@Timeout(120)
class DocsExamplesTest {
  private static final Set<String> KINDS =
      Set.of("sh", "console", "java", "xml", "yaml", "json", "toml", "properties", "text");

  /** Tested where the README's are. */
  private static final String README = "README.md";

  /** Without spaces and line ends. */
  private static String examples = "";

  @TempDir static Path temporary = Path.of("");
  private static CallServer server = unstarted();
  private static DocShell shell = unmade();

  @SuppressWarnings("NullAway") // set before all
  private static CallServer unstarted() {
    return null;
  }

  @SuppressWarnings("NullAway") // set before all
  private static DocShell unmade() {
    return null;
  }

  @BeforeAll
  static void start() throws Exception {
    Path top = temporary.toRealPath();
    server = new CallServer(top);
    Path plugin =
        new PluginForge(top.resolve("forge"))
            .plugin(
                top.resolve("h2.jar"),
                "H2",
                PluginForge.offering(
                    "h2",
                    "return new dev.prlease.store.memory.InMemoryLeaseStore(context.scheduler());"));
    Path empty = Files.createDirectories(top.resolve("empty"));
    shell =
        new DocShell(
            top,
            server,
            Map.of(
                "PLUGIN",
                plugin.toString(),
                "EMPTY_JAR",
                PluginForge.jar(top.resolve("empty.jar"), empty).toString(),
                "PEER",
                Path.of("../lease-store-file/src/test/resources/v1_peer.py")
                    .toRealPath()
                    .toString()));
    examples = squeezed(sources());
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  private static List<Block> blocks(String... kinds) throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (Page page : Page.all()) {
      for (String kind : kinds) {
        page.blocks(kind).stream().filter(block -> !block.isNotRun()).forEach(blocks::add);
      }
    }
    return blocks;
  }

  @Test
  void every_block_is_marked_and_what_is_not_run_says_why() throws IOException {
    int blocks = 0;
    for (Page page : Page.all()) {
      for (Block block : page.blocks()) {
        blocks++;
        assertThat(KINDS).as("the kind of %s", block).contains(block.kind());
        assertThat(block.note()).as("the note of %s", block).matches("|not run: .{10,}|a picture");
      }
    }
    assertThat(blocks).isGreaterThan(50);
  }

  static List<Block> scripts() throws IOException {
    return blocks("sh").stream().filter(block -> !isOfTheReadme(block)).toList();
  }

  private static boolean isOfTheReadme(Block block) {
    return block.page().equals(README) && block.heading().equals("Three examples");
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void a_script_can_be_typed(Block block) throws Exception {
    shell.script(block, DocSetup.before(block));
  }

  static List<Block> transcripts() throws IOException {
    return blocks("console").stream().filter(block -> !isOfTheReadme(block)).toList();
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void what_is_typed_answers_as_shown(Block block) throws Exception {
    shell.transcript(block, DocSetup.before(block));
  }

  @Test
  void what_is_prepared_belongs_to_a_block() throws IOException {
    List<String> headings = new ArrayList<>();
    for (Block block : blocks("sh", "console")) {
      headings.add(DocSetup.name(block));
    }
    assertThat(headings).containsAll(DocSetup.names());
  }

  static List<Block> quotes() throws IOException {
    return blocks("java", "xml", "yaml");
  }

  @ParameterizedTest
  @MethodSource("quotes")
  void what_is_quoted_stands_in_an_example(Block block) {
    for (String part : block.whole().split("(?m)^ *(?://|#) …$", -1)) {
      assertThat(examples).as(block.toString()).contains(squeezed(part));
    }
  }

  private static String sources() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> found = Files.walk(Path.of("../examples"))) {
      for (Path file :
          found
              .filter(each -> !each.toString().contains("/target/"))
              .filter(each -> each.toString().matches(".*\\.(java|xml|yml)"))
              .toList()) {
        text.append(Files.readString(file)).append('\n');
      }
    }
    return text.toString();
  }

  /** Without line ends and indentation; a version may be a property's. */
  private static String squeezed(String text) {
    return text.replaceAll("<version>[^<]*</version>", "<version/>")
        .replaceAll("\\s+", " ")
        .strip();
  }

  static List<Block> files() throws IOException {
    return blocks("json");
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_file_of_the_store_is_read_and_written_again(Block block) {
    byte[] bytes = block.whole().getBytes(StandardCharsets.UTF_8);
    LeaseSlot slot = SlotJson.decode(bytes).at(new SlotVersion("v"));
    assertThat(slot).isInstanceOf(LeaseSlot.Held.class);
    Content content =
        new Content(
            Optional.of(((LeaseSlot.Held) slot).record()),
            slot.fence(),
            slot.writeId().orElseThrow(),
            Change.Replaced.DISCARD);
    assertThat(new String(SlotJson.encode(content), StandardCharsets.UTF_8))
        .isEqualTo(block.whole().strip());
  }

  static List<Block> configurations() throws IOException {
    return blocks("properties");
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void a_config_file_is_one_that_the_command_works_with(Block block) throws Exception {
    DocShell.Place place = shell.place();
    Path home = Files.createDirectory(place.home.resolve(".prlease"));
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
    Path file = Files.writeString(home.resolve("config.properties"), block.whole());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    place.must(block, "prlease acquire --repo acme/app --pr 42");
    assertThat(place.end("prlease status --repo acme/app --pr 42").out())
        .contains("(config.properties)");
  }

  /** Pictures are marked as such; all else is help, which ReferencePageTest compares. */
  @Test
  void a_text_is_a_picture_or_help() throws IOException {
    for (Block block : blocks("text")) {
      if (!block.note().equals("a picture")) {
        assertThat(block.page()).isEqualTo("docs/reference.md");
        assertThat(block.text().get(0)).startsWith("prlease ");
      }
    }
  }
}
