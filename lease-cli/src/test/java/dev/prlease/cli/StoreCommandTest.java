package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code prlease store init}, on stores that need it and on those that do not. */
class StoreCommandTest {
  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() {
    desktop = new Desktop(top);
  }

  @Test
  void files_need_no_set_up_and_say_so() {
    Answer init = desktop.prlease("store", "init");
    assertThat(init.code()).isZero();
    assertThat(init.out())
        .isEqualTo("file:" + desktop.home + "/leases: this store needs no set-up\n");
    assertThat(desktop.prlease("store", "init", "--json").out())
        .contains("\"outcome\": \"not-needed\"");
    Answer print = desktop.prlease("store", "init", "--print");
    assertThat(print.code()).isZero();
    assertThat(print.out()).as("a script of nothing").isEmpty();
    assertThat(print.err()).contains("needs no set-up");
    assertThat(desktop.prlease("store", "init", "--print", "--json").out())
        .contains("\"script\": null");
  }

  @Test
  void a_store_that_needs_it_is_set_up_once() {
    String store = "test:installable";
    assertThat(desktop.prlease("store", "init", "--print", "--store", store).out())
        .isEqualTo("make it\n");
    assertThat(desktop.prlease("store", "init", "--store", store).out())
        .isEqualTo("test:installable: made what was missing\n");
    assertThat(desktop.prlease("store", "init", "--store", store).out())
        .isEqualTo("test:installable: there was nothing to do\n");
    assertThat(desktop.prlease("store", "init", "--store", store, "--json").out())
        .contains("\"outcome\": \"already-there\"", "\"store\": \"test:installable\"");
  }
}
