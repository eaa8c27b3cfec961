/**
 * A program made of modules. It names the core alone: stores, sinks and actions are found on the
 * module path, and it adds a sink of its own.
 */
module example.modular {
  requires dev.prlease.core;

  provides dev.prlease.spi.AuditSinkProvider with
      example.modular.LineSinkProvider;
}
