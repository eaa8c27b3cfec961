package dev.prlease.gate.watch;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import java.util.List;

/**
 * The forge, with notes taken of what it is asked, answers and shows: of every try, whoever makes
 * it, right before it is made, when the gate is passed and not before; and of every look.
 */
final class NotedForge implements Forge {
  private final Forge forge;
  private final Tries tries;

  NotedForge(Forge forge, Tries tries) {
    this.forge = forge;
    this.tries = tries;
  }

  @Override
  public PullRequest read(LeaseKey key) {
    PullRequest now = forge.read(key);
    tries.saw(now);
    return now;
  }

  @Override
  public void merge(Gate gate, MergeRequest request) {
    tries.asking(request.head(), tries.byMerging());
    noting(() -> forge.merge(gate, request));
  }

  @Override
  public void arm(Gate gate, MergeRequest request) {
    tries.asking(request.head(), Tries.By.FORGE);
    noting(() -> forge.arm(gate, request));
  }

  private void noting(Runnable act) {
    try {
      act.run();
    } catch (LeaseException no) {
      // Other errors than the forge's are of the lease: nothing was started.
      if (no instanceof ForgeException said && said.kind().isInconclusive()) {
        tries.ended();
      } else {
        tries.declined();
      }
      throw no;
    }
    tries.ended();
  }

  @Override
  public void disarm(Gate gate) {
    tries.dropping();
    forge.disarm(gate);
  }

  @Override
  public List<PullRequest> findByBranch(RepositoryId source, String branch) {
    return forge.findByBranch(source, branch);
  }

  @Override
  public List<LeaseKey> findByBase(RepositoryId repository, String branch) {
    return forge.findByBase(repository, branch);
  }

  @Override
  public void close(Gate gate) {
    forge.close(gate);
  }

  @Override
  public void deleteBranch(Gate gate, RepositoryId repository, String branch, String head) {
    forge.deleteBranch(gate, repository, branch, head);
  }
}
