package dev.prlease.spi;

import dev.prlease.api.LeaseKey;

/** One exchange of a batch. */
public record ExchangeRequest(LeaseKey key, Expected expected, Change change) {}
