package dev.prlease.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.json.JsonText.ArrayItems;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A long array in pieces is the same as in one. */
class LinePiecesTest {
  private static final int ITEMS = 5_000;

  private final List<String> pieces = new ArrayList<>();

  private static Consumer<ArrayItems> items(String text) {
    return items -> {
      for (int i = 0; i < ITEMS; i++) {
        int number = i;
        items.object(o -> o.put("number", number).put("text", text));
      }
    };
  }

  @Test
  void pieces_are_of_whole_lines_and_together_they_are_the_text() {
    Consumer<ArrayItems> items = items("half \ud83d, a pair \ud83d\ude00, a line end \n");
    JsonText.array(pieces::add, items);
    assertThat(pieces).hasSizeGreaterThan(5);
    assertThat(String.join("\n", pieces)).isEqualTo(JsonText.array(items));
  }

  @Test
  void a_line_that_is_longer_than_a_piece_is_not_cut() {
    Consumer<ArrayItems> items = to -> to.add("x".repeat(100_000)).add("y");
    JsonText.array(pieces::add, items);
    assertThat(String.join("\n", pieces)).isEqualTo(JsonText.array(items));
  }

  @Test
  void an_empty_array_is_one_piece() {
    JsonText.array(pieces::add, none -> {});
    assertThat(pieces).containsExactly("[]");
  }

  @Test
  void what_breaks_off_does_not_look_whole() {
    assertThatThrownBy(
            () ->
                JsonText.array(
                    pieces::add,
                    to -> {
                      items("x").accept(to);
                      throw new IllegalStateException("broken off");
                    }))
        .hasMessage("broken off");
    assertThat(String.join("\n", pieces)).doesNotEndWith("]");
  }
}
