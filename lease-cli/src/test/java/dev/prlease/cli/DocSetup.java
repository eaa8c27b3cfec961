package dev.prlease.cli;

import dev.prlease.cli.Page.Block;
import java.util.Map;
import java.util.Set;

/**
 * What a reader has before typing an example: by page and heading, where it is more than a checkout
 * on a branch with a remote, and a {@code finish.sh}.
 */
final class DocSetup {
  /** A store named h2 that a plugin offers; {@code javac} and the rest are real. */
  private static final String H2 =
      """
      mkdir -p src target "$HOME/.m2/repository/com/h2database/h2/2.3.232"
      cp "$PLUGIN" target/prlease-store-h2-1.0.jar
      cp "$PLUGIN" prlease-store-h2-1.0.jar
      cp "$EMPTY_JAR" h2-2.3.232.jar
      cp "$EMPTY_JAR" "$HOME/.m2/repository/com/h2database/h2/2.3.232/h2-2.3.232.jar"
      """;

  private static final String HELD_BY_ANOTHER =
      "prlease acquire --key acme/app#42 --session 2b34b2c4bcf8dcbc731f3e4e8152494f >/dev/null\n";

  /** A directory of the Rust program's, in whose place an independent program of its version is. */
  private static final String RUST =
      """
      mkdir -p -m 700 "$HOME/.amplihack/state/pr-leases"
      rust() {
        python3 "$PEER" --layout=amplihack "$1" "$HOME/.amplihack/state/pr-leases" \
          rysweet/amplihack-rs#1051 rust-one $2 >/dev/null
      }
      rust acquire 900
      """;

  /** In the place of gh, for a pull request whose checks pass. */
  private static final String GH =
      """
      mkdir -p "$HOME/bin"
      cat >"$HOME/bin/gh" <<'END'
      #!/bin/bash
      case "$*" in
        'pr view 42 --json headRefOid --jq .headRefOid') echo 4f1d0c2e ;;
        'pr checks 42 --watch --fail-fast') ;;
        'pr merge 42 --squash --match-head-commit 4f1d0c2e') touch "$HOME/merged" ;;
        'pr view 42 --json state') test -e "$HOME/merged" && echo '{"state":"MERGED"}' ;;
        *) echo "gh: unknown: $*" >&2; exit 1 ;;
      esac
      END
      chmod +x "$HOME/bin/gh"
      """;

  private static final Map<String, String> BEFORE =
      Map.of(
          "README: The two commands",
          "mkdir bin; ln -s \"$(type -P prlease)\" bin/prlease\n",
          "moving-from-amplihack: Side by side",
          RUST,
          "moving-from-amplihack: Cut over",
          RUST + "rust release\n" + GH,
          "how-to: Find out who drives what",
          HELD_BY_ANOTHER,
          "how-to: Recover from a crash",
          HELD_BY_ANOTHER,
          "how-to: Go on under a new session",
          "prlease acquire --key acme/app#42 --session OLD_SESSION >/dev/null\n",
          "how-to: Keep leases elsewhere than in files",
          H2,
          "writing-a-store: 8. Use it",
          H2);

  private DocSetup() {}

  /** The name of what is prepared for {@code block}. */
  static String name(Block block) {
    return block.page().replaceFirst("^docs/", "").replaceFirst("\\.md$", "")
        + ": "
        + block.heading();
  }

  /** All that is prepared. */
  static Set<String> names() {
    return BEFORE.keySet();
  }

  /** A script that prepares {@code block}; empty if it takes nothing. */
  static String before(Block block) {
    return BEFORE.getOrDefault(name(block), "");
  }
}
