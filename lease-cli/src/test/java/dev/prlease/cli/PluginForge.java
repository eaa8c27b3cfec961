package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.spi.LeaseStoreProvider;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Makes jars of plugins that nothing on the class path knows. */
final class PluginForge {
  private final Path work;

  /** Works in {@code work}, which it makes. */
  PluginForge(Path work) {
    this.work = work;
  }

  /**
   * The source of a provider {@code plugin.NAME}.
   *
   * @param members its methods
   */
  static String provider(String name, String members) {
    return "package plugin;\n"
        + "import dev.prlease.spi.*;\n"
        + "public class "
        + name
        + " implements LeaseStoreProvider {\n"
        + members
        + "\n}\n";
  }

  /** The methods of a provider that offers {@code scheme}; {@code opening} is open's body. */
  static String offering(String scheme, String opening) {
    return "public String scheme() { return \""
        + scheme
        + "\"; }\n"
        + "public LeaseStore open(String location, StoreContext context) { "
        + opening
        + " }";
  }

  /**
   * Compiles {@code source} of the class {@code plugin.NAME} into a directory of its own.
   *
   * @param before looked at before the class path: other versions of our own types
   */
  Path compile(String name, String source, Path... before) throws IOException {
    return compileType("plugin." + name, source, before);
  }

  /** The same for any type. */
  Path compileType(String type, String source, Path... before) throws IOException {
    Files.createDirectories(work);
    Path sources = Files.createTempDirectory(work, "sources");
    Path classes = Files.createTempDirectory(work, "classes");
    Path file = sources.resolve(type.substring(type.lastIndexOf('.') + 1) + ".java");
    Files.writeString(file, source);
    StringBuilder path = new StringBuilder();
    for (Path each : before) {
      path.append(each).append(File.pathSeparatorChar);
    }
    path.append(System.getProperty("java.class.path"));
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                out,
                out,
                "--release",
                "17",
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                path.toString(),
                file.toString());
    assertThat(code).as("javac said: %s", said).isZero();
    return classes;
  }

  /** Makes the jar {@code to} of {@code classes}, which names {@code providers} of stores. */
  static Path jar(Path to, Path classes, String... providers) throws IOException {
    Files.createDirectories(to.getParent());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(to))) {
      out.putNextEntry(new JarEntry("META-INF/services/" + LeaseStoreProvider.class.getName()));
      out.write(String.join("\n", providers).getBytes(StandardCharsets.UTF_8));
      List<Path> files = new ArrayList<>();
      try (Stream<Path> found = Files.walk(classes)) {
        found.filter(Files::isRegularFile).forEach(files::add);
      }
      for (Path file : files) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        out.write(Files.readAllBytes(file));
      }
    }
    return to;
  }

  /** Compiles a provider and puts it into a jar. */
  Path plugin(Path jar, String name, String members, Path... before) throws IOException {
    return jar(jar, compile(name, provider(name, members), before), "plugin." + name);
  }
}
