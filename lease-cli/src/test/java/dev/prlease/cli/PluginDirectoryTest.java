package dev.prlease.cli;

import static dev.prlease.cli.PluginForge.offering;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins as jars in a directory: found, and every kind of broken one told of in one line. */
class PluginDirectoryTest {
  /** A store that outlives a call within this JVM is enough here. */
  private static final String WORKS =
      offering(
          "kept", "return new dev.prlease.store.memory.InMemoryLeaseStore(context.scheduler());");

  @TempDir Path top = Path.of("");
  private Desktop desktop;
  private Path plugins = Path.of("");
  private PluginForge forge;

  @BeforeEach
  void makeDesktop() throws Exception {
    desktop = new Desktop(top);
    Files.createDirectory(desktop.home, mode("rwx------"));
    plugins = Files.createDirectory(desktop.home.resolve("plugins"), mode("rwx------"));
    forge = new PluginForge(top.resolve("forge"));
  }

  private static FileAttribute<?> mode(String mode) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
  }

  private static void setMode(Path path, String mode) throws Exception {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private Path make(String jar, String name, String members, Path... before) throws Exception {
    Path made = forge.plugin(plugins.resolve(jar), name, members, before);
    setMode(made, "rw-------");
    return made;
  }

  private Answer status(String store) {
    return desktop.prlease("status", "--key", "acme/app#42", "--store", store);
  }

  @Test
  void the_doctor_counts_them() throws Exception {
    make("kept.jar", "Kept", WORKS);
    assertThat(desktop.prlease("doctor").out())
        .contains("ok       plugins      1 jar in " + plugins);
  }

  /** One line that says what is wrong, one that says how to mend it, and 78. */
  private void assertTold(Answer answer, Object... parts) {
    assertThat(answer.code()).as(answer.err()).isEqualTo(78);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err())
        .startsWith("prlease status: ")
        .contains(Arrays.stream(parts).map(Object::toString).toList());
    assertThat(answer.err().lines()).hasSize(2).last().asString().startsWith("  next: ");
  }

  @Test
  void a_jar_in_the_plugins_of_the_home_is_found() throws Exception {
    make("kept.jar", "Kept", WORKS);
    Answer answer = desktop.as("alpha", "acquire", "--store", "kept:x");
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out()).startsWith("acquired acme/app#42").contains("store   memory:");
  }

  @Test
  void PRLEASE_PLUGINS_names_another_directory_and_is_the_only_one_then() throws Exception {
    make("kept.jar", "Kept", WORKS);
    Path other = Files.createDirectory(top.toRealPath().resolve("other"), mode("rwx------"));
    desktop.environment.put("PRLEASE_PLUGINS", other.toString());
    assertTold(status("kept:x"), "there is no store scheme 'kept'", "There are: ", other);
    Files.move(plugins.resolve("kept.jar"), other.resolve("kept.jar"));
    assertThat(status("kept:x").code()).isZero();
    desktop.environment.remove("PRLEASE_PLUGINS");
    assertTold(status("kept:x"), "there is no store scheme 'kept'", plugins);
  }

  @Test
  void nothing_is_looked_for_while_leases_are_in_files() throws Exception {
    Files.writeString(plugins.resolve("broken.jar"), "no zip");
    setMode(plugins, "rwxrwxrwx");
    desktop.environment.put("PRLEASE_PLUGINS", "/nowhere");
    assertThat(desktop.as("alpha", "acquire")).extracting(Answer::code).isEqualTo(0);
    assertThat(status("file:").code()).isZero();
  }

  @Test
  void no_directory_of_plugins_is_no_plugin() throws Exception {
    Files.delete(plugins);
    assertTold(status("kept:x"), "there is no store scheme 'kept'", plugins);
  }

  @Test
  void PRLEASE_PLUGINS_that_names_no_directory() throws Exception {
    Path file = Files.writeString(top.toRealPath().resolve("file"), "x");
    for (String named : new String[] {"", "plugins", "/nowhere/plugins", file.toString()}) {
      desktop.environment.put("PRLEASE_PLUGINS", named);
      assertTold(status("kept:x"), named.equals(file.toString()) ? file : "PRLEASE_PLUGINS", named);
    }
  }

  @Test
  void a_directory_or_jar_that_others_may_write_is_refused_and_nothing_is_run() throws Exception {
    Path jar =
        make(
            "kept.jar",
            "Kept",
            "static { System.setProperty(\"plugin.ran\", \"yes\"); }\n" + WORKS);
    setMode(plugins, "rwxrwx---");
    assertTold(
        status("kept:x"),
        plugins + " may be written by other users",
        "next: Keep others out: chmod 700 " + plugins);
    setMode(plugins, "rwxr-xr-x");
    setMode(jar, "rw-rw-r--");
    assertTold(status("kept:x"), jar + " may be written by other users", "chmod go-w " + jar);
    setMode(jar, "rw-r--r--");
    setMode(desktop.home, "rwxrwxrwx");
    assertTold(status("kept:x"), desktop.home + " may be written by other users");
    assertThat(System.getProperty("plugin.ran")).isNull();
    setMode(desktop.home, "rwx------");
    assertThat(status("kept:x").code()).isZero();
    assertThat(System.clearProperty("plugin.ran")).isEqualTo("yes");
  }

  @Test
  void a_directory_of_another_user_is_refused() throws Exception {
    Path others = Path.of("/usr/lib");
    if (Integer.valueOf(0).equals(Files.getAttribute(top, "unix:uid"))) {
      others = plugins;
      Files.setAttribute(others, "unix:uid", 12345);
    }
    desktop.environment.put("PRLEASE_PLUGINS", others.toString());
    assertTold(status("kept:x"), others + " belongs to user ", ", and this is user ");
  }

  @Test
  void a_symbolic_link_in_the_place_of_a_jar_is_refused() throws Exception {
    Path jar = make("kept.jar", "Kept", WORKS);
    Path elsewhere = Files.move(jar, top.resolve("kept.jar"));
    Files.createSymbolicLink(jar, elsewhere);
    assertTold(status("kept:x"), jar + " is a symbolic link, not a regular file");
  }

  @Test
  void two_plugins_with_one_scheme() throws Exception {
    Path a = make("a.jar", "One", WORKS);
    Path b = make("b.jar", "Two", WORKS);
    assertTold(
        status("kept:x"),
        "two plugins offer the store scheme 'kept': ",
        "plugin.One in " + a,
        "plugin.Two in " + b);
  }

  @Test
  void an_old_version_that_was_left_behind() throws Exception {
    Path b = make("kept-2.jar", "Kept", WORKS);
    Path a = Files.copy(b, plugins.resolve("kept-1.jar"));
    setMode(a, "rw-------");
    assertTold(status("kept:x"), "two jars hold the plugin plugin.Kept: " + a + " and " + b);
  }

  @Test
  void one_that_offers_what_is_built_in() throws Exception {
    Path jar = make("own.jar", "Own", offering("file", "throw new IllegalStateException();"));
    assertTold(
        status("kept:x"),
        "two plugins offer the store scheme 'file': ",
        "dev.prlease.store.file.FileLeaseStoreProvider in ",
        "plugin.Own in " + jar);
  }

  @Test
  void a_jar_that_is_no_zip_empty_or_cut_short() throws Exception {
    Path jar = make("kept.jar", "Kept", WORKS);
    byte[] whole = Files.readAllBytes(jar);
    for (byte[] bytes :
        new byte[][] {
          "no zip".getBytes(StandardCharsets.UTF_8),
          {},
          Arrays.copyOf(whole, whole.length / 2),
          Arrays.copyOf(whole, whole.length - 30)
        }) {
      Files.write(jar, bytes);
      assertTold(status("kept:x"), "the plugin " + jar + " cannot be read: ");
    }
  }

  @Test
  void a_provider_whose_class_is_missing() throws Exception {
    Path jar = PluginForge.jar(plugins.resolve("kept.jar"), desktop.directory, "plugin.Gone");
    setMode(jar, "rw-------");
    assertTold(status("kept:x"), "the plugin " + jar + " names the provider plugin.Gone");
  }

  @Test
  void one_built_for_a_newer_java() throws Exception {
    Path classes = forge.compile("Kept", PluginForge.provider("Kept", WORKS));
    Path file = classes.resolve("plugin/Kept.class");
    byte[] bytes = Files.readAllBytes(file);
    bytes[7] = 99;
    Files.write(file, bytes);
    setMode(PluginForge.jar(plugins.resolve("kept.jar"), classes, "plugin.Kept"), "rw-------");
    assertTold(status("kept:x"), "does not fit this version of prlease", "UnsupportedClassVersion");
  }

  @Test
  void one_built_for_another_version_of_the_provider_port() throws Exception {
    Path old =
        forge.compileType(
            "dev.prlease.spi.LeaseStoreProvider",
            "package dev.prlease.spi; public interface LeaseStoreProvider {}");
    Path jar = make("kept.jar", "Kept", "", old);
    assertTold(
        status("kept:x"),
        "plugin.Kept in " + jar + " cannot tell its store scheme: java.lang.AbstractMethodError");
  }

  @Test
  void one_built_for_another_version_of_what_it_is_given() throws Exception {
    Path old =
        forge.compileType(
            "dev.prlease.spi.StoreContext",
            "package dev.prlease.spi; public class StoreContext { public void gone() {} }");
    Path jar = make("kept.jar", "Kept", offering("kept", "context.gone(); return null;"), old);
    assertTold(
        status("kept:x"),
        "plugin.Kept in " + jar + " does not fit this version of prlease",
        "java.lang.NoSuchMethodError");
  }

  @Test
  void one_whose_store_is_built_for_another_version_of_the_store_port() throws Exception {
    Path old =
        forge.compileType(
            "dev.prlease.spi.LeaseStore",
            "package dev.prlease.spi; public interface LeaseStore { String location(); }");
    Path jar =
        make(
            "kept.jar",
            "Kept",
            offering("kept", "return new Store();")
                + "public static class Store implements LeaseStore {"
                + "  public String location() { return \"kept:\"; } public void close() {} }",
            old);
    assertTold(
        status("kept:x"),
        "plugin.Kept in " + jar + " does not fit this version of prlease",
        "lacks");
  }

  @Test
  void one_whose_driver_is_missing() throws Exception {
    Path driver = forge.compileType("driver.Driver", "package driver; public class Driver {}");
    Path jar =
        make("kept.jar", "Kept", offering("kept", "new driver.Driver(); return null;"), driver);
    assertTold(
        status("kept:x"), "plugin.Kept in " + jar + " lacks a class that it needs: driver/Driver");
    setMode(PluginForge.jar(plugins.resolve("driver.jar"), driver), "rw-------");
    assertTold(status("kept:x"), "plugin.Kept in " + jar + " returned null for 'kept'");
  }

  @Test
  void one_that_throws() throws Exception {
    Path jar =
        make(
            "kept.jar",
            "Kept",
            offering("kept", "throw new IllegalStateException(\"not today\\nnor tomorrow\");"));
    assertTold(
        status("kept:x"),
        "plugin.Kept in " + jar + " failed for 'kept': java.lang.IllegalStateException: not today");
    make("kept.jar", "Kept", "public Kept() { throw new IllegalStateException(\"no\"); }" + WORKS);
    assertTold(status("kept:x"), "cannot be loaded", "plugin.Kept", "IllegalStateException: no");
    make("kept.jar", "Kept", "static { if (true) throw new Error(\"init\"); }" + WORKS);
    assertTold(status("kept:x"), "cannot be loaded", "plugin.Kept", "init");
  }

  @Test
  void the_errors_of_a_store_itself_are_passed_on() throws Exception {
    make(
        "kept.jar",
        "Kept",
        offering(
            "kept",
            "throw new dev.prlease.api.LeaseStoreException("
                + "java.util.Optional.empty(), \"the server is down\", \"Wait.\", null);"));
    Answer answer = status("kept:x");
    assertThat(answer.code()).isEqualTo(74);
    assertThat(answer.err()).contains("the server is down");
  }

  @Test
  void what_is_no_jar_is_let_be() throws Exception {
    make("kept.jar", "Kept", WORKS);
    Files.writeString(plugins.resolve("README"), "these are ours");
    Files.writeString(plugins.resolve(".kept.jar.part.jar"), "half");
    assertThat(status("kept:x").code()).isZero();
    try (Stream<Path> there = Files.list(plugins)) {
      assertThat(there).hasSize(3);
    }
  }
}
