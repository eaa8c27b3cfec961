package dev.prlease.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ErrorsTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final SessionId OTHER = SessionId.of("other");
  private static final LeaseRecord RECORD =
      LeaseRecord.of(KEY, OTHER, Instant.EPOCH, Ttl.DEFAULT)
          .withHolder(
              new Holder(
                  "host",
                  Optional.of(
                      new ProcessIdentity(
                          4711, OptionalLong.empty(), Optional.empty(), OptionalLong.empty())),
                  "prlease run",
                  ""));

  private static List<LeaseException> one_of_each() {
    AlreadyHeldException held = new AlreadyHeldException(KEY, RECORD, "memory:x");
    return List.of(
        held,
        AlreadyHeldException.atWork(KEY, RECORD, "memory:x"),
        new ContentionException(KEY, 3, Optional.of(OTHER)),
        ContentionException.locked(Optional.of(KEY), "it was locked", "Try again."),
        new CorruptRecordException(KEY, "no JSON"),
        new UnsupportedVersionException(KEY, "version 2"),
        new KeyMismatchException(KEY, RECORD, "memory:x"),
        new LeaseConfigurationException("wrong", "Mend it.", null),
        new LeaseExpiredException(KEY, OTHER, Instant.EPOCH),
        new LeaseStoreException(Optional.of(KEY), "the disk is full", "Empty it.", held),
        LeaseStoreException.outcomeUnknown(KEY, "no answer", new IOException("cut off")),
        NotOwnerException.none(KEY, OTHER),
        NotOwnerException.foreign(KEY, OTHER, RECORD),
        new WaitTimeoutException(KEY, Duration.ofSeconds(5), held));
  }

  @Test
  void serialized_an_error_tells_the_same_as_text() throws Exception {
    for (LeaseException error : one_of_each()) {
      error.addSuppressed(new IllegalStateException("and more"));
      Throwable copy = copy(error);
      assertThat(copy)
          .as("%s", error)
          .isInstanceOf(RuntimeException.class)
          .hasMessageContaining(error.getMessage())
          .hasMessageContaining(error.code())
          .hasMessageContaining(error.nextStep());
      assertThat(copy.getStackTrace()).isEqualTo(error.getStackTrace());
      assertThat(copy.getSuppressed()).hasSize(1);
      assertThat(copy.getCause() == null).isEqualTo(error.getCause() == null);
    }
  }

  private static Throwable copy(Throwable error) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(error);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (Throwable) in.readObject();
    }
  }

  @Test
  void a_session_that_is_at_work_itself_is_told_so_and_not_that_another_one_drives() {
    AlreadyHeldException error = AlreadyHeldException.atWork(KEY, RECORD, "memory:x");
    assertThat(error)
        .hasMessage("session other is at work on acme/app#42 already: prlease run, pid 4711");
    assertThat(error.nextStep()).startsWith("Wait until that process is done");
    assertThat(
            AlreadyHeldException.atWork(KEY, RECORD.withHolder(Holder.ofProgram("")), "memory:x"))
        .hasMessage("session other is at work on acme/app#42 already");
  }
}
