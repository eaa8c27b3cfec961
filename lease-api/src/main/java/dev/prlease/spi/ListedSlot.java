package dev.prlease.spi;

import dev.prlease.api.LeaseSlot;

/**
 * A slot in a listing.
 *
 * @param name what the store calls the slot, for people: a file name, a row's key
 * @param slot its content: held or unreadable
 */
public record ListedSlot(String name, LeaseSlot slot) {}
