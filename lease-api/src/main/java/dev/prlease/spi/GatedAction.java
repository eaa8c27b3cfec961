package dev.prlease.spi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Something that must be done under a lease only: a merge, a forced push, a command.
 *
 * <p>An implementation keeps these rules; each has a test in {@code lease-testkit} bearing its
 * number ({@code GatedActionContract}).
 *
 * <ol>
 *   <li><b>GA-1</b> The name is lower-case words joined by hyphens, and always the same.
 *   <li><b>GA-2</b> Nothing is started once the lease is over: {@link #run} throws a {@link
 *       dev.prlease.api.LeaseException} instead.
 *   <li><b>GA-3</b> A loss stops it: {@link #run} soon returns or throws, and the outcome is no
 *       success.
 *   <li><b>GA-4</b> So does a loss that the gate tells as soon as it is listened to.
 *   <li><b>GA-5</b> It listens to the gate no longer than it runs.
 *   <li><b>GA-6</b> The outcome is honest: what was not done, or nobody knows of, is no success.
 *   <li><b>GA-7</b> Neither the outcome's details nor a message holds a secret.
 *   <li><b>GA-8</b> Interrupted, it stops; the interrupt is thrown or its flag kept. Interrupted
 *       before, it starts nothing.
 * </ol>
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

  /**
   * What the action will go past that guards the pull request, if anything. It is recorded durably
   * as an {@link AuditEvent.Type#ADMIN_BYPASS} before ownership is asserted; where that cannot be
   * done the action does not happen (lesson L16).
   */
  default Optional<Bypass> bypass() {
    return Optional.empty();
  }

  /** What {@code result} means for the audit; success without details, unless overridden. */
  default Outcome outcome(T result) {
    return new Outcome(Status.SUCCEEDED, Map.of());
  }

  /**
   * Branch protection is about to be bypassed.
   *
   * @param reason why, in the words of who answers for it; not blank
   * @param details what else belongs into the audit, such as the head; never a secret
   */
  record Bypass(String reason, Map<String, String> details) {
    /**
     * Copies the details, keeping their order.
     *
     * @throws IllegalArgumentException if the reason is blank
     */
    public Bypass {
      if (reason.isBlank()) {
        throw new IllegalArgumentException("bypassing branch protection needs a reason");
      }
      details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }
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
