package dev.prlease.gate;

import dev.prlease.spi.GatedAction;
import dev.prlease.spi.GatedActionProvider;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes {@link MergeAction}s that have the forge merge by itself, and {@link DisarmAction}s; found
 * by {@link java.util.ServiceLoader}.
 */
public final class AutoMergeActionProvider implements GatedActionProvider {
  /** For {@link java.util.ServiceLoader}. */
  public AutoMergeActionProvider() {}

  @Override
  public String name() {
    return MergeAction.ARMING;
  }

  /**
   * The arguments are {@code [--squash | --merge | --rebase] [--head SHA]}, or {@code --off}.
   * Without a head, that is armed which is found under the lease.
   */
  @Override
  public GatedAction<?> create(List<String> arguments, Map<String, String> environment) {
    ActionOptions options =
        new ActionOptions(
            MergeAction.ARMING,
            arguments,
            Set.of("--squash", "--merge", "--rebase", "--off"),
            Set.of("--head"));
    if (options.has("--off")) {
      if (arguments.size() > 1) {
        throw options.wrong("--off takes no other option");
      }
      return new DisarmAction(UsualForge.here(environment));
    }
    return FoundHeadAction.unless(
        options.commit("--head"),
        UsualForge.here(environment),
        options.method(),
        MergeAction.Way.ARM);
  }
}
