package dev.prlease.store.file;

import dev.prlease.spi.Finding;
import java.io.IOException;
import java.util.List;

/** Looks for one kind of thing that may be wrong with a directory of leases. */
interface StoreCheck {
  /** What it is about, as in {@link Finding#subject}. */
  String subject();

  /**
   * Looks, and changes nothing that others rely on.
   *
   * @return at least one finding
   */
  List<Finding> look() throws IOException;
}
