package dev.prlease.gate;

import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.push.PushRequest;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.GatedActionProvider;
import java.nio.file.Path;
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
   * program's working directory. An action made so knows no record: it expects what the local
   * branch has had, and what it pushes is not written down.
   */
  @Override
  public GatedAction<?> create(List<String> arguments, Map<String, String> environment) {
    PushRequest request = PushRequest.parse(arguments);
    Path here = Path.of("").toAbsolutePath();
    return new ForcePushAction(
        () -> Checkout.open(here, environment),
        request,
        () -> UsualForge.open(here, environment),
        commit -> {});
  }
}
