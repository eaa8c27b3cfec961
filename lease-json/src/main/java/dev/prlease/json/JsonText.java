package dev.prlease.json;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.prlease.api.Holder;
import dev.prlease.api.claim.Claim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes JSON for programs to read, such as the answers of a command: indented by two spaces,
 * fields in the order in which they were given, no newline at the end.
 *
 * <pre>{@code
 * String text = JsonText.object(o -> o
 *     .put("key", "acme/app#42")
 *     .put("ttl_secs", 900)
 *     .array("items", items -> items.object(item -> item.put("n", 1))));
 * }</pre>
 */
public final class JsonText {
  private JsonText() {}

  /** The text of an object with {@code fields}. */
  public static String object(Consumer<ObjectFields> fields) {
    return Json.text(Json.Layout.INDENTED, out -> new ObjectFields(out).write(fields));
  }

  /** The same on one line. */
  public static String objectLine(Consumer<ObjectFields> fields) {
    return Json.text(Json.Layout.COMPACT, out -> new ObjectFields(out).write(fields));
  }

  /** The text of an array with {@code items}. */
  public static String array(Consumer<ArrayItems> items) {
    return Json.text(Json.Layout.INDENTED, out -> new ArrayItems(out).write(items));
  }

  /**
   * The same for very many items: hands the text over in pieces, while it is being made. Each is of
   * whole lines, without the end of its last one.
   */
  public static void array(Consumer<? super String> pieces, Consumer<ArrayItems> items) {
    Json.pieces(pieces, out -> new ArrayItems(out).write(items));
  }

  /** The fields of an object; names are not checked for being there twice. */
  public static final class ObjectFields {
    private final JsonGenerator out;

    private ObjectFields(JsonGenerator out) {
      this.out = out;
    }

    private void write(Consumer<ObjectFields> fields) throws IOException {
      out.writeStartObject();
      fields.accept(this);
      out.writeEndObject();
    }

    /** Adds a string. */
    public ObjectFields put(String name, String value) {
      return field(name, () -> out.writeString(value));
    }

    /** Adds a number. */
    public ObjectFields put(String name, long value) {
      return field(name, () -> out.writeNumber(value));
    }

    /** Adds a truth value. */
    public ObjectFields put(String name, boolean value) {
      return field(name, () -> out.writeBoolean(value));
    }

    /** Adds a time as RFC 3339 text. */
    public ObjectFields put(String name, Instant value) {
      return put(name, Rfc3339.format(value));
    }

    /** Adds where an owner runs, in the form that it has in records. */
    public ObjectFields put(String name, Holder value) {
      return field(name, () -> RecordWriter.writeHolder(out, value));
    }

    /** Adds a claim in the form that it has in records. */
    public ObjectFields put(String name, Claim value) {
      return field(name, () -> ClaimWriter.write(out, value));
    }

    /** Adds null. */
    public ObjectFields putNull(String name) {
      return field(name, out::writeNull);
    }

    /** Adds what {@code adder} makes of the value, such as {@code ObjectFields::put}, or null. */
    public <T> ObjectFields putOrNull(String name, Optional<T> value, Adder<T> adder) {
      return value.map(present -> adder.add(this, name, present)).orElseGet(() -> putNull(name));
    }

    /** Adds an object. */
    public ObjectFields object(String name, Consumer<ObjectFields> fields) {
      return field(name, () -> write(fields));
    }

    /** Adds an array. */
    public ObjectFields array(String name, Consumer<ArrayItems> items) {
      return field(name, () -> new ArrayItems(out).write(items));
    }

    private ObjectFields field(String name, Step value) {
      try {
        out.writeFieldName(name);
        value.run();
      } catch (IOException e) {
        throw broken(e);
      }
      return this;
    }
  }

  /** Adds a field of one type. */
  @FunctionalInterface
  public interface Adder<T> {
    /** Adds {@code value} to {@code to} under {@code name}, and returns {@code to}. */
    ObjectFields add(ObjectFields to, String name, T value);
  }

  /** The items of an array. */
  public static final class ArrayItems {
    private final JsonGenerator out;

    private ArrayItems(JsonGenerator out) {
      this.out = out;
    }

    private void write(Consumer<ArrayItems> items) throws IOException {
      out.writeStartArray();
      items.accept(this);
      out.writeEndArray();
    }

    /** Adds a string. */
    public ArrayItems add(String value) {
      return item(() -> out.writeString(value));
    }

    /** Adds a number. */
    public ArrayItems add(long value) {
      return item(() -> out.writeNumber(value));
    }

    /** Adds an object. */
    public ArrayItems object(Consumer<ObjectFields> fields) {
      return item(() -> new ObjectFields(out).write(fields));
    }

    /** Adds an array. */
    public ArrayItems array(Consumer<ArrayItems> items) {
      return item(() -> write(items));
    }

    private ArrayItems item(Step value) {
      run(value);
      return this;
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void run(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw broken(e);
    }
  }

  private static UncheckedIOException broken(IOException e) {
    return new UncheckedIOException("writing to memory failed", e);
  }
}
