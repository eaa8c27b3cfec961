package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.SharedSlots;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.TimeAuthority;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileLeaseStoreProviderTest {
  private final Path home;
  private final FileLeaseStoreProvider provider = new FileLeaseStoreProvider();
  private final ManualClock clock = new ManualClock();

  FileLeaseStoreProviderTest(@TempDir Path home) {
    this.home = home;
  }

  private LeaseStore open(String location) {
    return provider.open(
        location,
        new StoreContext(clock, new ManualScheduler(clock), Map.of("HOME", home.toString())));
  }

  @Test
  void the_service_loader_finds_it() {
    assertThat(ServiceLoader.load(LeaseStoreProvider.class))
        .extracting(LeaseStoreProvider::scheme)
        .contains("file");
  }

  @Test
  void the_location_that_it_shows_opens_it_again() {
    try (LeaseStore store = open("~/x?layout=amplihack")) {
      assertThat(store.location()).isEqualTo("file:" + home + "/x?layout=amplihack");
      Records.acquire(store, Records.KEY, "a");
      LeaseStore again = open(store.location().substring("file:".length()));
      assertThat(Records.owner(again.load(Records.KEY))).isEqualTo("a");
    }
    assertThat(open("").location()).isEqualTo("file:" + home + "/.prlease/leases");
  }

  @Test
  void only_the_layout_of_the_Rust_program_shares_slots() {
    assertThat(open("?layout=amplihack")).isInstanceOf(SharedSlots.class);
    assertThat(open("?layout=prlease")).isNotInstanceOf(SharedSlots.class);
  }

  @Test
  void P10_the_clock_is_as_uncertain_as_the_clocks_of_the_machines_may_be_apart() {
    assertThat(((TimeAuthority) open("")).clock().uncertainty()).isZero();
    TimeAuthority shared = (TimeAuthority) open("?maxClockSkew=2s");
    assertThat(shared.clock().uncertainty()).isEqualTo(Duration.ofSeconds(2));
    assertThat(shared.clock().now()).isEqualTo(clock.now());
    assertThat(shared.clock().ticks()).isEqualTo(clock.ticks());
  }

  @Test
  void LS_18_a_closed_store_says_so() {
    LeaseStore store = open("");
    store.close();
    store.close();
    assertThatThrownBy(() -> store.load(Records.KEY))
        .isInstanceOf(LeaseStoreException.class)
        .hasMessage("the store file:" + home + "/.prlease/leases is closed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "virtiofs", "fuse.sshfs", "fuse.new"})
  void L47_a_file_system_that_machines_share_is_told(String type) {
    assertThat(NetworkFileSystem.isShared(type)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ext4",
        "xfs",
        "btrfs",
        "tmpfs",
        "overlay",
        "zfs",
        "apfs",
        "fuseblk",
        "ecryptfs",
        "fuse.gocryptfs"
      })
  void a_local_file_system_passes(String type) {
    assertThat(NetworkFileSystem.isShared(type)).isFalse();
  }

  @Test
  void it_is_found_on_the_module_path_too() throws IOException, InterruptedException {
    String modules =
        Forked.classPathEntries().stream()
            .filter(e -> !e.endsWith("test-classes"))
            .filter(
                e ->
                    Stream.of(
                            "lease-api",
                            "lease-json",
                            "lease-store-file",
                            "jackson-core",
                            "slf4j-api")
                        .anyMatch(e::contains))
            .collect(Collectors.joining(File.pathSeparator));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Forked.Result result =
        Forked.run(
            List.of(
                java.toString(),
                "--module-path",
                modules,
                "--add-modules",
                "dev.prlease.store.file",
                "--describe-module",
                "dev.prlease.store.file"));
    assertThat(result.exitCode()).as(result.output()).isZero();
    assertThat(result.output())
        .contains("provides dev.prlease.spi.LeaseStoreProvider")
        .contains("provides dev.prlease.spi.AuditSinkProvider")
        .contains("exports dev.prlease.store.file");
  }
}
