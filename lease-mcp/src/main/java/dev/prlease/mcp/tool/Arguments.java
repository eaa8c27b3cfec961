package dev.prlease.mcp.tool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The arguments of one call, found to fit the parameters of its tool. */
final class Arguments {
  /** Longer values are not repeated to who gave them. */
  private static final int SHOWN = 60;

  private final Map<String, Object> values;

  private Arguments(Map<String, Object> values) {
    this.values = values;
  }

  /**
   * Reads {@code given}. A null is as good as nothing: models write one for what they leave out.
   *
   * @throws UnfitException if anything does not fit, naming all of it
   */
  static Arguments read(List<Parameter> parameters, Map<String, Object> given) {
    Map<String, Object> values = new LinkedHashMap<>();
    List<String> wrong = new ArrayList<>();
    Map<String, Parameter> known = new LinkedHashMap<>();
    parameters.forEach(parameter -> known.put(parameter.name(), parameter));
    given.forEach(
        (name, value) -> {
          Parameter parameter = known.get(name);
          if (parameter == null) {
            wrong.add("there is no argument " + shown(name));
          } else if (value != null) {
            unfit(parameter, value).ifPresentOrElse(wrong::add, () -> values.put(name, value));
          }
        });
    for (Parameter parameter : parameters) {
      if (parameter.need() == Parameter.Need.REQUIRED && given.get(parameter.name()) == null) {
        wrong.add("'" + parameter.name() + "' is missing");
      }
    }
    if (!wrong.isEmpty()) {
      throw new UnfitException(
          String.join("; ", wrong),
          "The arguments are: " + String.join(", ", known.keySet()) + ".");
    }
    return new Arguments(values);
  }

  private static Optional<String> unfit(Parameter parameter, Object value) {
    Parameter.Type type = parameter.type();
    String name = "'" + parameter.name() + "'";
    if (type instanceof Parameter.Type.Text text) {
      return value instanceof String given
          ? length(name, given, text.longest())
          : Optional.of(name + " must be text, not " + shown(value));
    }
    if (type instanceof Parameter.Type.Texts texts) {
      return several(name, value, texts);
    }
    if (type instanceof Parameter.Type.Whole whole) {
      boolean fits =
          value instanceof Number number
              && number.doubleValue() == number.longValue()
              && number.longValue() >= whole.least()
              && number.longValue() <= whole.most();
      return fits
          ? Optional.empty()
          : Optional.of(
              name
                  + " must be a whole number from "
                  + whole.least()
                  + " to "
                  + whole.most()
                  + ", not "
                  + shown(value));
    }
    if (type instanceof Parameter.Type.Choice choice) {
      return value instanceof String given && choice.words().contains(given)
          ? Optional.empty()
          : Optional.of(
              name
                  + " must be one of "
                  + String.join(", ", choice.words())
                  + ", not "
                  + shown(value));
    }
    return value instanceof Boolean
        ? Optional.empty()
        : Optional.of(name + " must be true or false, not " + shown(value));
  }

  private static Optional<String> several(String name, Object value, Parameter.Type.Texts texts) {
    if (!(value instanceof List<?> list) || list.size() > texts.most()) {
      return Optional.of(name + " must be a list of at most " + texts.most() + " texts");
    }
    for (Object each : list) {
      Optional<String> wrong =
          each instanceof String text
              ? length("one of " + name, text, texts.longest())
              : Optional.of("one of " + name + " must be text, not " + shown(each));
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> length(String name, String given, int longest) {
    if (given.isBlank()) {
      return Optional.of(name + " is empty: leave it out instead");
    }
    return given.length() > longest
        ? Optional.of(
            name + " has " + given.length() + " characters, and may have " + longest + " at most")
        : Optional.empty();
  }

  private static String shown(Object value) {
    String text = String.valueOf(value);
    return "'" + (text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text) + "'";
  }

  /** The text, if it was given. */
  Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name)).map(String::valueOf);
  }

  /** The text, which must have been given. */
  String required(String name) {
    return text(name).orElseThrow(() -> new IllegalStateException("not required: " + name));
  }

  /** The number, if it was given. */
  Optional<Long> whole(String name) {
    return Optional.ofNullable(values.get(name)).map(value -> ((Number) value).longValue());
  }

  /** The texts; none if they were not given. */
  List<String> texts(String name) {
    return values.get(name) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** Whether it was given, and is true. */
  boolean is(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }
}
