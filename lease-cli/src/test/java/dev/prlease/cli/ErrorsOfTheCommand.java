package dev.prlease.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What the command prints when something stands in its way. */
final class ErrorsOfTheCommand {
  private final ErrorTexts told;
  private final Path top;
  private int desktops;
  private Desktop desktop;

  ErrorsOfTheCommand(ErrorTexts told, Path top) {
    this.told = told;
    this.top = top;
    this.desktop = new Desktop(top.resolve("unused"));
  }

  void provoke() throws IOException {
    ofWrongCalls();
    ofOthersLeases();
    ofLeasesOfItsOwn();
    ofTheEnvironment();
    ofRecords();
    ofStores();
    ofTheConfigFile();
    ofFiles();
    ofSignalsAndFaults();
  }

  private void fresh() {
    desktop = new Desktop(top.resolve("desktop-" + ++desktops));
    desktop.environment.put("PRLEASE_DEBUG", "1");
  }

  private void as(String session, String command, String... more) {
    desktop.environment.remove("PRLEASE_DEBUG");
    desktop.as(session, command, more);
    desktop.environment.put("PRLEASE_DEBUG", "1");
  }

  private void tell(String name, String... words) {
    told.told(name, desktop.prlease(words));
  }

  private void tellAs(String name, String session, String command, String... more) {
    told.told(name, desktop.as(session, command, more));
  }

  private void ofWrongCalls() {
    fresh();
    for (String call :
        List.of(
            "completion tcsh",
            "run --key acme/app#42",
            "status --key acme/app#42 --no-such-option",
            "acquire --key acme/app#42 --export --json",
            "acquire --key acme/app#42 --ttl soon",
            "acquire --key acme/app#42 --ttl 900",
            "acquire --key acme/app#42 --ttl 0",
            "acquire --key acme/app#42 --wait -1s",
            "acquire --key acme/app#42 --session=",
            "acquire --key acme/app#42 --store=",
            "assert --key acme/app#42",
            "status --key acme/app",
            "adopt --key acme/app#42",
            "adopt --key acme/app#42 --from alpha --session alpha",
            "break --key acme/app#42",
            "run --key acme/app#42 --conflict-exit-code 256 -- true",
            "audit --since yesterday",
            "audit --since -2h",
            "list --repo acme",
            "store",
            "store open",
            "gc --older-than 1h",
            "gc --max-time 0s",
            "gc --store test:bare",
            "list --session=")) {
      tell(call, call.split(" "));
    }
    tell("frobnicate", "frobnicate");
    tell("an option before the command", "--json", "status");
    tell("a word that is no UTF-8", "status", "--key", "acme/app\ufffd#42");
    tell(
        "a session that does not print", "acquire", "--key", "acme/app#42", "--session", "a\u0007");
    tell(
        "a reason of a thousand words",
        "break",
        "--key",
        "acme/app#42",
        "--reason",
        "x".repeat(1_001));
    as("alpha", "acquire", "--ttl", "1h");
    desktop.makeRun(99);
    tellAs("a renewal that cuts a run short", "alpha", "renew", "--ttl", "1m");
  }

  private void ofOthersLeases() {
    fresh();
    as("alpha", "acquire");
    tellAs("acquire", "beta", "acquire");
    tellAs("acquire in vain", "beta", "acquire", "--wait", "5s");
    tellAs("renew", "beta", "renew");
    tellAs("adopt from somebody else", "beta", "adopt", "--from", "gamma");
    desktop.makeRun(99);
    tellAs("a run of this session is at work", "alpha", "release");
    desktop.processes.kill(99);
    tellAs("its process is gone", "beta", "acquire");
  }

  private void ofLeasesOfItsOwn() throws IOException {
    fresh();
    tellAs("adopt what is free", "beta", "adopt", "--from", "gamma");
    tellAs("break what is free", "beta", "break", "--reason", "test");
    tellAs("assert what is free", "alpha", "assert");
    as("alpha", "acquire");
    tellAs("too little is left", "alpha", "assert", "--at-least", "1h");
    desktop.clock.advance(Duration.ofMinutes(15));
    tellAs("assert what has lapsed", "alpha", "assert");
    desktop.makeWorktree();
    tell("a worktree without a session", "assert", "--key", "acme/app#42");
    fresh();
    desktop.makeCommandsRun();
    tell(
        "lost while the command ran",
        "run",
        "--key",
        "acme/app#42",
        "--",
        "rm",
        "-f",
        desktop.record().toString());
  }

  private void ofTheEnvironment() {
    fresh();
    Map<String, String> exported =
        Map.of(
            "PRLEASE_KEY", "acme/app#42",
            "PRLEASE_SESSION", "alpha",
            "PRLEASE_GRANT", "g",
            "PRLEASE_FENCE", "1");
    desktop.environment.putAll(exported);
    tell("an exported lease that is over", "acquire");
    desktop.environment.put("PRLEASE_STORE", "file:/elsewhere");
    tell("a lease of another store", "acquire", "--store", "file:" + top.resolve("here"));
    desktop.environment.keySet().removeAll(exported.keySet());
    desktop.environment.put("PRLEASE_STORE", "");
    tell("PRLEASE_STORE is empty", "status", "--key", "acme/app#42");
    desktop.environment.remove("PRLEASE_STORE");
    desktop.environment.remove("PRLEASE_HOME");
    tell("no home", "status", "--key", "acme/app#42");
    desktop.environment.put("HOME", "here");
    tell("a home that is relative", "status", "--key", "acme/app#42");
  }

  private void ofRecords() {
    fresh();
    desktop.plant("nonsense");
    tellAs("nonsense", "alpha", "assert");
    desktop.plant(new byte[] {(byte) 0xff, (byte) 0xfe});
    tellAs("no UTF-8", "alpha", "assert");
    desktop.plant("{\"record\":{\"schema_version\":1}}");
    tellAs("fields are missing", "alpha", "assert");
    desktop.plant("{\"record\":{\"schema_version\":2}}");
    tellAs("a newer version", "alpha", "assert");
    String record =
        "{\"record\":{\"schema_version\":1,\"key\":{\"repo\":\"acme/app\",\"pr_number\":%d},"
            + "\"owner_session_id\":\"alpha\",\"acquired_at\":\"%s\",\"ttl_secs\":900}}";
    desktop.plant(record.formatted(42, "2999-01-01T00:00:00Z"));
    tellAs("acquired in the year 2999", "alpha", "assert");
    desktop.plant(record.formatted(43, desktop.clock.now()));
    tellAs("of another key", "alpha", "acquire");
  }

  private void ofStores() {
    fresh();
    for (String store :
        List.of(
            "memory:x",
            "nowhere:x",
            "nowhere",
            "file:~bob/leases",
            "file:leases",
            "file://host/leases",
            "file:/no\0where",
            "file:/x?layout=odd&maxClockSkew=soon&more=1")) {
      tell(store.replace("\0", "NUL"), "status", "--key", "acme/app#42", "--store", store);
    }
  }

  private void ofTheConfigFile() throws IOException {
    fresh();
    Path home = Files.createDirectories(desktop.home);
    setMode(home, "rwx------");
    Path file = home.resolve("config.properties");
    for (String line :
        List.of(
            "nonsense",
            "store = file:\\x",
            "ttl = 1h\nttl = 2h",
            "stroe = file:",
            "frobnicate = 1",
            "ttl = soon",
            "ttl = 25h",
            "store =",
            "store = nowhere",
            "plugins =",
            "store = memory:x")) {
      Files.writeString(file, line);
      setMode(file, "rw-------");
      tell("config file: " + line.replace('\n', ' '), "status", "--key", "acme/app#42");
    }
    Files.writeString(file, "audit.max-bytes = plenty");
    tellAs("config file: audit.max-bytes = plenty", "alpha", "acquire");
    Files.writeString(file, "audit.max-bytes = 1KiB");
    tellAs("config file: audit.max-bytes = 1KiB", "alpha", "acquire");
    Files.writeString(file, "audit.keep = all");
    tellAs("config file: audit.keep = all", "alpha", "acquire");
    setMode(file, "rw-rw----");
    tell("a config file that others may write", "status", "--key", "acme/app#42");
    setMode(file, "rw-------");
    setMode(home, "rwxrwx---");
    tell("a home that others may write", "status", "--key", "acme/app#42");
    setMode(home, "rwx------");
    Files.write(file, new byte[2_000_000]);
    tell("a config file of two million bytes", "status", "--key", "acme/app#42");
    Files.delete(file);
    Files.createDirectory(file);
    tell("a config file that is a directory", "status", "--key", "acme/app#42");
  }

  private void ofFiles() throws IOException {
    fresh();
    as("alpha", "acquire");
    Path leases = desktop.home.resolve("leases");
    Path lock = desktop.record().resolveSibling("acme__app__pr-42.json.lock");
    try (FileChannel foreign = FileChannel.open(lock, StandardOpenOption.WRITE)) {
      foreign.lock();
      tellAs("a lock that another holds", "alpha", "renew");
    }
    Files.move(desktop.record(), leases.resolve("elsewhere"));
    Files.createSymbolicLink(desktop.record(), leases.resolve("elsewhere"));
    tellAs("a symbolic link in the place of a lease", "alpha", "assert");
    setMode(leases, "rwxrwxrwx");
    tellAs("a directory that others may write", "alpha", "assert");
    setMode(leases, "rwx------");
    Path shared = Files.createDirectories(top.toRealPath().resolve("shared"));
    setMode(shared, "rwxrwxrwx");
    Files.setAttribute(shared, "unix:mode", 01777 | 040000);
    tellAs("a directory that is shared", "alpha", "status", "--store", "file:" + shared);
    Path file = Files.writeString(top.resolve("file"), "");
    tellAs("a file in its place", "alpha", "status", "--store", "file:" + file);
    desktop.makeWorktree();
    as("alpha", "status");
    Answer made = desktop.prlease("acquire", "--key", "acme/app#43");
    Path session = session();
    Files.writeString(session, "\u0001");
    tell("a session file without a session", "assert", "--key", "acme/app#43");
    Files.delete(session);
    Files.createDirectory(session);
    tell("a session file that is a directory", "assert", "--key", "acme/app#43");
    if (made.code() != 0) {
      throw new AssertionError(made.err());
    }
  }

  private Path session() throws IOException {
    try (var files = Files.list(desktop.directory.resolve(".git"))) {
      return files
          .filter(each -> each.getFileName().toString().startsWith("prlease-session"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static void setMode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private void ofSignalsAndFaults() {
    fresh();
    Thread.currentThread().interrupt();
    tellAs("before an answer, with what it took", "alpha", "acquire");
    as("alpha", "acquire");
    Thread.currentThread().interrupt();
    tellAs("before an answer, with what was held before", "alpha", "acquire");
    desktop.duringPauses.add(() -> Thread.currentThread().interrupt());
    tellAs("while it waits", "beta", "acquire", "--wait", "5m");
    desktop.shutdown =
        () -> {
          throw new InterruptedException("interrupted before anything was taken");
        };
    tellAs("before anything was taken", "beta", "acquire");
    desktop.shutdown = Shutdown.NEVER;
    desktop.makeCommandsRun();
    Thread.currentThread().interrupt();
    tell("before the command was started", "run", "--key", "acme/app#44", "--", "true");
    Thread caller = Thread.currentThread();
    desktop.whenComplaining = () -> {};
    Path ready = top.resolve("ready");
    Thread signal =
        new Thread(
            () -> {
              while (!Files.exists(ready)) {
                Thread.onSpinWait();
              }
              caller.interrupt();
            });
    signal.start();
    tell(
        "while the command ran",
        "run",
        "--key",
        "acme/app#45",
        "--",
        "sh",
        "-c",
        "touch " + ready + "; sleep 600");
    boolean unused = Thread.interrupted();
    desktop.processes.breakDown();
    tellAs("a fault", "alpha", "acquire");
  }
}
