package dev.prlease.cli.doctor;

import dev.prlease.spi.Finding;
import java.util.List;

/** Looks for one kind of thing that may be wrong. */
public interface Check {
  /** Looks, and changes nothing; returns at least one finding. */
  List<Finding> look();
}
