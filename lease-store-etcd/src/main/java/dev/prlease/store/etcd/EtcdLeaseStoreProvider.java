package dev.prlease.store.etcd;

import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;

/**
 * Opens stores in an etcd cluster: {@code etcd://a:2379,b:2379,c:2379/prefix?timeout=5s}.
 *
 * <p>Options, joined by {@code &}: {@code timeout}, {@code maxClockSkew}, {@code tls=true}, {@code
 * ca}, {@code cert} and {@code key} (paths of PEM files), {@code user} and {@code passwordFile}.
 * User and password may come from {@code PRLEASE_ETCD_USER} and {@code PRLEASE_ETCD_PASSWORD} of
 * the environment; a password in the location is refused, since locations are shown.
 */
public final class EtcdLeaseStoreProvider implements LeaseStoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public EtcdLeaseStoreProvider() {}

  @Override
  public String scheme() {
    return "etcd";
  }

  @Override
  public LeaseStore open(String location, StoreContext context) {
    return EtcdLeaseStore.open(EtcdLocation.parse(location, context.environment()), context);
  }
}
