package dev.prlease.core;

import java.time.Instant;
import java.util.Optional;

/**
 * What a break ended.
 *
 * @param before how the lease stood
 * @param formerHolderMayActUntil until when its former holder may still act if it does not look
 *     again; empty if it was over already
 */
public record BrokenLease(LeaseStatus before, Optional<Instant> formerHolderMayActUntil) {}
