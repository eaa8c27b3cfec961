package dev.prlease.examples.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.examples.checks.Reactor.Module;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The published jars as modules: Surefire runs all other tests on the class path. The program of
 * {@code examples/modular} is compiled and run on the module path, and the same classes on the
 * class path.
 */
@Timeout(120)
class ModulePathTest {
  private static final List<String> FOUND =
      List.of(
          "stores: file, memory",
          "sinks: jsonl, lines, slf4j",
          "actions: auto-merge, close, exec, force-push, merge, rebase",
          "audit: acquired acme/app#42",
          "held: acme/app#42 in a InMemoryLeaseStore",
          "audit: released acme/app#42",
          "audit: acquired acme/app#42",
          "held: acme/app#42 in a FileLeaseStore",
          "audit: released acme/app#42");

  private static Map<String, Path> jars = Map.of();
  private static ModuleFinder finder = ModuleFinder.of();
  private static Path program = Path.of("");

  @BeforeAll
  static void compile() throws Exception {
    Map<String, Path> built = new LinkedHashMap<>();
    for (Module module : Reactor.published()) {
      built.put(module.artifactId(), Reactor.jar(module));
    }
    jars = built;
    finder = ModuleFinder.of(built.values().toArray(new Path[0]));
    program = Layout.fresh("modular");
    Path main = Layout.top().resolve("examples/modular/src/main");
    List<String> words =
        new ArrayList<>(
            List.of("--release", "17", "-Xlint:all,-path", "-Werror", "-d", program.toString()));
    words.addAll(List.of("--module-path", path(modulePath())));
    for (Path source : Layout.walk(main.resolve("java")).filter(Files::isRegularFile).toList()) {
      words.add(source.toString());
    }
    tool("javac", words);
    Layout.copy(main.resolve("resources"), program);
  }

  /** What such a program puts on its path. */
  private static List<Path> modulePath() throws Exception {
    List<Path> path = new ArrayList<>();
    for (String ours :
        List.of(
            "lease-api",
            "lease-core",
            "lease-json",
            "lease-process",
            "lease-gh-gate",
            "lease-store-file",
            "lease-store-memory")) {
      path.add(Optional.ofNullable(jars.get(ours)).orElseThrow());
    }
    for (String others :
        List.of(
            "slf4j-api", "jackson-core", "jackson-databind", "jackson-annotations", "jspecify")) {
      path.add(onClassPath(others));
    }
    return path;
  }

  private static Path onClassPath(String artifact) {
    return classPath().stream()
        .filter(jar -> jar.getFileName().toString().matches(artifact + "-\\d.*\\.jar"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("not on the class path: " + artifact));
  }

  private static List<Path> classPath() {
    List<Path> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
      path.add(Path.of(entry));
    }
    return path;
  }

  private static String path(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static String tool(String name, List<String> words) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int code =
        ToolProvider.findFirst(name).orElseThrow().run(out, out, words.toArray(new String[0]));
    assertThat(code).as("%s: %s", name, said).isZero();
    return said.toString();
  }

  @Test
  void a_program_of_modules_finds_stores_sinks_and_actions_and_takes_leases() throws Exception {
    List<Path> path = new ArrayList<>(modulePath());
    path.add(program);
    Call call = run(List.of("-p", path(path), "-m", "example.modular/example.modular.Main"));
    assertThat(call.code()).as(call.text()).isZero();
    assertThat(call.text().lines()).first().isEqualTo("module: example.modular");
    assertThat(call.text().lines().skip(1)).containsExactlyElementsOf(FOUND);
  }

  @Test
  void the_same_classes_do_the_same_on_the_class_path() throws Exception {
    List<Path> path = new ArrayList<>(modulePath());
    path.add(program);
    Call call = run(List.of("-cp", path(path), "example.modular.Main"));
    assertThat(call.code()).as(call.text()).isZero();
    assertThat(call.text().lines()).first().isEqualTo("module: -");
    assertThat(call.text().lines().skip(1)).containsExactlyElementsOf(FOUND);
  }

  private static Call run(List<String> how) throws Exception {
    Path leases = Layout.fresh("modular-leases");
    List<String> words =
        new ArrayList<>(
            List.of(Call.java(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    words.addAll(how);
    words.addAll(List.of("memory:", "file:" + leases));
    Call call = Call.of(leases, Map.of(), words);
    // Without a logging backend SLF4J says so; that is no answer of the program's.
    String answer =
        call.text()
            .lines()
            .filter(line -> !line.startsWith("SLF4J"))
            .collect(Collectors.joining("\n"));
    return new Call(call.code(), answer);
  }

  @Test
  void every_published_jar_is_a_module_and_offers_its_services_in_both_ways() throws Exception {
    assertThat(jars).hasSizeGreaterThanOrEqualTo(10);
    assertThat(finder.findAll()).hasSameSizeAs(jars.values());
    for (ModuleReference found : finder.findAll()) {
      ModuleDescriptor module = found.descriptor();
      assertThat(module.isAutomatic()).as(module.name()).isFalse();
      assertThat(module.name()).startsWith("dev.prlease.");
      Map<String, Set<String>> provided = new TreeMap<>();
      module
          .provides()
          .forEach(offer -> provided.put(offer.service(), new TreeSet<>(offer.providers())));
      assertThat(servicesOnTheClassPath(found)).as(module.name()).isEqualTo(provided);
    }
  }

  private static Map<String, Set<String>> servicesOnTheClassPath(ModuleReference module)
      throws Exception {
    Map<String, Set<String>> services = new TreeMap<>();
    String folder = "META-INF/services/";
    try (ModuleReader reader = module.open()) {
      for (String file :
          reader.list().filter(name -> name.startsWith(folder) && !name.endsWith("/")).toList()) {
        byte[] content = reader.open(file).orElseThrow().readAllBytes();
        Set<String> providers =
            new String(content, StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .collect(Collectors.toCollection(TreeSet::new));
        services.put(file.substring(folder.length()), providers);
      }
    }
    return services;
  }

  /** A missing module, or a package in two of them, is an exception. */
  @Test
  void all_of_them_together_find_the_modules_that_they_need() {
    List<String> names =
        finder.findAll().stream().map(module -> module.descriptor().name()).toList();
    List<Path> others =
        classPath().stream()
            .filter(jar -> jar.toString().endsWith(".jar") && !jars.containsValue(jar))
            .toList();
    Configuration all =
        ModuleLayer.boot()
            .configuration()
            .resolveAndBind(finder, ModuleFinder.of(others.toArray(new Path[0])), names);
    assertThat(all.modules().stream().map(module -> module.name())).containsAll(names);
  }

  /**
   * The compiler lets a module use no more than this; the annotations are not there at run time.
   */
  @Test
  void what_must_depend_on_the_JDK_alone_does_so() {
    assertThat(needed("dev.prlease.api")).containsExactly("java.base");
    assertThat(needed("dev.prlease.process")).containsExactly("java.base");
    assertThat(needed("dev.prlease.core"))
        .containsExactly("dev.prlease.api", "java.base", "org.slf4j");
  }

  private static List<String> needed(String module) {
    return finder.find(module).orElseThrow().descriptor().requires().stream()
        .filter(need -> !need.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
        .map(ModuleDescriptor.Requires::name)
        .sorted()
        .toList();
  }
}
