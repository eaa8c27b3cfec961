package dev.prlease.gate.guard.shell;

import dev.prlease.gate.guard.shell.Node.Keyword.Kind;
import dev.prlease.gate.guard.shell.ScriptReader.HereDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one list of commands, up to the parenthesis that closes it. */
final class ListReader {
  private final ScriptReader script;
  private final Cursor text;
  private final int level;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Node> substitutions = new ArrayList<>();
  private List<Word> words = new ArrayList<>();
  private HereDocument.Holder holder = new HereDocument.Holder();
  private Optional<Word> hereString = Optional.empty();

  /** How many {@code case} are open. */
  private int cases;

  ListReader(ScriptReader script, int level) {
    this.script = script;
    this.text = script.text;
    this.level = level;
  }

  List<Node> nodes() {
    return nodes;
  }

  void read() {
    while (!text.isAtEnd()) {
      char c = text.peek();
      if (c == ' ' || c == '\t' || c == '\r') {
        text.skip(1);
      } else if (c == '\\' && text.peek(1) == '\n') {
        text.skip(2);
      } else if (c == '\n') {
        text.skip(1);
        end("\n");
        script.takeHereDocuments(nodes, level);
      } else if (c == '#') {
        text.skipLine();
      } else if (c == ')') {
        text.skip(1);
        end(";");
        return;
      } else if (!operator(c) && !redirection(c)) {
        if (c == '(') {
          parenthesis();
        } else {
          word();
        }
      }
    }
    end(";");
  }

  private boolean operator(char c) {
    if (c == ';') {
      boolean falls = text.takeIf(";;&");
      boolean ends = !falls && text.takeIf(";;");
      falls |= !ends && text.takeIf(";&");
      if (falls || ends) {
        end(";");
        keyword(falls ? Kind.FALL : Kind.ARM);
        pattern();
      } else {
        text.skip(1);
        end(";");
      }
      return true;
    }
    if (c == '&' && text.peek(1) != '>') {
      end(text.takeIf("&&") ? "&&" : text.takeIf("&") ? "&" : "");
      return true;
    }
    if (c == '|') {
      end(text.takeIf("||") ? "||" : text.takeIf("|&") || text.takeIf("|") ? "|" : "");
      return true;
    }
    return false;
  }

  private void parenthesis() {
    text.skip(1);
    if (!words.isEmpty()) {
      // A function's name: its body follows, and is read as if it were called here.
      Node.Command name = new Node.Command(words);
      words = new ArrayList<>();
      List<Node> inner = script.readList(level + 1);
      if (!inner.isEmpty() && !(inner.size() == 1 && inner.get(0) instanceof Node.Operator)) {
        nodes.add(name);
        nodes.add(new Node.Scope(inner));
      }
      return;
    }
    StringBuilder arithmetic = new StringBuilder();
    if (text.peek() == '(' && arithmetic(arithmetic)) {
      return;
    }
    nodes.add(new Node.Scope(script.readList(level + 1)));
  }

  private boolean arithmetic(StringBuilder inner) {
    text.skip(1);
    if (!text.takeArithmetic(inner)) {
      text.skip(-1);
      return false;
    }
    ScriptReader expression = new ScriptReader(inner.toString(), level + 1);
    WordReader reader = new WordReader(expression, level + 1);
    reader.readText();
    nodes.addAll(reader.substitutions());
    return true;
  }

  /** A redirection: what it leads to is no word of the command. */
  private boolean redirection(char c) {
    if (c != '<' && c != '>' && !(c == '&' && text.peek(1) == '>')) {
      return false;
    }
    if (text.has("<(") || text.has(">(")) {
      text.skip(2);
      nodes.add(new Node.Scope(script.readList(level + 1)));
      words.add(new Word(List.of(new Part.Unknown(Part.Quoting.QUOTED))));
    } else if (text.takeIf("<<<")) {
      hereString = Optional.of(target());
    } else if (text.takeIf("<<-")) {
      hereDocument(true);
    } else if (text.takeIf("<<")) {
      hereDocument(false);
    } else {
      while (text.peek() == '<' || text.peek() == '>' || text.peek() == '&' || text.peek() == '|') {
        if (text.isAtEnd()) {
          break;
        }
        text.skip(1);
        if (text.has("<(") || text.has(">(")) {
          return true;
        }
      }
      target();
    }
    return true;
  }

  private void hereDocument(boolean indented) {
    Word end = target();
    boolean bare = end.plain().isPresent();
    HereDocument.Kind kind =
        bare
            ? (indented ? HereDocument.Kind.PLAIN_INDENTED : HereDocument.Kind.PLAIN)
            : (indented ? HereDocument.Kind.LITERAL_INDENTED : HereDocument.Kind.LITERAL);
    script.expect(new HereDocument(end.literal().orElse(""), kind, holder));
  }

  private Word target() {
    while (!text.isAtEnd() && (text.peek() == ' ' || text.peek() == '\t')) {
      text.skip(1);
    }
    return readWord();
  }

  private Word readWord() {
    WordReader reader = new WordReader(script, level);
    Word word = reader.readWord();
    substitutions.addAll(reader.substitutions());
    return word;
  }

  private void word() {
    Word word = readWord();
    Optional<String> plain = word.plain();
    if (plain.isPresent() && (text.peek() == '<' || text.peek() == '>') && isNumber(plain.get())) {
      return;
    }
    if (words.isEmpty() && plain.isPresent() && isReserved(plain.get())) {
      return;
    }
    words.add(word);
  }

  private boolean isReserved(String word) {
    switch (word) {
      case "if" -> keyword(Kind.IF);
      case "then" -> keyword(Kind.THEN);
      case "elif" -> keyword(Kind.ELIF);
      case "else" -> keyword(Kind.ELSE);
      case "fi" -> keyword(Kind.FI);
      case "while", "until" -> keyword(Kind.LOOP);
      case "do" -> keyword(Kind.DO);
      case "done" -> keyword(Kind.DONE);
      case "{" -> keyword(Kind.GROUP);
      case "}" -> keyword(Kind.END_GROUP);
      case "!", "coproc" -> {}
      case "case" -> {
        target();
        skipTo("in");
        keyword(Kind.CASE);
        cases++;
        pattern();
      }
      case "esac" -> {
        cases = Math.max(0, cases - 1);
        keyword(Kind.ESAC);
      }
      case "function" -> target();
      default -> {
        return false;
      }
    }
    return true;
  }

  private void keyword(Kind kind) {
    nodes.addAll(substitutions);
    substitutions.clear();
    nodes.add(new Node.Keyword(kind));
  }

  private void skipTo(String wanted) {
    while (!text.isAtEnd() && isBlank(text.peek())) {
      text.skip(1);
    }
    text.takeIf(wanted);
  }

  /** In a {@code case}: passes over the pattern that the next commands belong to. */
  private void pattern() {
    if (cases == 0) {
      return;
    }
    while (!text.isAtEnd()) {
      char c = text.peek();
      if (c == ')') {
        text.skip(1);
        keyword(Kind.PATTERN);
        return;
      }
      if (c == '#') {
        text.skipLine();
      } else if (isBlank(c) || "(|;&<>".indexOf(c) >= 0) {
        text.skip(1);
      } else {
        String word = readWord().plain().orElse("");
        if (word.equals("esac")) {
          cases--;
          keyword(Kind.ESAC);
          return;
        }
        if (word.equals("*")) {
          keyword(Kind.DEFAULT);
        }
      }
    }
  }

  private void end(String operator) {
    nodes.addAll(substitutions);
    substitutions.clear();
    if (!words.isEmpty() || hereString.isPresent()) {
      Node.Command command = new Node.Command(words);
      hereString.ifPresent(command::reads);
      holder.set(command);
      nodes.add(command);
      words = new ArrayList<>();
    }
    holder = new HereDocument.Holder();
    hereString = Optional.empty();
    nodes.add(new Node.Operator(operator));
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
