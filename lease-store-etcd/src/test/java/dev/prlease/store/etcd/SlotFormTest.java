package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.WriteId;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Versions, names and bytes. */
final class SlotFormTest {
  @Test
  void a_version_says_revision_fence_and_whether_it_decodes() {
    for (SeenVersion seen :
        List.of(
            new SeenVersion(7, new Fence(12), SeenVersion.Decodes.YES),
            new SeenVersion(7, Fence.NONE, SeenVersion.Decodes.NO),
            new SeenVersion(0, Fence.NONE, SeenVersion.Decodes.YES))) {
      assertThat(SeenVersion.parse(seen.version())).contains(seen);
      assertThat(seen.stub().version()).isEqualTo(seen.version());
      assertThat(seen.stub().fence()).isEqualTo(seen.fence());
    }
  }

  @Test
  void versions_of_others_are_none_of_ours() {
    for (String text : List.of("", ":", "x", "7", "7:", ":7", "7:x", "7:1!!", "0:1", "-7:1", "!")) {
      assertThat(SeenVersion.parse(new SlotVersion(text))).as(text).isEmpty();
    }
  }

  @Test
  void a_vacated_slot_says_when_and_decodes_all_the_same() {
    Instant now = Instant.ofEpochMilli(1_790_000_000_123L);
    Content vacant =
        new Content(Optional.empty(), new Fence(7), new WriteId("w"), Change.Replaced.DISCARD);
    ByteString bytes = SlotBytes.encode(vacant, Optional.of(now));
    assertThat(SlotBytes.vacatedAt(bytes)).contains(now);
    LeaseSlot slot = SlotBytes.decode(bytes, 3);
    assertThat(slot).isInstanceOf(LeaseSlot.Vacant.class);
    assertThat(slot.fence()).isEqualTo(new Fence(7));
    assertThat(slot.writeId()).contains(new WriteId("w"));
    assertThat(SlotBytes.vacatedAt(SlotBytes.encode(vacant, Optional.empty()))).isEmpty();
    for (String other : List.of("", "{}", "{\"record\": null,\n  \"vacated_at\": x\n}")) {
      assertThat(SlotBytes.vacatedAt(ByteString.copyFromUtf8(other))).as(other).isEmpty();
    }
  }

  @Test
  void names_are_those_of_keys_in_one_spelling() {
    LeaseKey key = LeaseKey.parse("Acme/App#7");
    assertThat(Layout.name(key)).isEqualTo("acme/app#7");
    assertThat(Layout.key("acme/app#7")).contains(LeaseKey.parse("acme/app#7"));
    assertThat(Layout.key("Acme/App#7")).as("a name that we give nobody").isEmpty();
    assertThat(Layout.key("nonsense")).isEmpty();
    Layout layout = new Layout("p");
    assertThat(layout.slot("acme/app#7").toStringUtf8()).isEqualTo("p/slots/acme/app#7");
    assertThat(layout.name(layout.slot("acme/app#7"))).isEqualTo("acme/app#7");
    ByteString archived = layout.archived("acme/app#7", Optional.of(Instant.ofEpochMilli(123)), 9);
    assertThat(Layout.archivedAt(layout.archivedName(archived))).contains(123L);
    assertThat(Layout.archivedAt("acme/app#7/x")).isEmpty();
    ByteString some = layout.archived("acme/app#7", Optional.empty(), 9);
    assertThat(Layout.archivedAt(layout.archivedName(some)))
        .as("GC-5: of what was archived when nobody knew the time, none knows how old it is")
        .isEmpty();
  }
}
