package dev.prlease.spi;

/**
 * Opens stores of one scheme. Found by {@link java.util.ServiceLoader}; two providers of one scheme
 * are an error.
 *
 * <p>Making a provider must be cheap: all are made whenever one is looked for.
 */
public interface LeaseStoreProvider {
  /** The scheme, see {@link StoreLocation#isScheme}. */
  String scheme();

  /**
   * Opens the store at {@code location}, which is what follows the scheme and the colon, and may be
   * empty.
   *
   * @throws dev.prlease.api.LeaseConfigurationException if the location is none of this store's
   * @throws dev.prlease.api.LeaseStoreException if the store cannot be reached
   */
  LeaseStore open(String location, StoreContext context);
}
