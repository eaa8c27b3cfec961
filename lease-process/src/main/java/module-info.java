/**
 * Starting, bounding and ending processes, for the parts of prlease that run {@code git}, {@code
 * gh} or a user's command. Nothing else in prlease starts a process. It depends on the JDK alone.
 */
module dev.prlease.process {
  requires static transitive org.jspecify;

  exports dev.prlease.process;
}
