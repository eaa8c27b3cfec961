package dev.prlease.examples.checks;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One type of an API: the line that declares it, and a line for each member that others may use.
 *
 * <p>Lines read like Java with whole names; types are erased, and where generics say more, their
 * signature stands behind {@code ~}, in the form that class files have.
 */
record ApiType(Declaration declaration, List<Member> members) {
  private static final String SIGNATURE = " ~ ";

  ApiType {
    members = List.copyOf(members);
  }

  /**
   * How the type is declared.
   *
   * @param words modifiers and the kind, in order, such as {@code public final record}
   * @param permitted those that may implement a sealed type
   */
  record Declaration(
      List<String> words,
      String name,
      String superclass,
      List<String> interfaces,
      List<String> permitted,
      String signature) {
    private static final Pattern LINE =
        Pattern.compile(
            "(?<words>[a-z @-]+) (?<name>\\S+)(?: extends (?<super>\\S+))?"
                + "(?: implements (?<interfaces>[^ ]+(?:, [^ ]+)*))?"
                + "(?: permits (?<permitted>[^ ]+(?:, [^ ]+)*))?(?: ~ (?<signature>\\S+))?");

    static Declaration parse(String line) {
      Matcher parts = match(LINE, line);
      return new Declaration(
          wordsOf(parts.group("words")),
          parts.group("name"),
          orNothing(parts.group("super")),
          names(parts.group("interfaces")),
          names(parts.group("permitted")),
          orNothing(parts.group("signature")));
    }

    String line() {
      return String.join(" ", words)
          + " "
          + name
          + (superclass.isEmpty() ? "" : " extends " + superclass)
          + (interfaces.isEmpty() ? "" : " implements " + String.join(", ", interfaces))
          + (permitted.isEmpty() ? "" : " permits " + String.join(", ", permitted))
          + (signature.isEmpty() ? "" : SIGNATURE + signature);
    }
  }

  /**
   * A field, a method or a constructor.
   *
   * @param type what it returns, or is; {@code void} for a constructor
   * @param name {@code <init>} for a constructor
   * @param parameters none for a field
   */
  record Member(
      Kind kind,
      List<String> words,
      String type,
      String name,
      List<String> parameters,
      List<String> exceptions,
      String signature) {
    private static final Pattern LINE =
        Pattern.compile(
            "(?<words>[a-z -]+) (?<type>[^ (]+) (?<name>[^ (]+)(?<parameters>\\([^)]*\\))?"
                + "(?: throws (?<exceptions>[^ ]+(?:, [^ ]+)*))?(?: ~ (?<signature>\\S+))?");

    /** Told apart by parentheses. */
    enum Kind {
      FIELD,
      METHOD
    }

    static Member parse(String line) {
      Matcher parts = match(LINE, line);
      String parameters = orNothing(parts.group("parameters"));
      return new Member(
          parameters.isEmpty() ? Kind.FIELD : Kind.METHOD,
          wordsOf(parts.group("words")),
          parts.group("type"),
          parts.group("name"),
          parameters.length() <= 2
              ? List.of()
              : names(parameters.substring(1, parameters.length() - 1)),
          names(parts.group("exceptions")),
          orNothing(parts.group("signature")));
    }

    String line() {
      return String.join(" ", words)
          + " "
          + type
          + " "
          + name
          + (kind == Kind.FIELD ? "" : "(" + String.join(", ", parameters) + ")")
          + (exceptions.isEmpty() ? "" : " throws " + String.join(", ", exceptions))
          + (signature.isEmpty() ? "" : SIGNATURE + signature);
    }
  }

  private static Matcher match(Pattern pattern, String line) {
    Matcher parts = pattern.matcher(line);
    if (!parts.matches()) {
      throw new IllegalArgumentException("not a line of an API: " + line);
    }
    return parts;
  }

  @SuppressWarnings("NullAway") // a group of a pattern that took no part is null
  private static String orNothing(String group) {
    return group == null ? "" : group;
  }

  @SuppressWarnings("NullAway")
  private static List<String> names(String group) {
    return group == null ? List.of() : List.of(group.split(", ", -1));
  }

  private static List<String> wordsOf(String group) {
    return List.of(group.split(" ", -1));
  }
}
