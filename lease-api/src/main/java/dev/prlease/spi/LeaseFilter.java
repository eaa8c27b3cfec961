package dev.prlease.spi;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import java.util.Optional;

/**
 * Which leases a listing shows. Unreadable slots belong to nobody, so only a filter that lets
 * everything pass shows them.
 *
 * @param repo only this repository, host included; see {@link #ofRepo}
 * @param owner only this session's
 * @param kind only pull requests, or only issues
 */
public record LeaseFilter(
    Optional<LeaseKey> repo, Optional<SessionId> owner, Optional<LeaseKey.Kind> kind) {
  /** Everything. */
  public static final LeaseFilter ALL =
      new LeaseFilter(Optional.empty(), Optional.empty(), Optional.empty());

  /** Only leases in the repository of {@code key}, whatever their number and kind. */
  public LeaseFilter ofRepo(LeaseKey key) {
    return new LeaseFilter(Optional.of(key), owner, kind);
  }

  /** Only leases of {@code session}. */
  public LeaseFilter ofOwner(SessionId session) {
    return new LeaseFilter(repo, Optional.of(session), kind);
  }

  /** Only leases of one kind. */
  public LeaseFilter ofKind(LeaseKey.Kind only) {
    return new LeaseFilter(repo, owner, Optional.of(only));
  }

  /** Whether the listing shows {@code record}. */
  public boolean matches(LeaseRecord record) {
    return mayMatch(record.key()) && owner.map(record.owner()::equals).orElse(true);
  }

  /**
   * Whether the listing shows a slot that holds this (rule LS-14): a record that the filter lets
   * pass, or something unreadable if it lets everything pass; nothing vacant.
   */
  public boolean shows(LeaseSlot slot) {
    return slot instanceof LeaseSlot.Held held
        ? matches(held.record())
        : slot instanceof LeaseSlot.Unreadable && equals(ALL);
  }

  /** Whether the listing shows a lease on {@code key} if its owner is the right one. */
  public boolean mayMatch(LeaseKey key) {
    return repo.map(wanted -> sameRepo(wanted, key)).orElse(true)
        && kind.map(wanted -> wanted == key.kind()).orElse(true);
  }

  private static boolean sameRepo(LeaseKey wanted, LeaseKey found) {
    LeaseKey a = wanted.canonical();
    LeaseKey b = found.canonical();
    return a.host().equals(b.host()) && a.repo().equals(b.repo());
  }
}
