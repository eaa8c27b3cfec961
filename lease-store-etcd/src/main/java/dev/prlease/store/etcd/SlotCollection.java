package dev.prlease.store.etcd;

import com.google.protobuf.ByteString;
import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Collected.Kept;
import dev.prlease.spi.Collected.Kind;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.TxnResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Removes slots that were vacated long ago, and what was archived long ago. A slot is removed at
 * the revision at which it was looked at, or not at all (rule GC-2). Used once.
 *
 * <p>The places to go on from are keys: those of the archive come before those of the slots.
 */
final class SlotCollection {
  private final Cluster cluster;
  private final Reads reads;
  private final Layout layout;
  private final Trouble trouble;
  private final CollectRequest request;

  private final List<Collected.Item> removed = new ArrayList<>();
  private final Map<Kept, Integer> kept = new EnumMap<>(Kept.class);
  private final List<LeaseStoreException> troubles = new ArrayList<>();
  private Optional<String> next = Optional.empty();
  private Optional<String> last = Optional.empty();

  SlotCollection(
      Cluster cluster, Reads reads, Layout layout, Trouble trouble, CollectRequest request) {
    this.cluster = cluster;
    this.reads = reads;
    this.layout = layout;
    this.trouble = trouble;
    this.request = request;
  }

  Collected collect() throws EtcdFailure {
    ByteString archive = layout.archiveFrom();
    ByteString slots = layout.slotsFrom("");
    last = request.after();
    if (after(archive).isPresent()) {
      reads.pages(archive, after(archive).get(), Reads.What.NAMES, this::archived);
    }
    if (next.isEmpty() && after(slots).isPresent()) {
      reads.pages(slots, after(slots).get(), Reads.What.CONTENT, this::slots);
    }
    return new Collected(removed, kept, troubles, next);
  }

  /** Where to go on among the keys that begin with {@code prefix}; empty if they are done. */
  private Optional<ByteString> after(ByteString prefix) {
    if (request.after().isEmpty()) {
      return Optional.of(prefix);
    }
    ByteString place =
        ByteString.copyFromUtf8(request.after().get()).concat(ByteString.copyFrom(new byte[1]));
    if (place.startsWith(prefix)) {
      return Optional.of(place);
    }
    return compare(place, prefix) < 0 ? Optional.of(prefix) : Optional.empty();
  }

  private static int compare(ByteString one, ByteString other) {
    return ByteString.unsignedLexicographicalComparator().compare(one, other);
  }

  private boolean archived(List<KeyValue> page) {
    for (KeyValue each : page) {
      if (!goOn(each)) {
        return false;
      }
      String name = layout.archivedName(each.getKey());
      Optional<Long> at = Layout.archivedAt(name);
      if (at.isPresent() && at.get() < request.archivedBefore().toEpochMilli()) {
        remove(each, Kind.ARCHIVED, name);
      }
    }
    return true;
  }

  private boolean slots(List<KeyValue> page) {
    for (KeyValue each : page) {
      if (!goOn(each)) {
        return false;
      }
      LeaseSlot slot = SlotBytes.decode(each);
      if (slot instanceof LeaseSlot.Vacant vacant) {
        if (isOld(vacant, each)) {
          remove(each, Kind.SLOT, layout.name(each.getKey()));
        } else {
          keep(Kept.RECENT);
        }
      } else {
        keep(slot instanceof LeaseSlot.Held ? Kept.RECORD : Kept.UNREADABLE);
      }
    }
    return true;
  }

  /** Asks for time for {@code each}, and keeps in mind where to go on if there is none. */
  private boolean goOn(KeyValue each) {
    if (!request.time().isLeft()) {
      next = last.or(() -> Optional.of(""));
      return false;
    }
    last = Optional.of(each.getKey().toStringUtf8());
    return true;
  }

  private boolean isOld(LeaseSlot.Vacant vacant, KeyValue found) {
    Optional<Instant> at = SlotBytes.vacatedAt(found.getValue());
    return at.isPresent()
        && at.get().isBefore(request.releasedBefore())
        && vacant.fence().compareTo(Fence.at(request.releasedBefore())) < 0;
  }

  private void remove(KeyValue found, Kind kind, String name) {
    if (request.mode() == CollectRequest.Mode.REMOVE) {
      try {
        Reply<TxnResponse> reply =
            cluster.ask(Call.TXN, SlotTxn.delete(found.getKey(), found.getModRevision()));
        if (!reply.answer().getSucceeded() && !isGoneByUs(reply)) {
          if (kind == Kind.SLOT) {
            keep(Kept.BUSY);
          }
          return;
        }
      } catch (EtcdFailure failure) {
        Optional<LeaseKey> key = kind == Kind.SLOT ? Layout.key(name) : Optional.empty();
        if (trouble.reading(key, failure) instanceof LeaseStoreException told) {
          troubles.add(told);
        }
        if (kind == Kind.SLOT) {
          keep(Kept.TROUBLED);
        }
        return;
      }
    }
    removed.add(new Collected.Item(kind, name));
  }

  /** Whether an earlier sending of ours, whose answer was lost, may have removed it. */
  private static boolean isGoneByUs(Reply<TxnResponse> refused) {
    return refused.earlier() == Reply.Earlier.UNANSWERED
        && refused.answer().getResponses(0).getResponseRange().getKvsCount() == 0;
  }

  private void keep(Kept why) {
    kept.merge(why, 1, Integer::sum);
  }
}
