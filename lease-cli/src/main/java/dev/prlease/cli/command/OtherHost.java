package dev.prlease.cli.command;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.World;
import java.util.Locale;

/** Warns of a repository that gh would look for at another host than a key does. */
final class OtherHost {
  private static final String GH_HOST = "GH_HOST";

  private OtherHost() {}

  /** If {@code repo}, as it was typed for {@code key}, names no host, and gh is told another. */
  static void warn(String command, String repo, LeaseKey key, World world) {
    String told = world.variable(GH_HOST).toLowerCase(Locale.ROOT);
    boolean bare = repo.indexOf('/') == repo.lastIndexOf('/');
    if (bare && !told.isEmpty() && !told.equals(key.host())) {
      world
          .console()
          .err(
              command
                  + ": "
                  + repo
                  + " is the one at "
                  + key.host()
                  + " here, though GH_HOST is "
                  + told
                  + ", where gh looks for it: --repo "
                  + told
                  + "/"
                  + repo
                  + " names that one");
    }
  }
}
