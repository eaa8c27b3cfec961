package dev.prlease.json;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.ProcessIdentity;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.WriteId;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Records and texts that several tests use. */
final class Samples {
  static final Instant TIME = Instant.parse("2026-07-26T18:42:42Z");
  static final LeaseKey KEY = LeaseKey.pullRequest("rysweet/amplihack-rs", 1051);
  static final SessionId SESSION = new SessionId("9f2c8b1a-4d3e-4c17-9a2b-7e6f5d4c3b2a");
  static final WriteId WRITE = new WriteId("ffeeddccbbaa99887766554433221100");

  private Samples() {}

  /** A record of version 1 alone. */
  static LeaseRecord plain() {
    return LeaseRecord.of(KEY, SESSION, TIME, Ttl.DEFAULT);
  }

  /** A record in which everything is there. */
  static LeaseRecord full() {
    return plain()
        .withFence(Fence.at(TIME))
        .withGrantId(new GrantId("00112233445566778899aabbccddeeff"))
        .withGrantedAt(TIME)
        .withHolder(
            new Holder(
                "buildbox",
                Optional.of(
                    new ProcessIdentity(
                        4711,
                        OptionalLong.of(123456789),
                        Optional.of("2b0f6a1c-8d7e-4f3a-9c5b-1e2d3c4b5a69"),
                        OptionalLong.of(4026531836L))),
                "prlease run",
                "nightly"))
        .withHead("0123456789abcdef0123456789abcdef01234567");
  }

  static Content holding(LeaseRecord record, WriteId writeId) {
    return new Content(Optional.of(record), record.fence(), writeId, Change.Replaced.DISCARD);
  }

  static Content vacant(Fence fence, WriteId writeId) {
    return new Content(Optional.empty(), fence, writeId, Change.Replaced.DISCARD);
  }

  static String golden(String name) {
    try (InputStream in = Samples.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static DecodedSlot decode(String text) {
    return SlotJson.decode(text.getBytes(StandardCharsets.UTF_8));
  }
}
