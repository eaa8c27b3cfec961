package dev.prlease.gate.guard.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads commands, as the grammar of POSIX shells and bash has them. It is after the commands that a
 * script may run, not after the order in which it does: what stands in branches and loops is read
 * as if it stood there alone.
 */
final class ScriptReader {
  /** Nobody nests deeper on purpose; and it bounds how often text can be read again. */
  static final int DEEPEST = 40;

  final Cursor text;
  private final int depth;
  private final List<HereDocument> expected = new ArrayList<>();

  ScriptReader(String text, int depth) {
    this.text = new Cursor(text);
    this.depth = depth;
    if (depth > DEEPEST) {
      this.text.giveUp();
    }
  }

  Script readAll() {
    List<Node> nodes = new ArrayList<>();
    while (!text.isAtEnd()) {
      // A bracket that closes nothing ends a list, and what follows counts all the same.
      nodes.addAll(readList(depth + 1));
    }
    return new Script(nodes, text.isBroken() ? Script.Reading.BROKEN : Script.Reading.WHOLE);
  }

  /** Reads up to a closing parenthesis, which is taken too, or the end. */
  List<Node> readList(int level) {
    if (level > DEEPEST) {
      text.giveUp();
      return List.of();
    }
    ListReader list = new ListReader(this, level);
    list.read();
    return list.nodes();
  }

  /** Notes that the text behind this line is read by {@code command}. */
  void expect(HereDocument document) {
    expected.add(document);
  }

  /** At the start of a line: takes the texts that earlier lines announced. */
  void takeHereDocuments(List<Node> nodes, int level) {
    for (HereDocument document : expected) {
      String body = document.take(text);
      Word word;
      if (document.isLiteral()) {
        word = new Word(List.of(new Part.Text(body, Part.Quoting.QUOTED)));
      } else {
        ScriptReader inner = new ScriptReader(body, level + 1);
        WordReader reader = new WordReader(inner, level + 1);
        word = reader.readText();
        nodes.addAll(reader.substitutions());
        if (inner.text.isBroken()) {
          text.markBroken();
        }
      }
      document.command().ifPresent(command -> command.reads(word));
    }
    expected.clear();
  }

  /**
   * A text that some command reads.
   *
   * @param end the line behind it
   * @param kind how it is read
   * @param holder the command, once it is there
   */
  record HereDocument(String end, Kind kind, Holder holder) {
    enum Kind {
      PLAIN,
      LITERAL,
      PLAIN_INDENTED,
      LITERAL_INDENTED
    }

    /** The command is complete only after its redirections were read. */
    static final class Holder {
      private Optional<Node.Command> command = Optional.empty();

      void set(Node.Command found) {
        command = Optional.of(found);
      }
    }

    boolean isLiteral() {
      return kind == Kind.LITERAL || kind == Kind.LITERAL_INDENTED;
    }

    Optional<Node.Command> command() {
      return holder.command;
    }

    String take(Cursor text) {
      boolean indented = kind == Kind.PLAIN_INDENTED || kind == Kind.LITERAL_INDENTED;
      StringBuilder body = new StringBuilder();
      while (!text.isAtEnd()) {
        String line = text.takeLine();
        String bare = indented ? withoutTabs(line) : line;
        if (bare.equals(end)) {
          break;
        }
        body.append(bare).append('\n');
      }
      return body.toString();
    }

    private static String withoutTabs(String line) {
      int at = 0;
      while (at < line.length() && line.charAt(at) == '\t') {
        at++;
      }
      return line.substring(at);
    }
  }
}
