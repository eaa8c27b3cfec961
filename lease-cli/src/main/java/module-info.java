/**
 * The {@code prlease} command, for people and scripts that never write Java. It exports nothing:
 * its interface is the command line.
 */
module dev.prlease.cli {
  requires static org.jspecify;
  requires dev.prlease.api;
  requires dev.prlease.core;
  requires dev.prlease.gate;
  requires dev.prlease.json;
  requires dev.prlease.mcp;
  requires dev.prlease.process;
  requires dev.prlease.store.file;
  requires org.apache.commons.cli;
  requires org.slf4j;

  uses dev.prlease.spi.LeaseStoreProvider;

  provides org.slf4j.spi.SLF4JServiceProvider with
      dev.prlease.cli.log.StderrServiceProvider;
}
