package dev.prlease.core;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The core's logger. This class is first used when something is wrong, so a command that goes well
 * never starts a logging backend.
 */
final class Log {
  static final Logger CORE = LoggerFactory.getLogger("dev.prlease.core");

  private Log() {}
}
