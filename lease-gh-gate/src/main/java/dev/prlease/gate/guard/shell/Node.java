package dev.prlease.gate.guard.shell;

import java.util.List;
import java.util.Optional;

/** What a script is made of. */
public sealed interface Node {
  /** A command; its assignments stand in front of its words, and its redirections are gone. */
  final class Command implements Node {
    private final List<Word> words;
    private Optional<Word> input = Optional.empty();

    Command(List<Word> words) {
      this.words = words;
    }

    /** What it is called with. */
    public List<Word> words() {
      return words;
    }

    /** What it reads from standard input, where the script itself says so. */
    public Optional<Word> input() {
      return input;
    }

    void reads(Word text) {
      input = Optional.of(text);
    }
  }

  /** Commands of which nothing remains for what follows: neither directory nor variables. */
  record Scope(List<Node> nodes) implements Node {}

  /** What stands between commands: {@code ;}, {@code |}, {@code &&} and so on. */
  record Operator(String text) implements Node {}
}
