package dev.prlease.architecture.synthetic.stray;

import dev.prlease.testkit.ManualClock;

interface UsesTheTestkit {
  ManualClock clock();
}
