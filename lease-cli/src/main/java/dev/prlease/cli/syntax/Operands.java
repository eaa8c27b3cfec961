package dev.prlease.cli.syntax;

/** What may stand on the command line beside options. */
public enum Operands {
  /** Nothing. */
  NONE(""),
  /** A command and its arguments, behind {@code --}. */
  COMMAND("-- CMD [ARG ...]"),
  /** The number of a pull request, or nothing. */
  NUMBER("[N]"),
  /** A remote and refspecs, in git's words, or nothing. */
  REFSPECS("[REMOTE [REFSPEC ...]]"),
  /** The name of an action, and its arguments behind {@code --}. */
  ACTION("NAME [-- ARG ...]"),
  /** What to do with a claim. */
  CLAIM("take|heartbeat|renew|verify|adopt|release|reclaim|show"),
  /** What to do with the store. */
  STORE("init"),
  /** What to do with hooks, and whose. */
  HOOK("install|uninstall|run [HOOK ...]"),
  /** The name of a shell. */
  SHELL("bash|zsh|fish"),
  /** The name of a subcommand, the code of an error, or nothing. */
  SUBCOMMAND("[COMMAND|CODE]");

  private final String usage;

  Operands(String usage) {
    this.usage = usage;
  }

  /** How it looks in a usage line; empty for nothing. */
  public String usage() {
    return usage;
  }
}
