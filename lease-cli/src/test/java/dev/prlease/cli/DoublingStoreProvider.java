package dev.prlease.cli;

import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;

/** A plugin that offers what is built in. */
public final class DoublingStoreProvider implements LeaseStoreProvider {
  @Override
  public String scheme() {
    return "file";
  }

  @Override
  public LeaseStore open(String location, StoreContext context) {
    throw new IllegalStateException("never opened");
  }
}
