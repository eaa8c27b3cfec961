package dev.prlease.cli.man;

import dev.prlease.cli.Version;
import dev.prlease.cli.syntax.Completion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes what a package has below {@code share}: {@code bin/package} runs it, users do not. */
public final class ShareFiles {
  private ShareFiles() {}

  /**
   * Writes the files.
   *
   * @param words the directory {@code share}, and the date for the manual pages, such as {@code
   *     2026-11-30}
   */
  public static void main(String[] words) throws IOException {
    Path share = Path.of(words[0]);
    Map<String, List<String>> pages = new ManPages(Version.read(), words[1]).all();
    for (Map.Entry<String, List<String>> page : pages.entrySet()) {
      write(share.resolve("man/man1").resolve(page.getKey()), page.getValue());
    }
    write(share.resolve("bash-completion/completions/prlease"), Completion.script("bash"));
    write(share.resolve("zsh/site-functions/_prlease"), Completion.script("zsh"));
    write(share.resolve("fish/vendor_completions.d/prlease.fish"), Completion.script("fish"));
  }

  private static void write(Path file, List<String> lines) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
  }
}
