package dev.prlease.core;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;

/** What makes a record a handle's own: key, session and fence (rule P2). */
record Identity(LeaseKey key, SessionId session, Fence fence) {}
