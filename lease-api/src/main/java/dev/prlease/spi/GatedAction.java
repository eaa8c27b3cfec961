package dev.prlease.spi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Something that must be done under a lease only: a merge, a forced push, a command.
 *
 * @param <T> what it returns
 */
public interface GatedAction<T> {
  /** Names it in the audit: lower-case words joined by hyphens. */
  String name();

  /**
   * Acts. Ownership was asserted just before, and nothing stands between.
   *
   * <p>It starts nothing after {@link Gate#deadline}, and stops when the gate says that the lease
   * is lost.
   *
   * @throws Exception whatever goes wrong: recorded as a failed action and thrown on
   */
  T run(Gate gate) throws Exception;

  /** What {@code result} means for the audit; success without details, unless overridden. */
  default Outcome outcome(T result) {
    return new Outcome(Status.SUCCEEDED, Map.of());
  }

  /** Whether the action did what it should. */
  enum Status {
    /** It did. */
    SUCCEEDED,
    /** It did not, or nobody knows. */
    FAILED
  }

  /**
   * How an action ended.
   *
   * @param status whether it did what it should
   * @param details what an operator wants to know of it; never a secret
   */
  record Outcome(Status status, Map<String, String> details) {
    /** Copies the details, keeping their order. Refuses null. */
    public Outcome {
      Objects.requireNonNull(status, "status");
      details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
      for (Map.Entry<String, String> detail : details.entrySet()) {
        Objects.requireNonNull(detail.getKey(), "a detail's name");
        Objects.requireNonNull(detail.getValue(), detail.getKey());
      }
    }
  }
}
