package dev.prlease.gate.guard;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON document as it is written: where in the text each of its values stands, so that one can be
 * put in or taken out and all else stays as it is, to the last space.
 */
final class JsonText {
  /**
   * {@code text} with a blank for each character of the comments that some programs let stand in
   * their settings. What it says is not changed by that, nor where it stands.
   */
  static String withoutComments(String text) {
    StringBuilder plain = new StringBuilder(text);
    int at = 0;
    while (at < text.length()) {
      int end = at + 1;
      if (text.charAt(at) == '"') {
        while (end < text.length() && text.charAt(end) != '"') {
          end += text.charAt(end) == '\\' ? 2 : 1;
        }
        end++;
      } else if (text.startsWith("//", at)) {
        end = text.indexOf('\n', at);
        end = blank(plain, at, end < 0 ? text.length() : end);
      } else if (text.startsWith("/*", at)) {
        end = text.indexOf("*/", at + 2);
        end = blank(plain, at, end < 0 ? text.length() : end + 2);
      }
      at = end;
    }
    return plain.toString();
  }

  private static int blank(StringBuilder text, int from, int to) {
    for (int i = from; i < to; i++) {
      text.setCharAt(i, ' ');
    }
    return to;
  }

  /**
   * A value.
   *
   * @param token what it begins with
   * @param start where its text begins
   * @param end behind its last character
   * @param text what it says, if it is a string
   * @param members of an object, by name
   * @param items of an array
   */
  record Value(
      JsonToken token,
      int start,
      int end,
      Optional<String> text,
      Map<String, Member> members,
      List<Value> items) {
    boolean isObject() {
      return token == JsonToken.START_OBJECT;
    }

    boolean isArray() {
      return token == JsonToken.START_ARRAY;
    }

    Optional<Value> get(String name) {
      return Optional.ofNullable(members.get(name)).map(Member::value);
    }
  }

  /**
   * A member of an object.
   *
   * @param start where its name begins
   */
  record Member(int start, Value value) {}

  /** The text is not what JSON is. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String why) {
      super(why);
    }
  }

  private JsonText() {}

  /**
   * Reads {@code text}.
   *
   * @throws Malformed if it is no JSON, as with comments in it, or names a member twice
   */
  static Value read(String text) throws Malformed {
    try (JsonParser json = new JsonFactory().createParser(text)) {
      json.nextToken();
      Value value = value(json);
      if (json.nextToken() != null) {
        throw new Malformed("something stands behind its end");
      }
      return value;
    } catch (JsonProcessingException garbled) {
      boolean comment = String.valueOf(garbled.getMessage()).contains("comment");
      throw new Malformed(
          (comment ? "it has comments" : "it is no JSON")
              + (garbled.getLocation() == null
                  ? ""
                  : ", in line " + garbled.getLocation().getLineNr()));
    } catch (IOException impossible) {
      throw new Malformed(String.valueOf(impossible.getMessage()));
    }
  }

  private static Value value(JsonParser json) throws IOException, Malformed {
    JsonToken token = json.currentToken();
    if (token == null) {
      throw new Malformed("it is empty");
    }
    int start = (int) json.currentTokenLocation().getCharOffset();
    Map<String, Member> members = new LinkedHashMap<>();
    List<Value> items = new ArrayList<>();
    Optional<String> text = Optional.empty();
    if (token == JsonToken.START_OBJECT) {
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        int at = (int) json.currentTokenLocation().getCharOffset();
        json.nextToken();
        if (members.put(name, new Member(at, value(json))) != null) {
          throw new Malformed("it has \"" + name + "\" twice in one object");
        }
      }
    } else if (token == JsonToken.START_ARRAY) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        items.add(value(json));
      }
    } else {
      text = Optional.ofNullable(json.getText());
    }
    int end = (int) json.currentLocation().getCharOffset();
    return new Value(token, start, end, text, members, items);
  }
}
