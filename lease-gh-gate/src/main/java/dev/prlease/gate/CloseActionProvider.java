package dev.prlease.gate;

import dev.prlease.spi.GatedAction;
import dev.prlease.spi.GatedActionProvider;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes {@link CloseAction}s; found by {@link java.util.ServiceLoader}. */
public final class CloseActionProvider implements GatedActionProvider {
  /** For {@link java.util.ServiceLoader}. */
  public CloseActionProvider() {}

  @Override
  public String name() {
    return CloseAction.NAME;
  }

  /** There are no arguments. */
  @Override
  public GatedAction<?> create(List<String> arguments, Map<String, String> environment) {
    ActionOptions unused = new ActionOptions(CloseAction.NAME, arguments, Set.of(), Set.of());
    return new CloseAction(UsualForge.here(environment));
  }
}
