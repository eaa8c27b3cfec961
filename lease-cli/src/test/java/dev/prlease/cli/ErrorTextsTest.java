package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.ErrorSources.Making;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The text of every error, frozen: one golden file a code, in {@code golden/errors}. {@code
 * bin/golden} writes them anew; look at the difference before you commit it.
 */
@Timeout(120)
class ErrorTextsTest {
  /**
   * Errors with a text of their own that cannot be provoked from outside, each with the test that
   * shows it.
   */
  private static final Map<String, String> SHOWN_ELSEWHERE =
      elsewhere(
          Map.of(
              "Breaking.java LeaseStoreException.outcomeUnknown 1",
              "takes an older program's write within a break that was not answered: LostTraceRules",
              "ConfigFile.java LeaseConfigurationException 2",
              "takes a disk that fails while it is read",
              "ConfigFile.java LeaseConfigurationException 4",
              "takes another user: ConfigFileTest",
              "Conversation.java LeaseStoreException.outcomeUnknown 1",
              "takes a failure before a lost answer is settled: LostTraceRules",
              "NetworkFileSystem.java LeaseConfigurationException 1",
              "takes a network file system",
              "LockChannels.java LeaseStoreException 1",
              "takes 64 files that are locked by something else in the program: ForeignLockTest",
              "PluginDirectory.java LeaseConfigurationException 5",
              "takes a disk that fails while it is read",
              "PluginJars.java LeaseConfigurationException 4",
              "takes a path that is no URL, which no file system here has",
              "SlotAccess.java ContentionException.locked 1",
              "takes a thread that hangs within the store: JvmMutexTest",
              "StoreTrouble.java LeaseStoreException.outcomeUnknown 1",
              "takes a disk that fails behind a rename: FileLeaseStoreTest"));

  private static Map<String, String> elsewhere(Map<String, String> core) {
    Map<String, String> all = new TreeMap<>(core);
    all.put("Asking.java UsageException 4", "takes only shells above: ProcessEvidenceTest");
    all.put("ClaimCommand.java LeaseInterruptedException 1", "takes a signal: ClaimCommandTest");
    all.put("CheckoutKey.java UsageException 2", "takes a forge: GateCommandsTest");
    all.put("GatedCall.java LeaseInterruptedException 1", "takes a signal: GatePushLossTest");
    all.put("GatedCall.java LeaseInterruptedException 2", "takes a signal: WatchAndMergeTest");
    all.put("GatedCall.java NotHeldException 1", "takes a lease lost in an act: GateLossTest");
    all.put("Unpushed.java NotHeldException 1", "takes a lease lost in a hook: GatePushLossTest");
    for (int i = 1; i <= 2; i++) {
      all.put("OwnCommands.java LeaseConfigurationException " + i, "a server: OwnCommandsTest");
    }
    for (int i = 1; i <= 4; i++) {
      all.put("HookFiles.java LeaseConfigurationException " + i, "odd files: AgentHookTest");
    }
    all.put("AgentHook.java LeaseConfigurationException 1", "odd settings: AgentHookTest");
    all.put("ShippedStores.java LeaseConfigurationException 1", "takes a damaged installation");
    all.putAll(ofDatabases());
    all.putAll(ofRemotes());
    all.putAll(ofClusters());
    for (int i = 1; i <= 3; i++) {
      all.put("GitHook.java LeaseConfigurationException " + i, "odd hooks: GitHookTest");
    }
    return all;
  }

  /** Those of the SQL store take a database, and are shown in its own module. */
  private static Map<String, String> ofDatabases() {
    Map<String, String> all = new TreeMap<>();
    all.put("JdbcLocation.java LeaseConfigurationException 1", "JdbcLocationTest");
    all.put("EmbeddedUrl.java LeaseConfigurationException 1", "JdbcLocationTest");
    for (int i = 1; i <= 2; i++) {
      all.put("PostgresUrl.java LeaseConfigurationException " + i, "JdbcLocationTest");
    }
    all.put("PostgresConnector.java LeaseConfigurationException 1", "JdbcLocationTest");
    all.put("EmbeddedConnector.java LeaseConfigurationException 1", "takes a missing driver");
    all.put("JdbcLeaseStore.java LeaseStoreException 1", "PostgresStoreContractTest");
    all.put("SqlTrouble.java LeaseStoreException 1", "StoreSetUpTest");
    all.put("SqlTrouble.java LeaseStoreException.outcomeUnknown 1", "PostgresFaultsTest");
    return all;
  }

  /** Those of the git store take a remote that fails, and are shown in its own module. */
  private static Map<String, String> ofRemotes() {
    Map<String, String> all = new TreeMap<>();
    for (int i = 1; i <= 3; i++) {
      all.put("GitLocation.java LeaseConfigurationException " + i, "GitLocationTest");
      all.put("Remote.java LeaseConfigurationException " + i, "GitLocationTest");
      all.put("Complaints.java LeaseStoreException " + i, "GitTroubleTest");
      all.put("Slots.java LeaseStoreException " + i, "GitTroubleTest");
    }
    all.put("Complaints.java LeaseStoreException 4", "GitCollectionTest");
    all.put("Complaints.java LeaseStoreException.outcomeUnknown 1", "GitTroubleTest");
    all.put("Exchanging.java LeaseStoreException 1", "GitTroubleTest");
    all.put("Exchanging.java LeaseStoreException 2", "GitTroubleTest");
    all.put("GitLeaseStore.java LeaseStoreException 1", "GitStoreContractTest");
    return all;
  }

  /** Those of the etcd store take a cluster. */
  private static Map<String, String> ofClusters() {
    Map<String, String> all = new TreeMap<>();
    for (int i = 1; i <= 3; i++) {
      all.put("Trouble.java LeaseStoreException " + i, "GuardedClusterTest");
    }
    all.put("Trouble.java LeaseStoreException.outcomeUnknown 1", "LostAnswersTest");
    all.put("EtcdLocation.java LeaseConfigurationException 1", "EtcdLocationTest");
    all.put("EtcdLocation.java LeaseConfigurationException 2", "EtcdLocationTest");
    all.put("TlsFiles.java LeaseConfigurationException 1", "EtcdTlsTest");
    return all;
  }

  @TempDir static Path temporary = Path.of("");
  private static ErrorTexts told = new ErrorTexts(Path.of("/"));
  private static ErrorSources sources = emptyUntilRead();

  private static ErrorSources emptyUntilRead() {
    try {
      return new ErrorSources();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @BeforeAll
  static void provokeThemAll() throws Exception {
    Path top = temporary.toRealPath();
    told = new ErrorTexts(top);
    ErrorsOfTheApi.provoke(told);
    new ErrorsOfStores(told, top.resolve("stores")).provoke();
    ErrorsOfRows.provoke(told);
    new ErrorsOfWiring(told).provoke();
    new ErrorsOfThePlugins(told, top.resolve("plugins")).provoke();
    new ErrorsOfTheGate(told, top.resolve("gate")).provoke();
    new ErrorsOfTheCommand(told, top.resolve("command")).provoke();
    new ErrorsOfClaims(told, top.resolve("claims")).provoke();
  }

  @Test
  void each_text_is_as_it_was() {
    told.texts()
        .forEach(
            (code, texts) -> {
              StringBuilder page = new StringBuilder();
              texts.forEach(
                  (name, text) -> page.append("# ").append(name).append('\n').append(text));
              Golden.check("errors/" + code, page.toString());
            });
  }

  @Test
  void every_code_has_a_golden_file_and_every_golden_file_a_code() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/golden/errors"))) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".txt", "")))
          .containsExactlyInAnyOrderElementsOf(sources.codes())
          .hasSizeGreaterThan(10);
    }
    assertThat(told.texts().keySet()).containsExactlyElementsOf(sources.codes());
  }

  @Test
  void the_errors_page_has_a_section_for_every_code_and_no_other() throws IOException {
    Map<String, String> sections = sections();
    assertThat(sections.keySet()).containsExactlyInAnyOrderElementsOf(sources.codes());
    sections.forEach(
        (code, text) ->
            assertThat(text)
                .as(code)
                .contains("\n**What happened.** ", "\n**Why.** ", "\n**What to do.** "));
  }

  @Test
  void the_errors_page_tells_what_the_command_exits_with() throws IOException {
    Map<String, String> sections = sections();
    // Nothing that the command does itself ends so: it takes a store whose answer gets lost.
    told.exitCodes().put("outcome-unknown", Set.of(ExitCode.STORE));
    told.exitCodes().put("claim-refused", Set.of(ExitCode.FAILED));
    assertThat(told.exitCodes().keySet()).containsExactlyElementsOf(sources.codes());
    told.exitCodes()
        .forEach(
            (code, exits) ->
                assertThat(exits)
                    .as(code)
                    .allSatisfy(
                        exit -> assertThat(sections.get(code)).startsWith("\nExit code " + exit)));
  }

  private static Map<String, String> sections() throws IOException {
    Map<String, String> sections = new TreeMap<>();
    for (String section : Files.readString(Path.of("../docs/errors.md")).split("\n## ", -1)) {
      int end = section.indexOf('\n');
      sections.put(section.substring(0, end), section.substring(end + 1));
    }
    sections.remove("# Errors");
    return sections;
  }

  @Test
  void help_prints_the_sections_by_code_and_by_exit_code() {
    Desktop desktop = new Desktop(temporary.resolve("help"));
    for (String code : sources.codes()) {
      Answer answer = desktop.prlease("help", code);
      assertThat(answer.code()).as(code).isZero();
      assertThat(answer.out())
          .startsWith(code + "\n\nExit code ")
          .contains("What to do. ")
          .doesNotContain("`", "**");
    }
    assertThat(desktop.prlease("help", "65").out().lines())
        .contains("corrupt-record", "unsupported-version", "key-mismatch")
        .doesNotContain("store-failed");
    assertThat(desktop.prlease("help", "143").out()).startsWith("interrupted\n");
    assertThat(desktop.prlease("help", "12").code()).isEqualTo(64);
  }

  @Test
  void the_reference_lists_every_class_of_errors_with_its_code() throws IOException {
    String reference = Files.readString(Path.of("../docs/reference.md"));
    for (String type : told.classes()) {
      if (sources.classes().contains(type)) {
        assertThat(reference).contains("\n| `" + type + "` | `");
      }
    }
    for (String code : told.texts().keySet()) {
      assertThat(reference).contains("`" + code + "`");
    }
  }

  @Test
  void every_class_of_errors_was_provoked() {
    Set<String> classes = new TreeSet<>(sources.classes());
    classes.remove("LeaseException");
    assertThat(classes).hasSizeGreaterThan(8);
    assertThat(told.classes()).containsAll(classes);
  }

  /** A text that is written where the error is made is frozen only if that place was reached. */
  @Test
  void every_place_that_words_an_error_was_reached() {
    Map<String, String> missing = new TreeMap<>();
    sources.makings().forEach(making -> missing.put(making.name(), making.at()));
    told.places()
        .forEach(place -> sources.makingAround(place).map(Making::name).ifPresent(missing::remove));
    assertThat(missing.keySet())
        .as("add a provocation to one of the ErrorsOf… classes: %s", missing)
        .containsExactlyInAnyOrderElementsOf(SHOWN_ELSEWHERE.keySet());
    assertThat(sources.makings()).hasSizeGreaterThan(60);
  }
}
