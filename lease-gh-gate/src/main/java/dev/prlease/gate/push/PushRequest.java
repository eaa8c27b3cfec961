package dev.prlease.gate.push;

import dev.prlease.spi.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a user wants pushed, in git's words.
 *
 * @param remote a remote's name or a URL; empty: where git would push to
 * @param refspecs as git reads them; none: what git would push
 * @param expectation which commit the branch must be at
 */
public record PushRequest(Optional<String> remote, List<String> refspecs, Expectation expectation) {
  private static final String EXPECT = "--expect";

  /**
   * Copies the refspecs.
   *
   * @throws IllegalArgumentException if one would be read as an option
   */
  public PushRequest {
    refspecs = List.copyOf(refspecs);
    remote.ifPresent(name -> refuseOption(name));
    refspecs.forEach(PushRequest::refuseOption);
  }

  /** The same with what is {@linkplain Expectation#under expected} under {@code gate}. */
  PushRequest under(Gate gate) {
    return new PushRequest(remote, refspecs, expectation.under(gate));
  }

  /**
   * Reads {@code [--expect COMMIT] [REMOTE [REFSPEC…]]}. {@code --force} and its short forms are
   * what is done anyway; options that would move more than a pull request's branch, or move it
   * otherwise than pinned, are refused.
   *
   * @throws IllegalArgumentException saying in one line what is wrong
   */
  public static PushRequest parse(List<String> words) {
    List<String> plain = new ArrayList<>();
    Expectation expectation = new Expectation.Included();
    boolean options = true;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (!options || !word.startsWith("-")) {
        plain.add(word);
      } else if (word.equals("--")) {
        options = false;
      } else if (word.equals(EXPECT)) {
        i++;
        if (i == words.size()) {
          throw new IllegalArgumentException(EXPECT + " needs the commit that is expected there");
        }
        expectation = new Expectation.Named(words.get(i));
      } else if (word.startsWith(EXPECT + "=")) {
        expectation = new Expectation.Named(word.substring(EXPECT.length() + 1));
      } else {
        Optional<String> refusal = refusal(word);
        if (refusal.isPresent()) {
          throw new IllegalArgumentException(word + " is refused: " + refusal.get());
        }
      }
    }
    Optional<String> remote = plain.isEmpty() ? Optional.empty() : Optional.of(plain.get(0));
    return new PushRequest(
        remote, plain.isEmpty() ? plain : plain.subList(1, plain.size()), expectation);
  }

  /** Why an option is refused; empty for one that changes nothing here. */
  private static Optional<String> refusal(String option) {
    if (option.startsWith("--force-with-lease=")) {
      return Optional.of("every push is so pinned; to say the commit yourself: --expect COMMIT");
    }
    return switch (option) {
      case "-f", "--force", "--force-with-lease", "--force-if-includes", "-q", "--quiet" ->
          Optional.empty();
      case "--all", "--branches", "--mirror" ->
          Optional.of("a lease is on one pull request, and this would move branches of others");
      case "--tags", "--follow-tags" ->
          Optional.of("tags belong to no pull request: push them with git, they need no force");
      case "-d", "--delete", "--prune" ->
          Optional.of("deleting its branch closes a pull request: use prlease close");
      case "--no-verify" ->
          Optional.of("the repository's pre-push hook guards more than the lease");
      default -> Optional.of("write [--expect COMMIT] [REMOTE [REFSPEC…]]");
    };
  }

  private static void refuseOption(String word) {
    if (word.startsWith("-") || word.isEmpty()) {
      throw new IllegalArgumentException("'" + word + "' is neither a remote nor a refspec");
    }
  }
}
