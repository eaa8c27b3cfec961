package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.spi.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the slots of many kept grants in one call to the store (rule P11). A look that a renewal
 * overtook is taken again soon.
 */
final class BatchLooking {
  private final Core core;
  private final Looking looking;
  private final Patience patience;
  private final BatchSize size = new BatchSize();

  BatchLooking(Core core, Looking looking, Patience patience) {
    this.core = core;
    this.looking = looking;
    this.patience = patience;
  }

  BatchSize size() {
    return size;
  }

  void look(Round round, List<KeptGrant> keepers) {
    if (keepers.isEmpty()) {
      return;
    }
    List<LeaseKey> keys = new ArrayList<>(keepers.size());
    long[] revisions = new long[keepers.size()];
    for (int i = 0; i < revisions.length; i++) {
      keys.add(keepers.get(i).grant().identity().key());
      revisions[i] = keepers.get(i).grant().revision();
    }
    Moment before = core.now();
    Optional<List<LoadResult>> results =
        patience.call(
            round, keepers, size, () -> core.store().loadAll(keys), nothingWasWritten -> {});
    if (results.isPresent()) {
      for (int i = 0; i < revisions.length; i++) {
        conclude(round, keepers.get(i), revisions[i], results.get().get(i), before);
      }
    }
  }

  private void conclude(
      Round round, KeptGrant keeper, long revision, LoadResult result, Moment before) {
    if (result instanceof LoadResult.Failed failed) {
      round.failed(keeper, core.now(), failed.error());
      return;
    }
    try {
      Optional<Look> look =
          looking.conclude(keeper.grant(), revision, ((LoadResult.Answered) result).slot(), before);
      if (look.isPresent()) {
        keeper.succeeded(core.now());
      } else {
        keeper.failed(core.now());
      }
    } catch (RuntimeException unsure) {
      round.failed(keeper, core.now(), unsure);
    }
  }
}
