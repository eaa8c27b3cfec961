package dev.prlease.cli.syntax;

/**
 * One option of a subcommand.
 *
 * @param name without the dashes
 * @param value what its value looks like in the help, such as {@code DURATION}; empty if it has
 *     none
 * @param summary what it does, one line; empty for one that is known only to be refused
 */
public record OptionSpec(String name, String value, String summary) {
  /** Help, which every subcommand has. */
  public static final OptionSpec HELP = flag("help", "show this help");

  /** Programs read the answer. */
  public static final OptionSpec JSON = flag("json", "print the answer as JSON");

  /** An option without a value. */
  public static OptionSpec flag(String name, String summary) {
    return new OptionSpec(name, "", summary);
  }

  /** Whether a value follows it. */
  public boolean hasValue() {
    return !value.isEmpty();
  }

  /** Whether help and completion show it. */
  public boolean isShown() {
    return !summary.isEmpty();
  }

  /** How it is written: {@code --ttl DURATION}. */
  public String usage() {
    return hasValue() ? "--" + name + " " + value : "--" + name;
  }
}
