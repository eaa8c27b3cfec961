package dev.prlease.gate.guard.shell;

import dev.prlease.gate.guard.shell.Part.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one word, with its quotes, variables and substitutions. */
final class WordReader {
  private final ScriptReader script;
  private final Cursor text;
  private final int level;
  private final List<Part> parts = new ArrayList<>();
  private final List<Node> substitutions = new ArrayList<>();
  private final StringBuilder bare = new StringBuilder();

  WordReader(ScriptReader script, int level) {
    this.script = script;
    this.text = script.text;
    this.level = level;
  }

  /** What is run to make the word. */
  List<Node> substitutions() {
    return substitutions;
  }

  /** The next word; at least one character is taken, unless the text is at its end. */
  Word readWord() {
    boolean taken = false;
    while (!text.isAtEnd()) {
      char c = text.peek();
      if (c == '(' && isArray()) {
        text.skip(1);
        flush();
        substitutions.add(new Node.Scope(script.readList(level + 1)));
        parts.add(new Part.Unknown(Quoting.QUOTED));
      } else if (isEnd(c)) {
        if (!taken && c != ' ' && c != '\t' && c != '\n') {
          text.skip(1);
        }
        break;
      } else {
        bareCharacter();
      }
      taken = true;
    }
    flush();
    return new Word(parts);
  }

  /** All that is left, read as if it stood in double quotes. */
  Word readText() {
    quoted('\n', true);
    return new Word(parts);
  }

  private boolean isArray() {
    return bare.length() > 1
        && bare.charAt(bare.length() - 1) == '='
        && parts.isEmpty()
        && new Word(List.of(new Part.Text(bare.toString(), Quoting.BARE))).assignment() > 0;
  }

  private static boolean isEnd(char c) {
    return " \t\n\r;&|<>()".indexOf(c) >= 0;
  }

  private void bareCharacter() {
    char c = text.take();
    switch (c) {
      case '\\' -> {
        if (text.isAtEnd()) {
          text.markBroken();
        } else if (text.peek() == '\n') {
          text.skip(1);
        } else {
          add(String.valueOf(text.take()), Quoting.QUOTED);
        }
      }
      case '\'' -> add(text.takeTo('\''), Quoting.QUOTED);
      case '"' -> {
        flush();
        quoted('"', false);
      }
      case '$' -> dollar(Quoting.BARE);
      case '`' -> backquoted(Quoting.BARE);
      case Marks.HOLE -> unknown(Quoting.BARE);
      default -> bare.append(c);
    }
  }

  /** Up to {@code end}, or, for the text of a here-document, all. */
  private void quoted(char end, boolean all) {
    StringBuilder run = new StringBuilder();
    while (!text.isAtEnd()) {
      char c = text.take();
      if (c == end && !all) {
        parts.add(new Part.Text(run.toString(), Quoting.QUOTED));
        return;
      }
      if (c == '\\' && !text.isAtEnd() && "$`\"\\\n".indexOf(text.peek()) >= 0) {
        char escaped = text.take();
        if (escaped != '\n') {
          run.append(escaped);
        }
      } else if (c == '$' || c == '`' || c == Marks.HOLE) {
        parts.add(new Part.Text(run.toString(), Quoting.QUOTED));
        run.setLength(0);
        if (c == '$') {
          dollar(Quoting.QUOTED);
        } else if (c == '`') {
          backquoted(Quoting.QUOTED);
        } else {
          unknown(Quoting.QUOTED);
        }
        flush();
      } else {
        run.append(c);
      }
    }
    parts.add(new Part.Text(run.toString(), Quoting.QUOTED));
    if (!all) {
      text.markBroken();
    }
  }

  private void dollar(Quoting quoting) {
    char c = text.peek();
    if (text.isAtEnd()) {
      add("$", quoting);
    } else if (c == '\'' && quoting == Quoting.BARE) {
      text.skip(1);
      add(AnsiQuote.take(text), Quoting.QUOTED);
    } else if (c == '"' && quoting == Quoting.BARE) {
      text.skip(1);
      flush();
      quoted('"', false);
    } else if (c == '(') {
      text.skip(1);
      parenthesis(quoting);
    } else if (c == '{') {
      text.skip(1);
      braces(quoting);
    } else if (Word.isName(c, 0)) {
      StringBuilder name = new StringBuilder();
      while (!text.isAtEnd() && Word.isName(text.peek(), 1)) {
        name.append(text.take());
      }
      flush();
      parts.add(new Part.Variable(name.toString(), quoting));
    } else if ("@*#?$!-0123456789".indexOf(c) >= 0) {
      text.skip(1);
      unknown(quoting);
    } else {
      add("$", quoting);
    }
  }

  private void parenthesis(Quoting quoting) {
    StringBuilder arithmetic = new StringBuilder();
    if (text.peek() == '(' && !text.isAtEnd()) {
      text.skip(1);
      if (text.takeArithmetic(arithmetic)) {
        inner(arithmetic.toString());
        unknown(quoting);
        return;
      }
      text.skip(-1);
    }
    List<Node> nodes = script.readList(level + 1);
    substitutions.add(new Node.Scope(nodes));
    Optional<Character> answer = Answers.of(nodes);
    if (answer.isPresent()) {
      add(String.valueOf(answer.get().charValue()), quoting);
    } else {
      unknown(quoting);
    }
  }

  /** A variable in braces: its name, or something that is made of it. */
  private void braces(Quoting quoting) {
    StringBuilder name = new StringBuilder();
    while (!text.isAtEnd() && Word.isName(text.peek(), name.length())) {
      name.append(text.take());
    }
    if (name.length() > 0 && text.takeIf("}")) {
      flush();
      parts.add(new Part.Variable(name.toString(), quoting));
      return;
    }
    inner(restOfBraces());
    unknown(quoting);
  }

  private String restOfBraces() {
    StringBuilder rest = new StringBuilder();
    int open = 1;
    while (!text.isAtEnd()) {
      char c = text.take();
      if (c == '\\' && !text.isAtEnd()) {
        rest.append(c).append(text.take());
        continue;
      }
      open += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (open == 0) {
        return rest.toString();
      }
      rest.append(c);
    }
    text.markBroken();
    return rest.toString();
  }

  private void backquoted(Quoting quoting) {
    StringBuilder inner = new StringBuilder();
    boolean closed = false;
    while (!text.isAtEnd() && !closed) {
      char c = text.take();
      if (c == '`') {
        closed = true;
      } else if (c == '\\' && !text.isAtEnd() && "$`\\".indexOf(text.peek()) >= 0) {
        inner.append(text.take());
      } else {
        inner.append(c);
      }
    }
    if (!closed) {
      text.markBroken();
    }
    ScriptReader nested = new ScriptReader(inner.toString(), level + 1);
    Script read = nested.readAll();
    if (read.reading() == Script.Reading.BROKEN) {
      text.markBroken();
    }
    substitutions.add(new Node.Scope(read.nodes()));
    Optional<Character> answer = Answers.of(read.nodes());
    if (answer.isPresent()) {
      add(String.valueOf(answer.get().charValue()), quoting);
    } else {
      unknown(quoting);
    }
  }

  /** Looks for substitutions in a text of which only they matter. */
  private void inner(String content) {
    if (content.indexOf('$') < 0 && content.indexOf('`') < 0) {
      return;
    }
    ScriptReader nested = new ScriptReader(content, level + 1);
    WordReader reader = new WordReader(nested, level + 1);
    reader.readText();
    substitutions.addAll(reader.substitutions());
    if (nested.text.isBroken()) {
      text.markBroken();
    }
  }

  private void unknown(Quoting quoting) {
    flush();
    parts.add(new Part.Unknown(quoting));
  }

  private void add(String value, Quoting quoting) {
    flush();
    parts.add(new Part.Text(value, quoting));
  }

  private void flush() {
    if (bare.length() > 0) {
      parts.add(new Part.Text(bare.toString(), Quoting.BARE));
      bare.setLength(0);
    }
  }
}
