package dev.prlease.spi;

import dev.prlease.api.LeaseSlot;
import java.nio.file.Path;

/** The change of a slot, ready to be carried by a push; see {@link PushFence}. */
public interface FencedChange extends AutoCloseable {
  /** The whole name of the slot's reference. */
  String reference();

  /** The commit that must be there: all hexadecimal digits of it. */
  String expected();

  /** The commit that is to come there: all hexadecimal digits of it. */
  String commit();

  /**
   * A directory of git objects that has what the push needs for the reference, such as for {@code
   * GIT_ALTERNATE_OBJECT_DIRECTORIES}.
   */
  Path objects();

  /** What the slot holds once the push has landed. */
  LeaseSlot slot();

  /** Lets go of the objects. */
  @Override
  void close();
}
