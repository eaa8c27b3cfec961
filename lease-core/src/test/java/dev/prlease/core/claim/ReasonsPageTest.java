package dev.prlease.core.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.claim.ClaimReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Every reason is explained to people. */
final class ReasonsPageTest {
  @Test
  void the_reference_lists_every_reason_for_a_refusal() throws IOException {
    String reference = Files.readString(Path.of("../docs/reference.md"));
    for (ClaimReason.Code code : ClaimReason.Code.values()) {
      assertThat(reference).contains("\n| `" + code.text() + "` | ");
    }
  }
}
