package dev.prlease.store.git;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How our repositories are configured: as the checkout that a remote's name was looked up in, so
 * that its credentials, proxies and rewritten URLs count, and over that whatever could change what
 * a call does, or run something.
 */
final class GitConfig {
  /**
   * Comes last, so it wins over the user's own; only variables and {@code git -c} of a parent are
   * stronger.
   */
  private static final String OURS =
      """
      [core]
      \trepositoryformatversion = 0
      \tbare = true
      \thooksPath = /dev/null
      \tfsmonitor = false
      \tlogAllRefUpdates = false
      \tcommitGraph = false
      [push]
      \tfollowTags = false
      \tgpgSign = false
      \tpushOption =
      \tnegotiate = false
      \tuseForceIfIncludes = false
      \trecurseSubmodules = no
      [submodule]
      \trecurse = false
      [fetch]
      \tprune = false
      \tpruneTags = false
      \trecurseSubmodules = no
      \tunpackLimit = 1000000
      \twriteCommitGraph = false
      \tfsckObjects = false
      [transfer]
      \tfsckObjects = false
      \tunpackLimit = 1000000
      [gc]
      \tauto = 0
      [maintenance]
      \tauto = false
      [color]
      \tui = false
      """;

  private GitConfig() {}

  /** The text of a configuration that begins with what {@code included} say. */
  static String text(List<Path> included) {
    StringBuilder text = new StringBuilder();
    for (Path file : included) {
      if (Files.isRegularFile(file)) {
        text.append("[include]\n\tpath = ").append(quoted(file.toString())).append('\n');
      }
    }
    return text.append(OURS).toString();
  }

  private static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
