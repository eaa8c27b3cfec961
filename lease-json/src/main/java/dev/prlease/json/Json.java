package dev.prlease.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Jackson as it is used here: one factory, made when first needed, and text in memory. */
final class Json {
  private Json() {}

  /** How text is laid out. */
  enum Layout {
    /** Two spaces a level, as version-1 programs write; no newline at the end. */
    INDENTED,
    /** No white space at all: one line, whatever it holds. */
    COMPACT
  }

  /** Writes one JSON value. */
  interface Body {
    void writeTo(JsonGenerator out) throws IOException;
  }

  /** Its limits stand: 1,000 levels, 1,000 digits a number. */
  static JsonFactory factory() {
    return Holder.FACTORY;
  }

  static String text(Layout layout, Body body) {
    StringWriter text = new StringWriter(1024);
    write(text, layout, body);
    return escapeLoneSurrogates(text.toString());
  }

  /** The same in pieces: of whole lines each, and without the last one's end. */
  static void pieces(Consumer<? super String> taker, Body body) {
    LinePieces pieces = new LinePieces(piece -> taker.accept(escapeLoneSurrogates(piece)));
    write(pieces, Layout.INDENTED, body);
    pieces.end();
  }

  private static void write(Writer to, Layout layout, Body body) {
    try (JsonGenerator out = factory().createGenerator(to)) {
      if (layout == Layout.INDENTED) {
        out.setPrettyPrinter(Holder.INDENTED.createInstance());
      }
      body.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
  }

  static byte[] bytes(Layout layout, Body body) {
    return text(layout, body).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Half a surrogate pair has no UTF-8 form; written as an escape it survives. It can stand in
   * string literals only, so replacing it in the finished text is safe.
   */
  private static String escapeLoneSurrogates(String text) {
    int first = mayHaveSurrogates(text) ? loneSurrogate(text, 0) : -1;
    if (first < 0) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    int from = 0;
    for (int at = first; at >= 0; at = loneSurrogate(text, from)) {
      escaped.append(text, from, at).append("\\u").append(Integer.toHexString(text.charAt(at)));
      from = at + 1;
    }
    return escaped.append(text, from, text.length()).toString();
  }

  /**
   * Few texts do. Bytes are looked through several times as fast as the characters of a string;
   * half of a pair becomes a question mark in them.
   */
  private static boolean mayHaveSurrogates(String text) {
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b < 0 || b == '?') {
        return true;
      }
    }
    return false;
  }

  private static int loneSurrogate(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else {
        return i;
      }
    }
    return -1;
  }

  /** Made on first use. */
  private static final class Holder {
    static final JsonFactory FACTORY =
        JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();
    static final DefaultPrettyPrinter INDENTED = indented();

    private static DefaultPrettyPrinter indented() {
      DefaultIndenter twoSpaces = new DefaultIndenter("  ", "\n");
      Separators separators =
          Separators.createDefaultInstance()
              .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
              .withObjectEmptySeparator("")
              .withArrayEmptySeparator("");
      return new DefaultPrettyPrinter(separators)
          .withObjectIndenter(twoSpaces)
          .withArrayIndenter(twoSpaces);
    }
  }
}
