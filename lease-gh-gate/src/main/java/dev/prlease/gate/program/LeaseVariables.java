package dev.prlease.gate.program;

import dev.prlease.spi.Gate;
import java.util.HashMap;
import java.util.Map;

/** The variables by which what runs under a lease finds it. */
public final class LeaseVariables {
  /** The variable that names the key. */
  public static final String KEY = "PRLEASE_KEY";

  /** The variable that names the session. */
  public static final String SESSION = "PRLEASE_SESSION";

  /** The variable that names the grant. */
  public static final String GRANT = "PRLEASE_GRANT";

  /** The variable that holds the fence. */
  public static final String FENCE = "PRLEASE_FENCE";

  private LeaseVariables() {}

  /**
   * {@code environment} with the variables of {@code gate}'s lease, and no others of their kind.
   */
  public static Map<String, String> in(Map<String, String> environment, Gate gate) {
    Map<String, String> with = new HashMap<>(environment);
    with.put(KEY, gate.key().toString());
    with.put(SESSION, gate.session().value());
    with.put(GRANT, gate.grantId().value());
    if (gate.fence().isPresent()) {
      with.put(FENCE, Long.toString(gate.fence().value()));
    } else {
      with.remove(FENCE);
    }
    return with;
  }
}
