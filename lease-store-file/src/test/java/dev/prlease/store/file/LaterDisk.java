package dev.prlease.store.file;

import java.time.Duration;

/** A disk whose clock says that what is there was made long ago. */
final class LaterDisk extends FailingDisk {
  @Override
  public long changeTime(Entry fresh) {
    return super.changeTime(fresh) + TemporaryFiles.AGE.plus(Duration.ofMinutes(1)).toNanos();
  }
}
