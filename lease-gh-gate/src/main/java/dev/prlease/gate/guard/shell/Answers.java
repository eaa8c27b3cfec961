package dev.prlease.gate.guard.shell;

import java.util.List;
import java.util.Optional;

/** Substitutions whose answer is known without running them. */
final class Answers {
  private Answers() {}

  /** The mark of what {@code nodes} would print. */
  static Optional<Character> of(List<Node> nodes) {
    Optional<String> only = Optional.empty();
    for (Node node : nodes) {
      if (node instanceof Node.Operator operator && !operator.text().equals("|")) {
        continue;
      }
      if (!(node instanceof Node.Command command) || only.isPresent()) {
        return Optional.empty();
      }
      only = line(command);
    }
    return only.flatMap(Answers::mark);
  }

  private static Optional<String> line(Node.Command command) {
    StringBuilder line = new StringBuilder();
    for (Word word : command.words()) {
      Optional<String> text = word.literal();
      if (text.isEmpty()) {
        return Optional.of("");
      }
      line.append(line.length() == 0 ? "" : " ").append(text.get());
    }
    return Optional.of(line.toString());
  }

  private static Optional<Character> mark(String line) {
    return switch (line) {
      case "git branch --show-current",
          "git rev-parse --abbrev-ref HEAD",
          "git rev-parse --abbrev-ref @",
          "git symbolic-ref --short HEAD",
          "git symbolic-ref --short -q HEAD",
          "git symbolic-ref -q --short HEAD" ->
          Optional.of(Marks.BRANCH);
      case "git rev-parse --show-toplevel" -> Optional.of(Marks.TOP);
      case "pwd" -> Optional.of(Marks.TOP);
      default -> Optional.empty();
    };
  }
}
