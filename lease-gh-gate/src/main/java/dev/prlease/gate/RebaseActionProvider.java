package dev.prlease.gate;

import dev.prlease.gate.push.PushRequest;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.GatedActionProvider;
import java.util.List;
import java.util.Map;

/** Makes {@link RebaseAction}s; found by {@link java.util.ServiceLoader}. */
public final class RebaseActionProvider implements GatedActionProvider {
  /** For {@link java.util.ServiceLoader}. */
  public RebaseActionProvider() {}

  @Override
  public String name() {
    return RebaseAction.NAME;
  }

  /**
   * The arguments are {@code [--expect COMMIT]}; the checkout is that of this program's working
   * directory.
   */
  @Override
  public GatedAction<?> create(List<String> arguments, Map<String, String> environment) {
    PushRequest words = PushRequest.parse(arguments);
    if (words.remote().isPresent()) {
      throw new IllegalArgumentException("rebase takes nothing but --expect COMMIT");
    }
    return new RebaseAction(BranchSite.here(environment), words.expectation());
  }
}
