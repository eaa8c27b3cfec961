package dev.prlease.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.util.Optional;

/** Bytes that should hold one JSON value, and nothing else. */
final class Document {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private Document() {}

  /** What is to be made of a document. */
  interface Reader<T> {
    /** Reads the value that the parser stands on, to its end. */
    T read(JsonParser in) throws IOException;

    /** There is no such value, for {@code reason}. */
    T defect(String reason);
  }

  /** What {@code reader} makes of {@code bytes}. */
  static <T> T read(byte[] bytes, Reader<T> reader) {
    boolean ascii = Utf8.isAscii(bytes);
    String text = "";
    if (!ascii) {
      // Decoded here rather than by Jackson, which would guess UTF-16 and UTF-32, and lets bytes
      // pass that are no UTF-8.
      Optional<String> decoded = Utf8.decode(bytes);
      if (decoded.isEmpty()) {
        return reader.defect("it is not UTF-8");
      }
      text = decoded.get();
      if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
        return reader.defect("it starts with a byte order mark");
      }
    }
    // Where no byte is zero, Jackson's guess can be nothing but UTF-8.
    try (JsonParser in =
        ascii ? Json.factory().createParser(bytes) : Json.factory().createParser(text)) {
      if (in.nextToken() == null) {
        return reader.defect("it holds white space only");
      }
      T result = reader.read(in);
      return in.nextToken() == null
          ? result
          : reader.defect("something follows the JSON value" + position(in));
    } catch (JsonEOFException e) {
      return reader.defect("it ends in the middle" + position(e));
    } catch (StreamConstraintsException e) {
      return reader.defect("it is nested too deep, or a number or name in it is too long");
    } catch (JsonProcessingException e) {
      return reader.defect("it is not JSON" + position(e));
    } catch (IOException e) {
      return reader.defect("it could not be parsed: " + e.getMessage());
    }
  }

  private static String position(JsonParser in) {
    return position(in.currentLocation().getLineNr(), in.currentLocation().getColumnNr());
  }

  private static String position(JsonProcessingException e) {
    return e.getLocation() == null
        ? ""
        : position(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }

  private static String position(int line, int column) {
    return " (line " + line + ", column " + column + ")";
  }
}
