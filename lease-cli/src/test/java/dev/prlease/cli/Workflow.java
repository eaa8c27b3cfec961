package dev.prlease.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A workflow of GitHub Actions.
 *
 * @param document all of it; YAML takes its {@code on} for true
 */
record Workflow(Map<?, ?> document) {
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{ *([^}]*?) *\\}\\}");

  static Workflow read(Path file) throws IOException {
    LoaderOptions strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    Map<?, ?> document = new Yaml(new SafeConstructor(strict)).load(Files.readString(file));
    return new Workflow(document);
  }

  /**
   * A step.
   *
   * @param job the environment of its job
   * @param fields its own fields
   */
  record Step(Map<String, String> job, Map<?, ?> fields) {
    String text(String field) {
      Object value = fields.get(field);
      return value == null ? "" : value.toString();
    }

    boolean has(String field) {
      return fields.containsKey(field);
    }

    /** Its environment, with {@code values} for expressions. */
    Map<String, String> environment(Map<String, String> values) {
      Map<String, String> all = new LinkedHashMap<>(job);
      all.putAll(strings(fields.get("env")));
      all.replaceAll((name, value) -> filled(value, values));
      return all;
    }
  }

  /** The expressions in {@code text}. */
  static List<String> expressions(String text) {
    List<String> found = new ArrayList<>();
    Matcher each = EXPRESSION.matcher(text);
    while (each.find()) {
      found.add(each.group(1));
    }
    return found;
  }

  private static String filled(String text, Map<String, String> values) {
    return EXPRESSION
        .matcher(text)
        .replaceAll(
            found -> {
              String value = values.get(found.group(1));
              if (value == null) {
                throw new AssertionError("nothing stands for " + found.group(1));
              }
              return Matcher.quoteReplacement(value);
            });
  }

  /** Its jobs, by name. */
  Map<String, Map<?, ?>> jobs() {
    Map<String, Map<?, ?>> jobs = new LinkedHashMap<>();
    map(document.get("jobs")).forEach((name, job) -> jobs.put(name.toString(), map(job)));
    return jobs;
  }

  /** The steps of a job. */
  static List<Step> steps(Map<?, ?> job) {
    List<Step> steps = new ArrayList<>();
    if (!(job.get("steps") instanceof List<?> listed)) {
      throw new AssertionError("a job without steps: " + job);
    }
    for (Object step : listed) {
      steps.add(new Step(strings(job.get("env")), map(step)));
    }
    return steps;
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> found ? found : Map.of();
  }

  private static Map<String, String> strings(@Nullable Object value) {
    Map<String, String> strings = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> found) {
      found.forEach((name, text) -> strings.put(name.toString(), text.toString()));
    }
    return strings;
  }
}
