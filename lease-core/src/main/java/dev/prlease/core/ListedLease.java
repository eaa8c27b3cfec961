package dev.prlease.core;

/**
 * A lease in a listing.
 *
 * @param slotName what the store calls its slot, for people
 * @param status how it stands
 */
public record ListedLease(String slotName, LeaseStatus status) {}
