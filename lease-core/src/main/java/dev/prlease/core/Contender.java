package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;

/** Who wants to acquire what, and whether the store mixes keys. */
record Contender(LeaseKey key, SessionId session, SlotSharing sharing) {}
