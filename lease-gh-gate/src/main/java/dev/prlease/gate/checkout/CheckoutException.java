package dev.prlease.gate.checkout;

import dev.prlease.api.LeaseException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A directory does not tell which repository it belongs to.
 *
 * <p><b>What to do:</b> go into the checkout that is meant, or name repository and pull request
 * outright.
 */
public final class CheckoutException extends LeaseException {
  private static final long serialVersionUID = 1L;

  private static final String NAME_IT = "--repo owner/name --pr N";

  private CheckoutException(String code, String message, String nextStep) {
    super(code, Optional.empty(), message, nextStep, null);
  }

  static CheckoutException none(Path directory, String gitSays) {
    return new CheckoutException(
        "no-checkout",
        directory + " is in no checkout of git: " + gitSays,
        "Go into the checkout that is meant, or name the pull request: " + NAME_IT + ".");
  }

  static CheckoutException unreadable(Path directory, String gitSays) {
    return new CheckoutException(
        "no-checkout",
        "the checkout at " + directory + " cannot be read: " + gitSays,
        "Mend what git complains of, or name the pull request: " + NAME_IT + ".");
  }

  static CheckoutException vanished(Path expected, Path found) {
    return new CheckoutException(
        "checkout-vanished",
        "the worktree at "
            + expected
            + " is gone: git takes the checkout around it, "
            + found
            + ", for it",
        "Make it again with 'git worktree add', after 'git worktree prune', or work elsewhere.");
  }

  static CheckoutException withoutForge(Path top) {
    return new CheckoutException(
        "no-forge-remote",
        "no remote of the checkout at " + top + " leads to a repository of a forge",
        "Name the pull request: " + NAME_IT + "; or add the remote: git remote add origin URL.");
  }

  static CheckoutException wrongName(String source, String value) {
    return new CheckoutException(
        "no-forge-remote",
        source + " names no repository: '" + value + "'",
        "Write [host/]owner/name there, or remove it.");
  }
}
