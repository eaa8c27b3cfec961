package dev.prlease.cli.output;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.ProcessIdentity;
import dev.prlease.cli.syntax.Durations;
import dev.prlease.core.LeaseStatus;
import dev.prlease.json.Rfc3339;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What people want to know of a lease, one line each. */
public final class LeaseLines {
  private LeaseLines() {}

  /** Since when, until when, fence, holder and store of {@code record}, seen at {@code now}. */
  public static List<String> of(LeaseRecord record, Instant now, String store) {
    return of(record, now, store, ", unless it is renewed");
  }

  /** The same of a lease that was ended at {@code now}, and is not renewed any more. */
  public static List<String> ofEnded(LeaseRecord record, Instant now, String store) {
    return of(record, now, store, "");
  }

  private static List<String> of(LeaseRecord record, Instant now, String store, String outlook) {
    List<String> lines = new ArrayList<>();
    lines.add(line("since", Rfc3339.format(record.grantedAt().orElse(record.acquiredAt()))));
    lines.add(line("until", until(record, now, outlook)));
    if (record.fence().isPresent()) {
      lines.add(line("fence", record.fence().toString()));
    }
    if (record.holder().isPresent()) {
      lines.add(line("holder", holder(record.holder().get())));
    }
    lines.add(line("store", store));
    return lines;
  }

  /** Until when somebody whose lease was ended or taken may not have noticed. */
  public static String mayActUntil(Instant end) {
    return "Its former holder may still act until "
        + Rfc3339.format(end)
        + ", unless it looks again.";
  }

  /** Why the slot is unreadable; nothing if it is not. */
  public static String reason(LeaseStatus status) {
    return status.slot() instanceof LeaseSlot.Unreadable unreadable
        ? Escape.clip(unreadable.reason())
        : "";
  }

  /** A line of a report. */
  public static String line(String name, String value) {
    return "  " + name + " ".repeat(Math.max(1, 8 - name.length())) + Escape.clip(value);
  }

  /** A holder in a few words: {@code prlease run, pid 4711 on buildhost, "nightly"}. */
  public static String holder(Holder holder) {
    StringBuilder text = new StringBuilder();
    text.append(holder.program().isEmpty() ? "unknown program" : holder.program());
    if (holder.process().isPresent()) {
      ProcessIdentity process = holder.process().get();
      text.append(", pid ").append(process.pid());
    }
    if (!holder.host().isEmpty()) {
      text.append(" on ").append(holder.host());
    }
    if (!holder.label().isEmpty()) {
      text.append(", \"").append(holder.label()).append('"');
    }
    return text.toString();
  }

  private static String until(LeaseRecord record, Instant now, String outlook) {
    Instant end = record.expiresAt();
    String text = Rfc3339.format(end);
    return now.isBefore(end)
        ? text + " (" + Durations.show(Duration.between(now, end)) + " left)" + outlook
        : text + " (" + Durations.show(Duration.between(end, now)) + " ago)";
  }
}
