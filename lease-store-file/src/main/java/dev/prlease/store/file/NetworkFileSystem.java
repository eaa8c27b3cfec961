package dev.prlease.store.file;

import dev.prlease.api.LeaseConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Tells file systems that several machines may share from local ones: there the clocks of the
 * machines matter, and a reader may see old content unless it locks (lesson L47).
 */
final class NetworkFileSystem {
  private static final List<String> SHARED =
      List.of(
          "nfs",
          "cifs",
          "smb",
          "afs",
          "9p",
          "ceph",
          "lustre",
          "gpfs",
          "beegfs",
          "ocfs2",
          "gfs",
          "glusterfs",
          "virtiofs",
          "vboxsf",
          "vmhgfs",
          "prl_fs",
          "drvfs",
          "davfs",
          "orangefs",
          "pvfs2",
          "coda",
          "ncpfs",
          "acfs",
          "panfs",
          "wekafs",
          "moosefs");

  /**
   * User-space file systems known to keep their files on this machine. Of others nothing is known.
   */
  private static final List<String> LOCAL_FUSE =
      List.of(
          "fuse.gocryptfs",
          "fuse.encfs",
          "fuse.cryfs",
          "fuse.mergerfs",
          "fuse.unionfs",
          "fuse.fuse-overlayfs",
          "fuse.bindfs",
          "fuse.ntfs",
          "fuse.exfat",
          "fuse.lxcfs",
          "fuse.zfs",
          "fuse.vfs");

  private NetworkFileSystem() {}

  /**
   * Refuses {@code directory} if it is on a shared file system.
   *
   * @throws LeaseConfigurationException saying which option to give
   */
  static void refuse(Path directory) {
    Optional<String> type = type(directory);
    if (type.isPresent() && isShared(type.get())) {
      throw new LeaseConfigurationException(
          directory
              + " is on a file system of type "
              + type.get()
              + ", which other machines may share",
          "If they do, say how far their clocks may be apart, as in file:"
              + directory
              + "?maxClockSkew=2s; else keep the leases on a local disk.",
          null);
    }
  }

  static boolean isShared(String type) {
    return type.startsWith("fuse.")
        ? !startsWithOne(type, LOCAL_FUSE)
        : startsWithOne(type, SHARED);
  }

  private static boolean startsWithOne(String type, Iterable<String> prefixes) {
    for (String prefix : prefixes) {
      if (type.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** The type of the file system that {@code directory} is on, or will be. */
  static Optional<String> type(Path directory) {
    for (Path at = directory; at != null; at = at.getParent()) {
      try {
        return Optional.of(Files.getFileStore(at).type());
      } catch (IOException notThereOrNotMounted) {
        // Its parent tells.
      }
    }
    return Optional.empty();
  }
}
