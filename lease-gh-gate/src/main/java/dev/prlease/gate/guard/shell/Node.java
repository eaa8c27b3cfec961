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

  /** A word of the shell's own that begins, parts or ends a compound command. */
  record Keyword(Kind kind) implements Node {
    /** Which one. */
    public enum Kind {
      /** An opening brace. */
      GROUP,
      /** {@code if}. */
      IF,
      /** {@code while} or {@code until}; loops over words begin with their {@link #DO}. */
      LOOP,
      /** {@code case}, with its word. */
      CASE,
      /** {@code then}. */
      THEN,
      /** {@code do}. */
      DO,
      /** {@code elif}. */
      ELIF,
      /** {@code else}. */
      ELSE,
      /** The pattern of the next commands. */
      PATTERN,
      /** That it fits everything; before the pattern's end. */
      DEFAULT,
      /** The end of a pattern's commands. */
      ARM,
      /** The same, if those of the next pattern may follow. */
      FALL,
      /** A closing brace. */
      END_GROUP,
      /** {@code fi}. */
      FI,
      /** {@code done}. */
      DONE,
      /** {@code esac}. */
      ESAC
    }
  }
}
