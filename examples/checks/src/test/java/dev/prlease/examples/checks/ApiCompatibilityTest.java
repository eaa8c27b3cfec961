package dev.prlease.examples.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.examples.checks.Reactor.Module;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What was recorded in {@code api/} still works: the gate that each change of a public API passes,
 * or that is opened on purpose, by {@code bin/api record}.
 */
@Timeout(120)
class ApiCompatibilityTest {
  private static Map<String, List<ApiType>> now = Map.of();

  @BeforeAll
  static void read() throws Exception {
    Map<String, List<ApiType>> read = new LinkedHashMap<>();
    for (Module module : Reactor.published()) {
      List<ApiType> types = ApiReader.read(Reactor.jar(module));
      if (!types.isEmpty()) {
        read.put(module.artifactId(), types);
      }
    }
    now = read;
    if (Boolean.getBoolean("api.record")) {
      for (Map.Entry<String, List<ApiType>> each : read.entrySet()) {
        String title = "The API of " + each.getKey() + " as of " + Reactor.version();
        Files.writeString(recorded(each.getKey()), ApiText.write(title, each.getValue()));
      }
    }
  }

  private static Path recorded(String module) throws Exception {
    return Files.createDirectories(Layout.top().resolve("api")).resolve(module + ".txt");
  }

  @Test
  void nothing_that_was_recorded_is_broken() throws Exception {
    List<String> breaks = new ArrayList<>();
    for (Map.Entry<String, List<ApiType>> each : now.entrySet()) {
      Path file = recorded(each.getKey());
      assertThat(file)
          .as("an API that was never recorded: look at it, and run bin/api record")
          .isRegularFile();
      breaks.addAll(ApiComparison.breaks(ApiText.read(Files.readString(file)), each.getValue()));
    }
    assertThat(breaks)
        .as(
            "changes that break who uses the API as it was recorded. Make them otherwise; or, if"
                + " they are meant, tell of them in CHANGELOG.md and run bin/api record")
        .isEmpty();
  }

  @Test
  void every_published_module_but_the_command_has_an_API_and_no_other_is_recorded()
      throws Exception {
    List<String> names = new ArrayList<>();
    for (Module module : Reactor.published()) {
      names.add(module.artifactId());
    }
    names.remove("lease-cli");
    assertThat(now.keySet()).containsExactlyInAnyOrderElementsOf(names);
    List<String> files =
        Layout.walk(Layout.top().resolve("api"))
            .filter(Files::isRegularFile)
            .map(file -> file.getFileName().toString().replace(".txt", ""))
            .toList();
    assertThat(files).containsExactlyInAnyOrderElementsOf(names);
  }

  @Test
  void text_keeps_all_of_an_API() throws Exception {
    for (List<ApiType> types : now.values()) {
      assertThat(ApiText.read(ApiText.write("x", types))).isEqualTo(types);
      assertThat(ApiComparison.breaks(types, types)).isEmpty();
    }
  }

  @Test
  void a_method_of_ours_that_goes_is_told() throws Exception {
    List<ApiType> api = Optional.ofNullable(now.get("lease-api")).orElseThrow();
    String text = ApiText.write("x", api);
    String without = text.replaceAll(" +public static dev.prlease.api.LeaseKey parse.*\n", "");
    assertThat(ApiComparison.breaks(api, ApiText.read(without)))
        .containsExactly("dev.prlease.api.LeaseKey.parse: METHOD_REMOVED");
    assertThat(ApiComparison.breaks(ApiText.read(without), api)).isEmpty();
  }

  private static final String OLD =
      """
      # before

      public final class a.Tool extends java.lang.Object
        public static final int MOST
        public void <init>()
        public java.lang.String name()
        public void use(java.util.List) throws java.io.IOException ~ (Ljava/util/List<Ljava/lang/String;>;)V

      public interface a.Port
        public abstract void call()

      public abstract sealed interface a.Answer permits a.No, a.Yes
        public abstract int code()

      public class a.Part extends java.lang.Object
        protected int left()

      public final enum a.State extends java.lang.Enum
        public static final a.State ON
      """;

  private static List<String> breaks(String what, String by) throws Exception {
    String after = OLD.replace(what.replace("\\n", "\n"), by.replace("\\n", "\n"));
    assertThat(after).isNotEqualTo(OLD);
    return ApiComparison.breaks(ApiText.read(OLD), ApiText.read(after));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      textBlock =
          """
          '  public java.lang.String name()\\n' | '' | a.Tool.name: METHOD_REMOVED
          'public java.lang.String name()' | 'public java.lang.Object name()' | a.Tool.name: METHOD_RETURN_TYPE_CHANGED
          'java.lang.String name()' | 'java.lang.String name(int)' | a.Tool.name: METHOD_REMOVED
          'java.lang.String name()' | 'static java.lang.String name()' | a.Tool.name: METHOD_NOW_STATIC
          'String;>;)V' | 'Integer;>;)V' | a.Tool.use: METHOD_PARAMETER_GENERICS_CHANGED
          ' throws java.io.IOException' | ' throws java.lang.Exception' | a.Tool.use: METHOD_NOW_THROWS_CHECKED_EXCEPTION
          'static final int MOST' | 'static final long MOST' | a.Tool.MOST: FIELD_TYPE_CHANGED
          '  public void <init>()\\n' | '' | a.Tool.<init>: CONSTRUCTOR_REMOVED
          'void call()' | 'void call()\\n  public abstract void hangUp()' | a.Port.hangUp: METHOD_ADDED_TO_INTERFACE
          'permits a.No, a.Yes' | 'permits a.Maybe, a.No, a.Yes' | a.Answer: ANOTHER_SUBTYPE_PERMITTED
          '  public static final a.State ON\\n' | '' | a.State.ON: FIELD_REMOVED
          '  protected int left()\\n' | '' | a.Part.left: METHOD_REMOVED
          'class a.Part' | 'final class a.Part' | a.Part: CLASS_NOW_NOT_EXTENDABLE
          'class a.Tool' | 'class a.Gear' | a.Tool: CLASS_REMOVED
          """)
  void a_break_is_told(String what, String by, String told) throws Exception {
    assertThat(breaks(what, by)).contains(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'name()' | 'name()\\n  public java.lang.String nick()'
          'void call()' | 'void call()\\n  public default void hangUp()'
          'int code()' | 'int code()\\n  public abstract int reason()'
          'class a.Tool' | 'class a.Gear extends java.lang.Object\\n\\npublic final class a.Tool'
          'a.State ON' | 'a.State ON\\n  public static final a.State OFF'
          ' throws java.io.IOException' | ' throws java.lang.IllegalStateException, java.io.IOException'
          """)
  void what_is_added_breaks_nobody(String what, String by) throws Exception {
    assertThat(breaks(what, by)).isEmpty();
  }
}
