package dev.prlease.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.prlease.api.Fence;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the value that the parser stands on, to its end; empty if it is of another type or range.
 */
final class Values {
  private static final BigInteger UNSIGNED_LIMIT = BigInteger.ONE.shiftLeft(64);

  private Values() {}

  static Optional<String> string(JsonParser in) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_STRING) {
      return Optional.of(in.getText());
    }
    in.skipChildren();
    return Optional.empty();
  }

  /** A string that is not empty. */
  static Optional<String> word(JsonParser in) throws IOException {
    Optional<String> text = string(in);
    return text.isPresent() && text.get().isEmpty() ? Optional.empty() : text;
  }

  static Optional<Instant> time(JsonParser in) throws IOException {
    Optional<String> text = string(in);
    return text.isPresent() ? Rfc3339.parse(text.get()) : Optional.empty();
  }

  static Optional<Fence> fence(JsonParser in) throws IOException {
    OptionalLong value = wholeNumber(in);
    Fence fence = Fence.lenient(value.orElse(0));
    return fence.isPresent() ? Optional.of(fence) : Optional.empty();
  }

  /**
   * A whole number of 64 bits without sign, as version-1 programs read them; what is above the
   * largest long counts as that.
   */
  static OptionalLong wholeNumber(JsonParser in) throws IOException {
    if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      in.skipChildren();
      return OptionalLong.empty();
    }
    if (in.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long value = in.getLongValue();
      return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }
    BigInteger value = in.getBigIntegerValue();
    return value.signum() < 0 || value.compareTo(UNSIGNED_LIMIT) >= 0
        ? OptionalLong.empty()
        : OptionalLong.of(Long.MAX_VALUE);
  }

  /** A whole number as an object. */
  static Optional<Long> count(JsonParser in) throws IOException {
    OptionalLong number = wholeNumber(in);
    return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
  }

  /** What was just read to its end, for a message: a scalar's text, or what kind of thing it is. */
  static String describe(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case END_OBJECT -> "an object";
      case END_ARRAY -> "an array";
      case VALUE_STRING -> "the string " + Quote.of(in.getText());
      default -> Quote.of(in.getText());
    };
  }
}
