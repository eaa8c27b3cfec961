package dev.prlease.cli.command;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.cli.World;
import dev.prlease.cli.doctor.Check;
import dev.prlease.cli.output.LeaseLines;
import dev.prlease.cli.output.ShellQuote;
import dev.prlease.cli.output.StoreText;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.ListedLease;
import dev.prlease.spi.Finding;
import dev.prlease.spi.LeaseFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether the store that commands would use can be opened and read, what it says of itself, and
 * what is wrong with its slots.
 */
final class StoreInUseCheck implements Check {
  private static final String SUBJECT = "store";
  private static final String SLOTS = "slots";
  private static final int MOST_TOLD = 10;

  private final Call call;
  private final World world;

  StoreInUseCheck(Call call, World world) {
    this.call = call;
    this.world = world;
  }

  @Override
  public List<Finding> look() {
    List<Finding> findings = new ArrayList<>();
    try (Desk desk = Desk.openToLook(call, world)) {
      findings.add(Finding.ok(SUBJECT, desk.store() + " (" + desk.storeOrigin().text() + ")"));
      lookAtClock(desk, findings);
      findings.addAll(desk.diagnose());
      lookAtSlots(desk, findings);
    } catch (LeaseException failed) {
      findings.add(Finding.error(SUBJECT, String.valueOf(failed.getMessage()), failed.nextStep()));
    }
    return findings;
  }

  private static void lookAtClock(Desk desk, List<Finding> findings) {
    Duration uncertainty = desk.clock().uncertainty();
    if (uncertainty.compareTo(Duration.ofDays(1)) >= 0) {
      findings.add(
          Finding.warning(
              "clock",
              "the time of the store is not known for now",
              "Try again in a moment; if it stays so, see to the store's own clock."));
    } else {
      findings.add(
          Finding.ok(
              "clock",
              "leases are judged at "
                  + desk.clock().now()
                  + (uncertainty.isZero() ? "" : ", give or take " + uncertainty)));
    }
  }

  private void lookAtSlots(Desk desk, List<Finding> findings) {
    List<Finding> wrong = new ArrayList<>();
    int held = 0;
    int expired = 0;
    for (ListedLease lease : desk.manager().list(LeaseFilter.ALL)) {
      if (lease instanceof ListedLease.Shown shown) {
        LeaseStatus.State state = shown.status().state();
        held += state == LeaseStatus.State.HELD ? 1 : 0;
        expired += state == LeaseStatus.State.EXPIRED ? 1 : 0;
      }
      judge(lease).ifPresent(wrong::add);
    }
    findings.add(Finding.ok(SLOTS, held + " held, " + expired + " expired"));
    findings.addAll(wrong.subList(0, Math.min(MOST_TOLD, wrong.size())));
    if (wrong.size() > MOST_TOLD) {
      findings.add(
          Finding.warning(
              SLOTS,
              (wrong.size() - MOST_TOLD) + " more slots are not as they should be",
              "See them all: prlease list --json" + storeOption()));
    }
  }

  private Optional<Finding> judge(ListedLease lease) {
    String name = lease.key().map(LeaseKey::toString).orElse(lease.slotName());
    if (lease instanceof ListedLease.Troubled troubled) {
      return Optional.of(
          Finding.error(
              SLOTS,
              String.valueOf(troubled.trouble().getMessage()),
              troubled.trouble().nextStep()));
    }
    if (lease instanceof ListedLease.Misplaced misplaced) {
      return Optional.of(
          Finding.error(
              SLOTS,
              name + " is blocked by a record of " + misplaced.record().key() + " in its slot",
              "Put it aside: prlease break --key "
                  + ShellQuote.word(name)
                  + storeOption()
                  + " --reason 'a record of another key'"));
    }
    LeaseStatus status = ((ListedLease.Shown) lease).status();
    if (status.state() == LeaseStatus.State.UNREADABLE) {
      return Optional.of(unreadable(lease, name, status));
    }
    return status.state() == LeaseStatus.State.HELD ? abandoned(name, status) : Optional.empty();
  }

  private Finding unreadable(ListedLease lease, String name, LeaseStatus status) {
    return Finding.warning(
        SLOTS,
        name + " is unreadable: " + LeaseLines.reason(status),
        lease.key().isPresent()
            ? next(lease.key().get())
                + ": prlease break --key "
                + ShellQuote.word(name)
                + storeOption()
                + " --reason unreadable"
            : "Find out who put it there, and move it away.");
  }

  private static String next(LeaseKey key) {
    return key.kind() == LeaseKey.Kind.ISSUE
        ? "Nobody is granted that claim before an operator ends it"
        : "The next acquire puts it aside; to do so now";
  }

  /** It ends by itself; but somebody may be waiting for it. */
  private Optional<Finding> abandoned(String name, LeaseStatus status) {
    return status
        .record()
        .filter(record -> record.holder().map(world.processes()::isProvablyDead).orElse(false))
        .map(
            record ->
                Finding.ok(
                    SLOTS,
                    name
                        + " is held by "
                        + record.holder().map(LeaseLines::holder).orElse("")
                        + ", which is gone; it ends at "
                        + record.expiresAt()));
  }

  private String storeOption() {
    return call.value("store")
        .map(at -> " --store " + ShellQuote.word(StoreText.shown(at)))
        .orElse("");
  }
}
