package dev.prlease.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Deletes the branch of a pull request, once that is seen to be merged: before, it would close it
 * (lesson L58). A branch that another open pull request uses is kept, for the same reason, also as
 * the base that it is to be merged into, as in a stack; and so is one that was pushed to after the
 * merge: {@link Forge#deleteBranch} says how surely.
 */
public final class DeleteBranchAction implements GatedAction<String> {
  private final Forge forge;
  private final RepositoryId repository;
  private final String branch;

  /** One for {@code branch} of {@code repository}. */
  public DeleteBranchAction(Forge forge, RepositoryId repository, String branch) {
    this.forge = Objects.requireNonNull(forge, "forge");
    this.repository = Objects.requireNonNull(repository, "repository");
    this.branch = Objects.requireNonNull(branch, "branch");
  }

  @Override
  public String name() {
    return "delete-branch";
  }

  /**
   * Looks, and deletes.
   *
   * @return the branch
   * @throws ForgeException if the branch is needed, if the forge refused, or could not be asked
   */
  @Override
  public String run(Gate gate) {
    PullRequest now = Look.at(forge, gate);
    if (now.state() != PullRequest.State.MERGED) {
      throw needed(gate.key(), "the pull request is not merged");
    }
    if (repository.equals(now.repository()) && branch.equals(now.base())) {
      throw needed(gate.key(), "it is the branch that was merged into");
    }
    List<PullRequest> users = forge.findByBranch(repository, branch);
    if (!users.isEmpty()) {
      throw needed(gate.key(), users.get(0).key() + " uses it, too");
    }
    List<LeaseKey> onTop = forge.findByBase(repository, branch);
    if (!onTop.isEmpty()) {
      throw new ForgeException(
          ForgeException.Kind.REFUSED,
          Optional.of(gate.key()),
          kept(onTop.get(0) + " is to be merged into it, and would be closed with it"),
          "Put that one onto another base first (gh pr edit "
              + onTop.get(0).number()
              + " --base "
              + now.base()
              + "), then delete the branch yourself.",
          Optional.empty(),
          null);
    }
    forge.deleteBranch(gate, repository, branch, now.head().sha());
    return branch;
  }

  private String kept(String why) {
    return "branch " + branch + " of " + repository + " is kept: " + why;
  }

  private ForgeException needed(LeaseKey key, String why) {
    return new ForgeException(
        ForgeException.Kind.REFUSED,
        Optional.of(key),
        kept(why),
        "Delete it yourself once nothing needs it.",
        Optional.empty(),
        null);
  }

  @Override
  public Outcome outcome(String deleted) {
    return new Outcome(
        Status.SUCCEEDED, Map.of("branch", deleted, "repository", repository.toString()));
  }
}
