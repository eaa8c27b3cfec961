package dev.prlease.gate.guard;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.forge.RepositoryId;
import java.util.List;
import java.util.Optional;

/** What a guard asks of the world; each question only when its answer matters. */
public interface Lookups {
  /** The live leases on pull requests. */
  List<LeaseRecord> liveLeases();

  /** Pull requests whose leases cannot be read: any of them may be held by anybody. */
  List<LeaseKey> unreadable();

  /** The session that a command run there would be of; empty if none is known. */
  Optional<SessionId> session(Where where);

  /** The checkout there; empty if there is none. */
  Optional<Site> site(Where where);

  /** The repository that {@code url} leads to; empty if it leads to no forge. */
  Optional<RepositoryId> repository(String url);

  /**
   * The open pull requests whose branch is {@code branch} of {@code repository}.
   *
   * @throws dev.prlease.api.forge.ForgeException if the forge cannot be asked, or takes too long
   */
  List<LeaseKey> pullRequestsOf(RepositoryId repository, String branch);

  /** Whether {@code location} names the store that the leases are of. */
  boolean isOwnStore(String location);

  /** The value of a variable of the environment; empty if it is not set. */
  String variable(String name);
}
