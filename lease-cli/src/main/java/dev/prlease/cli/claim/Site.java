package dev.prlease.cli.claim;

import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.checkout.CheckoutException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The worktree that a call is about: the one that it names, or the one around its directory. What
 * is there may be no worktree (any more); then it tells neither branch nor remote nor repository,
 * and why not is kept for whoever asks.
 *
 * @param path without symbolic links where it is there; empty if none is named, and there is none
 *     around
 * @param checkout what is there
 * @param trouble why there is none
 */
record Site(Optional<Path> path, Optional<Checkout> checkout, Optional<CheckoutException> trouble) {

  private static final String NO_CHECKOUT = "no-checkout";

  /**
   * That of {@code call}.
   *
   * @throws CheckoutException if none is named, and the one around is gone
   */
  static Site of(Call call, World world) {
    Optional<String> named = call.value("worktree");
    if (named.isEmpty()) {
      try {
        Checkout around = Checkout.open(world.directory(), world.environment());
        return new Site(Optional.of(around.top()), Optional.of(around), Optional.empty());
      } catch (CheckoutException none) {
        if (!none.code().equals(NO_CHECKOUT)) {
          throw none;
        }
        return new Site(Optional.empty(), Optional.empty(), Optional.of(none));
      }
    }
    Path path = real(world.directory(), named.get());
    try {
      Checkout there = Checkout.reopen(path, world.environment());
      return new Site(Optional.of(path), Optional.of(there), Optional.empty());
    } catch (CheckoutException none) {
      return new Site(Optional.of(path), Optional.empty(), Optional.of(none));
    }
  }

  private static Path real(Path directory, String text) {
    Path path;
    try {
      path = directory.resolve(text).toAbsolutePath();
    } catch (InvalidPathException odd) {
      throw new UsageException("--worktree is no path: " + odd.getMessage(), "Give it a path.");
    }
    if (text.isEmpty()) {
      throw new UsageException("--worktree is empty", "Give it a path, or leave it out.");
    }
    try {
      return path.toRealPath();
    } catch (IOException gone) {
      return path.normalize();
    }
  }

  /**
   * The path.
   *
   * @throws UsageException if there is none
   */
  Path worktree() {
    return path.orElseThrow(
        () ->
            new UsageException(
                "whose claim? " + trouble.map(CheckoutException::getMessage).orElse(""),
                "Go into the worktree of the claim, or name it: --worktree PATH."));
  }

  /**
   * What is there.
   *
   * @throws UsageException that says what is {@code missing}, if there is none
   */
  Checkout checkout(String missing, String nextStep) {
    if (checkout.isPresent()) {
      return checkout.get();
    }
    throw new UsageException(
        missing + " " + trouble.map(CheckoutException::getMessage).orElse(""), nextStep);
  }

  /**
   * Where the session of {@code call} is looked for: git is not asked. What is named and is not
   * there has none; one that stands around it is another's.
   */
  static Path ofSession(Call call, World world) {
    return call.value("worktree")
        .map(text -> real(world.directory(), text))
        .filter(Files::isDirectory)
        .orElse(world.directory());
  }
}
