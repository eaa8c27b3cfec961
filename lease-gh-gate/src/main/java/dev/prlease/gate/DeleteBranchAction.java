package dev.prlease.gate;

import dev.prlease.api.forge.RepositoryId;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.util.Map;

/** Deletes the branch of a pull request that is merged; never of one that is not (lesson L58). */
public final class DeleteBranchAction implements GatedAction<String> {
  private final Forge forge;
  private final RepositoryId repository;
  private final String branch;

  /** One for {@code branch} of {@code repository}, whose pull request was read as merged. */
  public DeleteBranchAction(Forge forge, RepositoryId repository, String branch) {
    this.forge = forge;
    this.repository = repository;
    this.branch = branch;
  }

  @Override
  public String name() {
    return "delete-branch";
  }

  /**
   * Deletes it.
   *
   * @return the branch
   * @throws dev.prlease.api.forge.ForgeException if the forge refused, or could not be asked
   */
  @Override
  public String run(Gate gate) {
    forge.deleteBranch(gate, repository, branch);
    return branch;
  }

  @Override
  public Outcome outcome(String deleted) {
    return new Outcome(
        Status.SUCCEEDED, Map.of("branch", deleted, "repository", repository.toString()));
  }
}
