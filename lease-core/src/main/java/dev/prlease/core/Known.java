package dev.prlease.core;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SlotVersion;

/** The record that a handle last wrote or saw, the write it comes from, and until when it holds. */
record Known(SlotVersion version, LeaseRecord record, Validity validity) {}
