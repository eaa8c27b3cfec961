package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Cannot run program \"x\" (in directory \"/d\"): error=2, No such file or directory"
            + "| No such file or directory",
        "Cannot run program \"x\" (in directory \"/d\"): Exec failed, error: 2 (No such file) "
            + "| No such file",
        "Cannot run program \"error=1, secret\" (in directory \"/d\"): Exec failed, error: 13 (Denied) "
            + "| Denied",
        "Cannot run program \"error: 1 (secret)\" (in directory \"/d\"): error=13, Denied| Denied",
        "Cannot run program \"secret\"| the system refused to start it"
      })
  @DisplayName("The JDK's reason is told, in its old form and its new one; the command line is not")
  void reason(String message, String reason) {
    assertThat(Failures.reason(new IOException(message))).isEqualTo(reason);
  }
}
