package dev.prlease.cli;

import static dev.prlease.cli.PluginForge.offering;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** What the command says of jars that do not work, and of the directory that they lie in. */
final class ErrorsOfThePlugins {
  private final ErrorTexts told;
  private final Desktop desktop;
  private final Path plugins;
  private final PluginForge forge;

  ErrorsOfThePlugins(ErrorTexts told, Path top) throws IOException {
    this.told = told;
    this.desktop = new Desktop(top);
    this.plugins = desktop.home.resolve("plugins");
    this.forge = new PluginForge(top.resolve("forge"));
    desktop.environment.put("PRLEASE_DEBUG", "1");
    Files.createDirectories(plugins);
    setMode(desktop.home, "rwx------");
    setMode(plugins, "rwx------");
  }

  private static void setMode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private void status(String name) {
    told.told(name, desktop.prlease("status", "--key", "acme/app#42", "--store", "kept:x"));
  }

  void provoke() throws IOException {
    status("no plugin offers the scheme");
    Path jar = plugins.resolve("kept.jar");
    Files.writeString(jar, "no zip");
    setMode(jar, "rw-rw-rw-");
    status("a jar that others may write");
    setMode(jar, "rw-------");
    status("a jar that is none");
    PluginForge.jar(jar, desktop.directory, "plugin.Gone");
    status("a jar that lacks its provider");
    Path other = PluginForge.jar(plugins.resolve("kept-2.jar"), desktop.directory, "plugin.Gone");
    setMode(other, "rw-------");
    status("two versions of a jar");
    Files.delete(other);
    ofAnotherVersion(jar);
    ofTheDirectory(jar);
  }

  private void ofAnotherVersion(Path jar) throws IOException {
    Path old =
        forge.compileType(
            "dev.prlease.spi.LeaseStore",
            "package dev.prlease.spi; public interface LeaseStore { String location(); }");
    forge.plugin(
        jar,
        "Kept",
        offering("kept", "return new Store();")
            + "public static class Store implements LeaseStore {"
            + "  public String location() { return \"kept:\"; } public void close() {} }",
        old);
    status("a plugin whose store lacks a method");
  }

  private void ofTheDirectory(Path jar) throws IOException {
    Path elsewhere = Files.move(jar, jar.resolveSibling("kept.txt"));
    Files.createSymbolicLink(jar, elsewhere);
    status("a symbolic link in the place of a jar");
    setMode(plugins, "rwxrwx---");
    status("a directory of plugins that others may write");
    desktop.environment.put("PRLEASE_PLUGINS", "");
    status("PRLEASE_PLUGINS is empty");
    desktop.environment.put("PRLEASE_PLUGINS", "plugins");
    status("PRLEASE_PLUGINS is relative");
    desktop.environment.put("PRLEASE_PLUGINS", "/no\0where");
    status("PRLEASE_PLUGINS is no path");
    desktop.environment.put("PRLEASE_PLUGINS", "/nowhere/plugins");
    status("PRLEASE_PLUGINS names nothing");
    desktop.environment.put("PRLEASE_PLUGINS", elsewhere.toString());
    status("PRLEASE_PLUGINS names a file");
  }
}
