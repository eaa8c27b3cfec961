package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code prlease hook}, within this JVM, in a repository of a real git. */
class HookCommandTest {
  private static final String MERGE = "gh pr merge 42 --squash";

  @TempDir Path top = Path.of("");
  private Desktop desktop = new Desktop(Path.of("").toAbsolutePath());

  @BeforeEach
  void repository() throws Exception {
    desktop = new Desktop(top);
    desktop.environment.put("PATH", System.getenv("PATH"));
    desktop.environment.put("HOME", top.toString());
    git("init", "-q", "-b", "f", ".");
    git("remote", "add", "origin", "git@github.com:acme/app.git");
  }

  private void git(String... words) throws Exception {
    List<String> all = new java.util.ArrayList<>(List.of("git"));
    all.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(all).directory(desktop.directory.toFile());
    builder.environment().put("HOME", top.toString());
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    assertThat(builder.redirectErrorStream(true).start().waitFor()).isZero();
  }

  private Answer hear(String kind, String input) {
    desktop.input = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    return desktop.prlease("hook", "run", kind);
  }

  private Answer claude(String command) {
    return hear(
        "claude",
        "{\"session_id\":\"s\",\"cwd\":\""
            + desktop.directory
            + "\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\""
            + command.replace("\"", "\\\"")
            + "\"}}");
  }

  private static void assertSilent(Answer answer) {
    assertThat(answer).isEqualTo(new Answer(0, "", ""));
  }

  @Test
  @DisplayName("Without a lease of another there is no opinion, and never a permission")
  void noOpinion() {
    assertSilent(claude("ls"));
    assertSilent(claude(MERGE));
    assertSilent(claude("git push --force"));
    assertSilent(
        hear("claude", "{\"tool_name\":\"Edit\",\"tool_input\":{\"file_path\":\"git push\"}}"));
  }

  @Test
  @DisplayName("A merge of what another session holds is denied, with holder and next steps")
  void denied() {
    desktop.as("them", "acquire");
    Answer answer = claude(MERGE);
    assertThat(answer.code()).isZero();
    assertThat(answer.err()).isEmpty();
    assertThat(answer.out())
        .startsWith(
            "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"prlease:"
                + " acme/app#42 is held by another session, them (")
        .contains("this would merge it")
        .contains("prlease status --key 'acme/app#42'")
        .contains("prlease acquire --key 'acme/app#42' --wait 15m")
        .contains("prlease adopt --key 'acme/app#42' --from them");
    assertSilent(claude("gh pr merge 43"));
    assertSilent(claude("gh pr merge -R other/thing 42"));
    assertSilent(claude("git commit -m 'gh pr merge 42'"));
  }

  @ParameterizedTest
  @CsvSource({
    "codex, '\"permissionDecision\":\"deny\"'",
    "gemini, '{\"decision\":\"deny\",\"reason\":'",
    "cursor, '{\"permission\":\"deny\",\"user_message\":'"
  })
  @DisplayName("Each agent hears it in its own form")
  void agents(String kind, String expected) {
    desktop.as("them", "acquire");
    String command = "\"command\":\"" + MERGE + "\"";
    String cwd = "\"cwd\":\"" + desktop.directory + "\"";
    String input =
        kind.equals("cursor")
            ? "{" + command + "," + cwd + "}"
            : "{\"tool_name\":\"Bash\",\"tool_input\":{" + command + "}," + cwd + "}";
    assertThat(hear(kind, input).out()).contains(expected);
  }

  @Test
  @DisplayName("This worktree's own session, and the one that the environment names, are we")
  void ourOwn() {
    assertThat(desktop.prlease("acquire", "--key", "acme/app#42").code()).isZero();
    assertSilent(claude(MERGE));
    assertSilent(claude("git push origin f"));
    desktop.prlease("release", "--key", "acme/app#42");
    desktop.as("run-around", "acquire");
    assertThat(claude(MERGE).out()).contains("deny");
    desktop.environment.put("PRLEASE_SESSION", "run-around");
    assertSilent(claude(MERGE));
  }

  @Test
  @DisplayName("A host that SSH's configuration names otherwise is the forge all the same")
  void sshAlias() throws Exception {
    Path ssh = Files.createDirectories(top.resolve("bin")).resolve("ssh");
    Files.writeString(ssh, "#!/bin/sh\necho hostname github.com\n");
    Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwxr-xr-x"));
    desktop.environment.put("PATH", ssh.getParent() + ":" + System.getenv("PATH"));
    desktop.as("them", "acquire");
    git("remote", "set-url", "origin", "git@github.com-work:acme/app.git");
    assertThat(claude(MERGE).out()).contains("acme/app#42 is held by another session");
    git("remote", "set-url", "origin", "git@work:acme/app.git");
    assertThat(claude(MERGE).out()).contains("acme/app#42 is held by another session");
    git("remote", "set-url", "origin", "git@work:acme/other.git");
    assertSilent(claude(MERGE));
  }

  @Test
  @DisplayName("A lease that cannot be read may be anybody's, and stops nothing else")
  void unreadable() throws Exception {
    desktop.as("them", "acquire");
    Files.delete(desktop.record());
    Files.createDirectory(desktop.record());
    Answer answer = claude(MERGE);
    assertThat(answer.out()).contains("acme/app#42's lease cannot be read").contains("deny");
    assertThat(claude("gh pr merge 43").out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "newer", "another's"})
  @DisplayName("So may a record that is garbage, of a newer version, or of another pull request")
  void unreadableRecord(String what) throws Exception {
    desktop.as("them", "acquire");
    String record = Files.readString(desktop.record());
    String broken =
        switch (what) {
          case "newer" -> record.replaceFirst("\"schema_version\": ?\\d+", "\"schema_version\":9");
          case "another's" -> record.replaceFirst("\"pr_number\": ?42", "\"pr_number\": 41");
          default -> what;
        };
    assertThat(broken).isNotEqualTo(record);
    Files.writeString(desktop.record(), broken);
    assertThat(claude(MERGE).out()).contains("acme/app#42's lease cannot be read").contains("deny");
    assertThat(claude("git push origin f").out()).contains("deny");
    assertSilent(claude("gh pr merge 43"));
    String line = "refs/heads/f " + "1".repeat(40) + " refs/heads/f " + "0".repeat(40) + "\n";
    desktop.input = new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8));
    Answer answer =
        desktop.prlease("hook", "run", "pre-push", "--", "origin", "git@github.com:acme/app.git");
    assertThat(answer.code()).isEqualTo(ExitCode.HELD);
  }

  @Test
  @DisplayName("What cannot be read of a claim on an issue stops no push")
  void unreadableClaim() throws Exception {
    desktop.as("them", "acquire");
    Files.writeString(desktop.record().resolveSibling("acme__app__issue-42.json"), "garbage");
    Files.delete(desktop.record());
    assertSilent(claude(MERGE));
    assertSilent(claude("git push origin f"));
  }

  @Test
  @DisplayName("A run whose lease is in another store has none that is heeded here")
  void runElsewhere() {
    desktop.as("them", "acquire");
    String run = "prlease run --pr 42 -- " + MERGE;
    assertSilent(claude(run));
    assertThat(claude("PRLEASE_HOME=/tmp/x " + run).out()).contains("deny");
    assertThat(claude("PRLEASE_STORE=file:/tmp/x " + run).out()).contains("deny");
    assertThat(claude("prlease run --store file:/tmp/x --pr 42 -- " + MERGE).out())
        .contains("deny");
    assertSilent(claude("PRLEASE_HOME=" + desktop.home + " " + run));
    assertSilent(
        claude(
            "prlease run --store file:" + desktop.home.resolve("leases") + " --pr 42 -- " + MERGE));
  }

  @Test
  @DisplayName("What prlease run starts is looked at, but for what its own lease is of")
  void ownRun() {
    desktop.as("them", "acquire");
    assertThat(claude("prlease run --pr 7 -- " + MERGE).out()).contains("deny");
    assertSilent(claude("prlease run --pr 42 --wait 10m -- " + MERGE));
  }

  @Test
  @DisplayName("An alias of gh is what it stands for")
  void ghAlias() throws Exception {
    Path file = Files.createDirectories(top.resolve(".config/gh")).resolve("config.yml");
    Files.writeString(file, "aliases:\n    m: pr merge --squash\n");
    desktop.as("them", "acquire");
    assertThat(claude("gh m 42").out()).contains("this would merge it");
    assertSilent(claude("gh m 43"));
  }

  @Test
  @DisplayName("A lease that has expired is nobody's")
  void expired() {
    desktop.as("them", "acquire");
    desktop.clock.advance(Duration.ofMinutes(16));
    assertSilent(claude(MERGE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[1]", "\u0000\u0001", "{\"tool_input\":{\"command\":\"ls\""})
  @DisplayName("Garbage that does not look like a push or merge stops nothing")
  void garbage(String input) {
    desktop.as("them", "acquire");
    Answer answer = hear("claude", input);
    assertThat(answer.code()).isZero();
    assertThat(answer.out()).isEmpty();
    if (input.isEmpty()) {
      assertThat(answer.err()).isEmpty();
    } else {
      assertThat(answer.err()).contains("claude handed over is no call that is understood here");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"tool_input\":{\"command\":\"git push -f\"", "gh pr merge 42", "{{\ngit push"})
  @DisplayName("Garbage that does is denied while a lease of another could be hit")
  void suspiciousGarbage(String input) {
    assertSilent(hear("claude", input));
    desktop.as("them", "acquire");
    assertThat(hear("claude", input).out()).contains("deny").contains("It cannot be told");
  }

  @Test
  @DisplayName("git hears of a denial by exit code 75 and lines on standard error")
  void prePush() {
    desktop.as("them", "acquire");
    String line = "refs/heads/f " + "1".repeat(40) + " refs/heads/f " + "0".repeat(40) + "\n";
    desktop.input = new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8));
    Answer answer =
        desktop.prlease("hook", "run", "pre-push", "--", "origin", "git@github.com:acme/app.git");
    assertThat(answer.code()).isEqualTo(ExitCode.HELD);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err())
        .startsWith("prlease: acme/app#42 is held by another session, them (")
        .contains("\n  See who it is: prlease status --key 'acme/app#42'\n");
    desktop.input = new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8));
    assertSilent(
        desktop.prlease("hook", "run", "pre-push", "--", "up", "https://github.com/other/thing"));
  }

  @Test
  @DisplayName("A store that fails is told of, and gives no verdict")
  void brokenStore() throws IOException {
    desktop.environment.put("PRLEASE_STORE", "nowhere:x");
    Answer answer = claude(MERGE);
    assertThat(answer.code()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).contains("nowhere");
    assertSilent(claude("git status"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "frobnicate", "run", "run emacs", "install emacs", "run claude x"})
  @DisplayName("A call that is wrong says how it is called")
  void usage(String words) {
    String[] all = ("hook " + words).strip().split(" ");
    Answer answer = desktop.prlease(all);
    assertThat(answer.code()).isEqualTo(ExitCode.USAGE);
    assertThat(answer.err()).contains("  next: ");
  }

  @Test
  @DisplayName("Installing says what it did, twice does nothing, and uninstalling puts all back")
  void installs() throws IOException {
    Path settings = desktop.directory.resolve(".claude/settings.json");
    Desktop.write(settings, "{\"model\": \"x\"}\n");
    Answer answer = desktop.prlease("hook", "install");
    assertThat(answer.code()).isZero();
    assertThat(answer.out())
        .isEqualTo(
            "claude: installed in "
                + settings
                + "\npre-push: installed in "
                + desktop.directory.resolve(".git/hooks/pre-push")
                + "\n");
    assertThat(settings).content().contains("prlease-guard claude").startsWith("{\"model\": \"x\"");
    assertThat(desktop.home.resolve("hooks/guard.sh")).isExecutable();
    assertThat(desktop.prlease("hook", "install", "claude").out()).contains("already in");
    Answer json = desktop.prlease("hook", "uninstall", "claude", "--json");
    assertThat(json.json("deed")).isEqualTo("restored");
    assertThat(settings).content().isEqualTo("{\"model\": \"x\"}\n");
    assertThat(desktop.prlease("hook", "install", "--uninstall", "pre-push").out())
        .contains("pre-push: removed, and all is as it was before");
    assertThat(desktop.directory.resolve(".git/hooks/pre-push")).doesNotExist();
  }

  @Test
  @DisplayName("What cannot be installed keeps nothing else from it; each is told with its remedy")
  void installsTheRest() throws IOException {
    Path claude = desktop.directory.resolve(".claude/settings.json");
    Path gemini = desktop.directory.resolve(".gemini/settings.json");
    Path cursor = desktop.directory.resolve(".cursor/hooks.json");
    Path push = desktop.directory.resolve(".git/hooks/pre-push");
    Desktop.write(claude, "{\n  // mine\n  \"model\": \"x\"\n}\n");
    Desktop.write(gemini, "{}\n");
    Desktop.write(cursor, "[]\n");
    Answer answer = desktop.prlease("hook", "install");
    assertThat(answer.code()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(answer.out())
        .contains("gemini: installed in " + gemini, "pre-push: installed in " + push)
        .doesNotContain("claude", "cursor");
    assertThat(answer.err())
        .contains("prlease hook: claude: " + claude + " was left as it is: ")
        .contains("  next: Add this by hand to the array hooks.PreToolUse there: {")
        .contains("prlease hook: cursor: " + cursor + " was left as it is: ");
    assertThat(push).isExecutable();
    Answer json = desktop.prlease("hook", "install", "--json", "claude", "gemini");
    assertThat(json.code()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(json.out()).contains("\"unchanged\"", "\"failed\"", "\"next\":");

    String entry =
        answer.err().lines().filter(line -> line.contains("PreToolUse")).findFirst().orElseThrow();
    entry = entry.substring(entry.indexOf("there: ") + 7);
    Desktop.write(claude, "{\n  // mine\n  \"hooks\": {\"PreToolUse\": [" + entry + "]}\n}\n");
    Answer byHand = desktop.prlease("hook", "install", "claude");
    assertThat(byHand.code()).as(byHand.err()).isZero();
    assertThat(byHand.out()).contains("claude: as it should be already in ");

    Answer out = desktop.prlease("hook", "uninstall");
    assertThat(out.code()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(out.out()).contains("gemini: removed", "pre-push: removed");
    assertThat(out.err())
        .contains("  next: Take out by hand, of the array hooks.PreToolUse there, the entry")
        .doesNotContain("Add this by hand");
    assertThat(push).doesNotExist();
    Desktop.write(claude, "{\n  // no prlease-guard any more\n}\n");
    assertThat(desktop.prlease("hook", "uninstall", "claude").code()).isZero();
  }

  @Test
  @DisplayName("A directory that was made for the settings goes with them")
  void leavesNoDirectory() throws IOException {
    assertThat(desktop.prlease("hook", "install", "claude").code()).isZero();
    assertThat(desktop.prlease("hook", "uninstall", "claude").code()).isZero();
    assertThat(desktop.directory.resolve(".claude")).doesNotExist();
    Files.createDirectory(desktop.directory.resolve(".claude"));
    assertThat(desktop.prlease("hook", "install", "claude").code()).isZero();
    assertThat(desktop.prlease("hook", "uninstall", "claude").code()).isZero();
    assertThat(desktop.directory.resolve(".claude")).isEmptyDirectory();
  }

  @Test
  @DisplayName("A dry run tells, and does nothing; --user is for the user's own settings")
  void dryRunAndUser() {
    assertThat(desktop.prlease("hook", "install", "--dry-run", "gemini", "pre-push").out())
        .contains("gemini: would be installed in ")
        .contains("pre-push: would be installed in ");
    assertThat(desktop.directory.resolve(".gemini")).doesNotExist();
    assertThat(Files.exists(desktop.home.resolve("hooks"))).isFalse();
    assertThat(desktop.prlease("hook", "install", "--user", "cursor").out())
        .contains("cursor: installed in " + top.resolve(".cursor/hooks.json"));
    assertThat(desktop.prlease("hook", "install", "--user", "pre-push").code())
        .isEqualTo(ExitCode.USAGE);
    assertThat(desktop.prlease("hook", "install", "--user", "pre-push").err())
        .contains("of one repository");
  }
}
