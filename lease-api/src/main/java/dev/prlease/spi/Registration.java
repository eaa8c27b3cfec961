package dev.prlease.spi;

/** Something registered, until it is closed. Closing twice does nothing. */
public interface Registration extends AutoCloseable {
  @Override
  void close();
}
