package dev.prlease.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.LeaseEnd;
import dev.prlease.core.PrLease;

/** The ground of the suites about keepers: what a listener is told, and by when. */
abstract class KeeperSuite extends ManagerSuite {
  final RecordingListener listener = new RecordingListener(clock);

  final Keeper keep(PrLease lease) {
    return lease.keepAlive(KeepAliveOptions.DEFAULTS, listener);
  }

  final LeaseEnd onlyEnd() {
    assertThat(listener.ends()).as("the ends that were told").hasSize(1);
    return listener.ends().get(0).end();
  }

  final void assertLostBy(Class<? extends Exception> why) {
    LeaseEnd end = onlyEnd();
    assertThat(end).isInstanceOf(LeaseEnd.Lost.class);
    assertThat(((LeaseEnd.Lost) end).why()).isInstanceOf(why);
  }
}
