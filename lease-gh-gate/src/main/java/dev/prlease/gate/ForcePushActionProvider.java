package dev.prlease.gate;

import dev.prlease.gate.push.PushRequest;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.GatedActionProvider;
import java.util.List;
import java.util.Map;

/** Makes {@link ForcePushAction}s; found by {@link java.util.ServiceLoader}. */
public final class ForcePushActionProvider implements GatedActionProvider {
  /** For {@link java.util.ServiceLoader}. */
  public ForcePushActionProvider() {}

  @Override
  public String name() {
    return ForcePushAction.NAME;
  }

  /**
   * The arguments are {@code [--expect COMMIT] [REMOTE [REFSPEC…]]}; the checkout is that of this
   * program's working directory.
   */
  @Override
  public GatedAction<?> create(List<String> arguments, Map<String, String> environment) {
    return new ForcePushAction(BranchSite.here(environment), PushRequest.parse(arguments));
  }
}
