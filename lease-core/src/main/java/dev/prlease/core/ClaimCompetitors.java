package dev.prlease.core;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.PendingClaim;
import dev.prlease.core.claim.ClaimTime;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Looks for other claims on a branch, in the store itself: live ones, and pending ones too.
 *
 * <p>A claim that has expired cannot be acted on without being granted again, which looks for us;
 * nor can a pending one whose lease is over, or what cannot be read or is no claim. A pending one
 * that was abandoned is put back by whoever meets it: only then is it certain that it is not
 * confirmed after all.
 */
final class ClaimCompetitors {
  private final Core core;

  ClaimCompetitors(Core core) {
    this.core = core;
  }

  /** The claims beside that on {@code own} that have the branch of {@code terms}. */
  Evidence<List<LeaseRecord>> find(LeaseKey own, ClaimTerms terms) {
    Instant at = LeaseRecord.cut(core.now().wall());
    String source = core.store().location();
    List<LeaseRecord> found = new ArrayList<>();
    try {
      for (ListedSlot listed : core.store().list(LeaseFilter.ALL.ofKind(LeaseKey.Kind.ISSUE))) {
        if (listed instanceof ListedSlot.Troubled troubled && mayBeAnother(troubled, own)) {
          return new Evidence.Unknown<>(
              "slot " + troubled.name() + " could not be read: " + troubled.trouble().getMessage(),
              source,
              at);
        }
        if (listed instanceof ListedSlot.Found slot) {
          competitor(slot.slot(), own, terms).ifPresent(found::add);
        }
      }
    } catch (LeaseException failed) {
      return new Evidence.Unknown<>(Objects.toString(failed.getMessage(), ""), source, at);
    }
    return new Evidence.Known<>(List.copyOf(found), source, at);
  }

  private static boolean mayBeAnother(ListedSlot.Troubled troubled, LeaseKey own) {
    return troubled
        .key()
        .map(key -> key.kind() == LeaseKey.Kind.ISSUE && !key.equals(own))
        .orElse(true);
  }

  private Optional<LeaseRecord> competitor(LeaseSlot listed, LeaseKey own, ClaimTerms terms) {
    LeaseSlot slot = listed;
    while (true) {
      Moment now = core.now();
      if (!(Judge.seen(slot, now) instanceof LeaseSlot.Held held)
          || !competes(held.record(), own, terms, now)) {
        return Optional.empty();
      }
      if (!isAbandoned(held.record(), now)) {
        return Optional.of(held.record());
      }
      Exchange exchange =
          core.store()
              .compareAndExchange(
                  held.record().key(),
                  Expected.exactly(held.version()),
                  GivingUp.change(held.record(), now));
      if (exchange instanceof Exchange.Swapped) {
        ClaimAudits.putBack(core.audit(), held.record());
      }
      slot = exchange.slot();
    }
  }

  private static boolean competes(LeaseRecord record, LeaseKey own, ClaimTerms terms, Moment now) {
    return record.key().kind() == LeaseKey.Kind.ISSUE
        && !record.key().equals(own)
        && !Judge.isOverForOthers(record, now)
        && record
            .claim()
            .filter(claim -> hasBranch(claim.terms(), record.key(), terms, own))
            .isPresent();
  }

  /** The same branch of one repository, or of one remote that several call their own. */
  private static boolean hasBranch(
      ClaimTerms theirs, LeaseKey their, ClaimTerms terms, LeaseKey own) {
    LeaseKey a = their.canonical();
    LeaseKey b = own.canonical();
    return theirs.branch().equals(terms.branch())
        && ((a.host().equals(b.host()) && a.repo().equals(b.repo()))
            || theirs.remote().url().equals(terms.remote().url()));
  }

  static boolean isAbandoned(LeaseRecord record, Moment now) {
    Optional<PendingClaim> pending = GivingUp.pending(record);
    return pending.isPresent()
        && new ClaimTime(now.wall(), now.uncertainty()).isCertainlyPast(pending.get().until());
  }
}
