package dev.prlease.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Walks over objects and arrays whose oddities count as missing. */
final class ObjectFields {
  private ObjectFields() {}

  /** Takes one field; it must read the value that the parser stands on, to its end. */
  @FunctionalInterface
  interface Taker {
    void take(String name, JsonParser in) throws IOException;
  }

  /** Reads the value that the parser stands on, to its end. */
  @FunctionalInterface
  interface Element<T> {
    Optional<T> read(JsonParser in) throws IOException;
  }

  /** Hands every field to {@code taker}; false if the value is no object. */
  static boolean read(JsonParser in, Taker taker) throws IOException {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return false;
    }
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      taker.take(name, in);
    }
    return true;
  }

  /** The elements that can be read; empty if the value is no array. */
  static <T> Optional<List<T>> list(JsonParser in, Element<T> element) throws IOException {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      in.skipChildren();
      return Optional.empty();
    }
    List<T> elements = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      element.read(in).ifPresent(elements::add);
    }
    return Optional.of(elements);
  }
}
