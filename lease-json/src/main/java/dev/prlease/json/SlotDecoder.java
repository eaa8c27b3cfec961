package dev.prlease.json;

import dev.prlease.api.Fence;
import java.util.Arrays;
import java.util.Optional;

/**
 * Decodes slots one after another, as {@link SlotJson#decode} does. What they say alike they share.
 * Not thread-safe.
 */
public final class SlotDecoder {
  private final OwnSlots own = new OwnSlots();

  /** A decoder that has read nothing yet. */
  public SlotDecoder() {}

  /**
   * What the first {@code length} of {@code bytes} say; keeps nothing of the array. Never throws.
   */
  public DecodedSlot decode(byte[] bytes, int length) {
    if (length == 0) {
      return new DecodedSlot.Vacant(Fence.NONE, Optional.empty());
    }
    Optional<DecodedSlot> laidOutAsOurs = own.read(bytes, length);
    return laidOutAsOurs.isPresent()
        ? laidOutAsOurs.get()
        : SlotJson.parse(length == bytes.length ? bytes : Arrays.copyOf(bytes, length));
  }
}
