package dev.prlease.store.etcd;

import com.google.protobuf.ByteString;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import io.etcd.jetcd.api.KeyValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists slots, a page after the other. Where only one repository is asked for, only its names are
 * read: all of them begin alike, but for those of its issues.
 */
final class SlotListing {
  private final Reads reads;
  private final Layout layout;

  SlotListing(Reads reads, Layout layout) {
    this.reads = reads;
    this.layout = layout;
  }

  List<ListedSlot> list(LeaseFilter filter) throws EtcdFailure {
    List<ListedSlot> shown = new ArrayList<>();
    for (String start : starts(filter)) {
      ByteString prefix = layout.slotsFrom(start);
      reads.pages(
          prefix,
          prefix,
          Reads.What.CONTENT,
          page -> {
            page.forEach(each -> show(each, filter, shown));
            return true;
          });
    }
    return shown;
  }

  private void show(KeyValue found, LeaseFilter filter, List<ListedSlot> shown) {
    LeaseSlot slot = SlotBytes.decode(found);
    if (filter.shows(slot)) {
      String name = layout.name(found.getKey());
      shown.add(new ListedSlot.Found(name, Layout.key(name), slot));
    }
  }

  /**
   * How the names begin that may pass: those of the repository's pull requests and issues. A record
   * that lies in the slot of another repository is not looked for there; it concerns nobody there.
   */
  private static List<String> starts(LeaseFilter filter) {
    if (filter.repo().isEmpty()) {
      return List.of("");
    }
    LeaseKey any = filter.repo().get().canonical();
    List<String> starts = new ArrayList<>();
    for (LeaseKey.Kind kind : LeaseKey.Kind.values()) {
      if (filter.kind().isEmpty() || filter.kind().get() == kind) {
        String name = Layout.name(LeaseKey.of(any.host(), any.repo(), kind, 1));
        starts.add(name.substring(0, name.lastIndexOf('#') + 1));
      }
    }
    return starts;
  }
}
