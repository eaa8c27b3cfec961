package dev.prlease.examples.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The package that {@code bin/package} makes: unpacked, installed, used and removed where there is
 * a Java and no Maven, git or python.
 */
@Timeout(120)
class PackageTest {
  private static final long TIME = 1796000000L;

  /** What an ordinary Unix system has; no more of its PATH is seen. */
  private static final List<String> TOOLS =
      List.of(
          "awk",
          "bash",
          "cat",
          "chmod",
          "cp",
          "date",
          "dirname",
          "echo",
          "env",
          "find",
          "kill",
          "mkdir",
          "mktemp",
          "mv",
          "readlink",
          "rm",
          "rmdir",
          "sed",
          "sh",
          "sleep",
          "touch",
          "true");

  private static Path place = Path.of("");
  private static Path tarball = Path.of("");
  private static Path unpacked = Path.of("");
  private static Path prefix = Path.of("");
  private static Path tools = Path.of("");

  @BeforeAll
  static void makeAndInstall() throws Exception {
    place = Layout.fresh("package").toRealPath();
    Path built = Files.createDirectory(place.resolve("built"));
    Files.copy(Layout.moduleTree("lease-cli").resolve("prlease.jar"), built.resolve("prlease.jar"));
    for (String store : List.of("lease-store-jdbc", "lease-store-etcd")) {
      Layout.copy(Layout.moduleTree(store).resolve("stores"), built.resolve("stores"));
    }
    tarball = make("first", Map.of());
    unpack();
    tools = Files.createDirectory(place.resolve("tools"));
    for (String tool : TOOLS) {
      Files.createSymbolicLink(tools.resolve(tool), find(tool));
    }
    prefix = place.resolve("prefix");
    Call installed = plain("./install.sh", "--prefix", prefix.toString());
    assertThat(installed.code()).as(installed.text()).isZero();
    assertThat(installed.text())
        .isEqualTo(
            "installed prlease "
                + Reactor.version()
                + " below "
                + prefix
                + "\n  next: Put "
                + prefix
                + "/bin on your PATH.\n");
  }

  private static Path make(String output, Map<String, String> more) throws Exception {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("SOURCE_DATE_EPOCH", Long.toString(TIME));
    environment.put("JAVA_HOME", System.getProperty("java.home", ""));
    Path into = place.resolve(output);
    Call made =
        Call.of(
            place,
            environment,
            List.of(
                Layout.top().resolve("bin/package").toString(),
                "--jar",
                place.resolve("built/prlease.jar").toString(),
                "--output",
                into.toString()));
    assertThat(made.code()).as(made.text()).isZero();
    Path file = into.resolve("prlease-" + Reactor.version() + ".tar.gz");
    assertThat(made.text()).isEqualTo(file + "\n");
    return file;
  }

  private static void unpack() throws Exception {
    Path into = Files.createDirectory(place.resolve("unpacked"));
    run(into, Map.of(), "tar", "-xzf", tarball.toString());
    unpacked = into.resolve("prlease-" + Reactor.version());
  }

  private static Path find(String tool) {
    return Arrays.stream(System.getenv("PATH").split(":", -1))
        .map(directory -> Path.of(directory, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("this machine has no " + tool));
  }

  private static String run(Path directory, Map<String, String> more, String... words)
      throws Exception {
    Call call = Call.of(directory, more, List.of(words));
    assertThat(call.code()).as(call.text()).isZero();
    return call.text();
  }

  /** With a Java, and the tools of an ordinary system alone. */
  private static Call plain(String... words) throws Exception {
    return Call.of(
        unpacked,
        Map.of(
            "PATH", tools.toString(),
            "JAVA_HOME", System.getProperty("java.home", ""),
            "HOME", Files.createDirectories(place.resolve("home")).toString(),
            "XDG_CACHE_HOME", place.resolve("cache").toString(),
            "PRLEASE_HOME", place.resolve("home/leases").toString()),
        List.of(words));
  }

  @Test
  void the_same_commit_makes_the_same_bytes() throws Exception {
    Path again = make("again", Map.of("TZ", "Asia/Kathmandu", "LC_ALL", "C.UTF-8"));
    assertThat(Files.mismatch(tarball, again)).isEqualTo(-1);
    String listed =
        run(
            place,
            Map.of("TZ", "UTC"),
            "tar",
            "-tvzf",
            tarball.toString(),
            "--numeric-owner",
            "--full-time");
    String when = Instant.ofEpochSecond(TIME).toString().replace('T', ' ').replace("Z", "");
    assertThat(listed.lines())
        .hasSizeGreaterThan(30)
        .allSatisfy(
            line ->
                assertThat(line)
                    .matches("(-rw-r--r--|-rwxr-xr-x|drwxr-xr-x) 0/0 +\\d+ " + when + " .*"));
    List<String> names = listed.lines().map(line -> line.replaceAll(".* ", "")).toList();
    assertThat(names).isSorted();
  }

  /** Who builds the jar again would else have other bytes. */
  @Test
  void nothing_in_the_jar_tells_when_it_was_built() throws Exception {
    String built =
        Reactor.child(Reactor.pom("pom.xml"), "properties")
            .flatMap(all -> Reactor.text(all, "project.build.outputTimestamp"))
            .orElseThrow();
    LocalDateTime latest = Instant.parse(built).atOffset(ZoneOffset.UTC).toLocalDateTime();
    try (ZipFile jar = new ZipFile(unpacked.resolve("lib/prlease/prlease.jar").toFile())) {
      assertThat(jar.stream().map(ZipEntry::getTimeLocal))
          .hasSizeGreaterThan(500)
          .allMatch(time -> !time.isAfter(latest));
    }
  }

  @Test
  void a_command_runs_under_a_lease_even_while_it_is_installed_anew() throws Exception {
    Path jar = prefix.resolve("lib/prlease/prlease.jar");
    Object before = Files.getAttribute(jar, "unix:ino");
    Call call =
        plain(
            prefix.resolve("bin/prlease").toString(),
            "run",
            "--repo",
            "acme/app",
            "--pr",
            "42",
            "--",
            "sh",
            "-c",
            "DESTDIR=/ ./install.sh --prefix \"$1\" >/dev/null && echo merging",
            "sh",
            prefix.toString());
    assertThat(call).isEqualTo(new Call(0, "merging\n"));
    assertThat(Files.getAttribute(jar, "unix:ino")).isNotEqualTo(before);
    Call status =
        Call.prlease(
            place,
            Map.of("PRLEASE_HOME", place.resolve("home/leases").toString()),
            "status",
            "--key",
            "acme/app#42");
    assertThat(status.text()).startsWith("acme/app#42: free\n");
  }

  /** The store comes with its drivers; nothing of it is in the jar that every call opens. */
  @Test
  void a_store_in_a_database_is_there_for_who_asks_for_it() throws Exception {
    String prlease = prefix.resolve("bin/prlease").toString();
    String store = "jdbc:sqlite:" + place.resolve("leases.db");
    Call early = plain(prlease, "acquire", "--key", "acme/app#7", "--store", store);
    assertThat(early.code()).as(early.text()).isEqualTo(74);
    assertThat(early.text()).contains("it has no table of leases yet", "prlease store init");
    Call made = plain(prlease, "store", "init", "--store", store);
    assertThat(made).isEqualTo(new Call(0, store + ": made what was missing\n"));
    Call run =
        plain(
            prlease,
            "run",
            "--key",
            "acme/app#7",
            "--store",
            store,
            "--",
            "sh",
            "-c",
            "echo $PRLEASE_STORE");
    assertThat(run).isEqualTo(new Call(0, store + "\n"));
    Call unknown = plain(prlease, "status", "--key", "acme/app#7", "--store", "etc:x");
    assertThat(unknown.code()).isEqualTo(78);
    assertThat(unknown.text()).contains("There are: etcd, file, git, jdbc");
    try (ZipFile jar = new ZipFile(unpacked.resolve("lib/prlease/prlease.jar").toFile())) {
      assertThat(jar.getEntry("org/sqlite/JDBC.class")).isNull();
      assertThat(jar.getEntry("dev/prlease/store/jdbc/JdbcLeaseStore.class")).isNull();
    }
  }

  /** Its drivers make newer Javas write warnings, unless they are kept from it. */
  @Test
  void a_store_in_etcd_is_there_too_and_nothing_is_written_but_answers() throws Exception {
    String prlease = prefix.resolve("bin/prlease").toString();
    try (EtcdOfOne etcd = EtcdOfOne.start(place.resolve("etcd"))) {
      String store = "etcd://127.0.0.1:" + etcd.port() + "/package";
      String[] run = {
        prlease,
        "run",
        "--key",
        "acme/app#7",
        "--store",
        store,
        "--",
        "sh",
        "-c",
        "echo $PRLEASE_STORE"
      };
      assertThat(plain(run)).isEqualTo(new Call(0, store + "\n"));
      Call status = plain(prlease, "status", "--key", "acme/app#7", "--store", store);
      assertThat(status.code()).as(status.text()).isZero();
      assertThat(status.text()).startsWith("acme/app#7: free\n");
    }
  }

  @Test
  void it_is_installed_whole_and_removed_whole() throws Exception {
    List<String> files = new ArrayList<>();
    for (Path file : Layout.walk(unpacked).filter(Files::isRegularFile).toList()) {
      files.add(unpacked.relativize(file).toString());
      if (!file.toString().endsWith(".jar")) {
        assertThat(Files.readString(file)).doesNotContain(Layout.top().toString());
      }
    }
    assertThat(files)
        .contains(
            "LICENSE",
            "README.md",
            "bin/prlease",
            "install.sh",
            "lib/prlease/prlease.jar",
            "lib/prlease/stores/etcd/prlease-store-etcd.jar",
            "lib/prlease/stores/jdbc/prlease-store-jdbc.jar",
            "share/man/man1/prlease.1",
            "share/man/man1/prlease-run.1",
            "share/bash-completion/completions/prlease",
            "share/zsh/site-functions/_prlease",
            "share/fish/vendor_completions.d/prlease.fish");
    Path second = place.resolve("second");
    String[] install = {"./install.sh", "--prefix", second.toString()};
    Map<String, String> elsewhere = Map.of("DESTDIR", "/");
    run(unpacked, elsewhere, install);
    for (String file : files) {
      if (file.contains("/")) {
        assertThat(second.resolve(file)).hasSameBinaryContentAs(unpacked.resolve(file));
      }
    }
    assertThat(Files.getPosixFilePermissions(second.resolve("bin/prlease")))
        .contains(PosixFilePermission.OTHERS_EXECUTE);
    Files.writeString(second.resolve("share/man/man1/other.1"), "not ours");
    run(unpacked, elsewhere, "./install.sh", "--uninstall", "--prefix", second.toString());
    assertThat(Layout.walk(second).filter(Files::isRegularFile))
        .containsExactly(second.resolve("share/man/man1/other.1"));
    Call none =
        Call.of(
            unpacked,
            elsewhere,
            List.of("./install.sh", "--uninstall", "--prefix", second.toString()));
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.text()).contains("is not installed below").contains("\n  next: ");
  }

  @Test
  void a_newer_version_takes_away_what_only_the_older_one_had() throws Exception {
    Path into = place.resolve("upgraded");
    Map<String, String> elsewhere = Map.of("DESTDIR", "/");
    Path older = place.resolve("older");
    run(place, Map.of(), "cp", "-r", unpacked.toString(), older.toString());
    Files.writeString(older.resolve("share/man/man1/prlease-old.1"), "of the older version");
    Files.writeString(
        Files.createDirectory(older.resolve("share/old")).resolve("file"), "of it alone");
    run(older, elsewhere, "./install.sh", "--prefix", into.toString());
    Path stranger = Files.writeString(into.resolve("share/man/man1/other.1"), "not ours");
    // One that was cut off when half of it was there has lost no track of what it was to remove.
    Files.move(into.resolve("lib/prlease/files"), into.resolve("lib/prlease/files.old"));
    run(unpacked, elsewhere, "./install.sh", "--prefix", into.toString());
    assertThat(into.resolve("share/man/man1/prlease-old.1")).doesNotExist();
    assertThat(into.resolve("share/old")).doesNotExist();
    assertThat(into.resolve("lib/prlease/files.old")).doesNotExist();
    assertThat(into.resolve("share/man/man1/prlease.1")).exists();
    assertThat(stranger).exists();
  }

  @Test
  void shells_and_man_read_what_is_installed() throws Exception {
    Path share = prefix.resolve("share");
    String asked =
        "source \"$1\" && COMP_WORDS=(prlease run --t) COMP_CWORD=2 && _prlease && echo"
            + " ${COMPREPLY[*]}";
    Call completed =
        plain(
            "bash",
            "-c",
            asked,
            "bash",
            share.resolve("bash-completion/completions/prlease").toString());
    assertThat(completed).isEqualTo(new Call(0, "--ttl\n"));
    // Without groff what is called man may be a stand-in that shows nothing.
    Path man = Path.of("/usr/bin/man");
    Path page = share.resolve("man/man1/prlease-run.1");
    if (Files.isExecutable(man) && Files.isExecutable(Path.of("/usr/bin/groff"))) {
      String read =
          run(
              place,
              Map.of("MANPAGER", "cat", "MANWIDTH", "80", "LC_ALL", "C"),
              man.toString(),
              "-l",
              page.toString());
      assertThat(read).contains("--conflict-exit-code N");
    }
    assertThat(Files.readString(page, StandardCharsets.US_ASCII))
        .contains("\"prlease " + Reactor.version().replace("-", "\\-") + "\"", "\"2026-11-30\"");
  }

  @Test
  void what_is_no_package_is_told() throws Exception {
    Call call =
        Call.of(place, Map.of(), List.of(Layout.top().resolve("bin/lib/install.sh").toString()));
    assertThat(call.code()).isEqualTo(1);
    assertThat(call.text()).contains("is no package of prlease");
  }
}
