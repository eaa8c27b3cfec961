package dev.prlease.testkit.architecture.synthetic;

import org.slf4j.Logger;

/** Uses something that nobody allowed. */
interface UsesLogging {
  Logger logger();
}
