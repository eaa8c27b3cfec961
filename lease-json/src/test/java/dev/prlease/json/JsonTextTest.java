package dev.prlease.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Holder;
import dev.prlease.json.JsonText.ObjectFields;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonTextTest {
  @Test
  void an_object_is_indented_by_two_spaces() {
    String text =
        JsonText.object(
            o ->
                o.put("key", "acme/app#42")
                    .put("ttl_secs", 900)
                    .put("live", true)
                    .put("at", Samples.TIME)
                    .putNull("holder")
                    .putOrNull("owner", Optional.of("s"), ObjectFields::put)
                    .putOrNull("head", Optional.<String>empty(), ObjectFields::put)
                    .put("by", Holder.ofProgram("p"))
                    .object("empty", none -> {})
                    .array("items", items -> items.add("x").add(1).object(i -> i.put("n", 2))));
    assertThat(text)
        .isEqualTo(
            """
            {
              "key": "acme/app#42",
              "ttl_secs": 900,
              "live": true,
              "at": "2026-07-26T18:42:42.000Z",
              "holder": null,
              "owner": "s",
              "head": null,
              "by": {
                "program": "p"
              },
              "empty": {},
              "items": [
                "x",
                1,
                {
                  "n": 2
                }
              ]
            }""");
  }

  @Test
  void an_array_may_stand_alone_and_nest() {
    assertThat(JsonText.array(items -> {})).isEqualTo("[]");
    assertThat(JsonText.array(items -> items.array(inner -> inner.add(1))))
        .isEqualTo("[\n  [\n    1\n  ]\n]");
  }

  @Test
  void a_line_has_no_white_space_of_its_own() {
    assertThat(JsonText.objectLine(o -> o.put("a", "x\ny").put("b", "\uDC00")))
        .isEqualTo("{\"a\":\"x\\ny\",\"b\":\"\\udc00\"}");
  }
}
