package dev.prlease.gate;

import dev.prlease.api.forge.MergeMethod;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Forge.MergeRequest;
import dev.prlease.spi.Forge.Protection;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.GatedActionProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes {@link MergeAction}s that merge now; found by {@link java.util.ServiceLoader}. */
public final class MergeActionProvider implements GatedActionProvider {
  /** For {@link java.util.ServiceLoader}. */
  public MergeActionProvider() {}

  @Override
  public String name() {
    return MergeAction.NAME;
  }

  /**
   * The arguments are {@code [--squash | --merge | --rebase] [--head SHA] [--admin --reason TEXT]}.
   * Without a head, that is merged which is found under the lease; who bypasses protection has to
   * say which.
   */
  @Override
  public GatedAction<?> create(List<String> arguments, Map<String, String> environment) {
    ActionOptions options =
        new ActionOptions(
            MergeAction.NAME,
            arguments,
            Set.of("--squash", "--merge", "--rebase", "--admin"),
            Set.of("--head", "--reason"));
    MergeMethod method = options.method();
    Optional<String> head = options.commit("--head");
    Optional<String> reason = options.value("--reason").filter(text -> !text.isBlank());
    Forge forge = UsualForge.here(environment);
    if (!options.has("--admin")) {
      if (options.has("--reason")) {
        throw options.wrong("--reason is for --admin");
      }
      return FoundHeadAction.unless(head, forge, method, MergeAction.Way.NOW);
    }
    if (head.isEmpty() || reason.isEmpty()) {
      throw options.wrong("--admin needs --head SHA and --reason TEXT");
    }
    return MergeAction.bypassing(
        forge, new MergeRequest(head.get(), method, Protection.BYPASSED), reason.get());
  }
}
