package dev.prlease.architecture.synthetic.api;

import dev.prlease.core.LeaseManager;

/** As if lease-api used lease-core. */
interface ReachesForCore {
  LeaseManager manager();
}
