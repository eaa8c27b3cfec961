package dev.prlease.cli.syntax;

import java.util.ArrayList;
import java.util.List;

/** Writes completion scripts for shells from the table. */
public final class Completion {
  private static final List<String> HOOK_WORDS =
      List.of("install", "uninstall", "run", "pre-push", "claude", "codex", "gemini", "cursor");

  private static final List<String> CLAIM_STEPS = List.of(Operands.CLAIM.usage().split("\\|"));

  private Completion() {}

  /**
   * The script for {@code shell}.
   *
   * @throws UsageException if it is none of bash, zsh and fish
   */
  public static List<String> script(String shell) {
    return switch (shell) {
      case "bash" -> bash();
      case "zsh" -> zsh();
      case "fish" -> fish();
      default ->
          throw new UsageException(
              "there is no completion for '" + shell + "'",
              "One of " + Operands.SHELL.usage() + ".");
    };
  }

  private static List<String> bash() {
    List<String> lines = new ArrayList<>();
    lines.add("# Completion of prlease for bash: source <(prlease completion bash)");
    lines.add("_prlease() {");
    lines.add(
        "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words= values= i");
    lines.add("  COMPREPLY=()");
    lines.add("  if ((COMP_CWORD == 1)); then");
    lines.add(
        "    COMPREPLY=($(compgen -W '"
            + String.join(" ", CommandTable.NAMES)
            + " --help --version' -- \"$cur\"))");
    lines.add("    return");
    lines.add("  fi");
    lines.add("  for ((i = 2; i < COMP_CWORD; i++)); do");
    lines.add("    if [[ ${COMP_WORDS[i]} == -- ]]; then");
    lines.add("      if declare -F _command_offset >/dev/null; then");
    lines.add("        _command_offset $((i + 1))");
    lines.add("      else");
    lines.add("        local IFS=$'\\n'");
    lines.add("        compopt -o filenames 2>/dev/null");
    lines.add("        if ((COMP_CWORD == i + 1)); then");
    lines.add("          COMPREPLY=($(compgen -c -- \"$cur\" | sort -u))");
    lines.add("        else");
    lines.add("          COMPREPLY=($(compgen -f -- \"$cur\"))");
    lines.add("        fi");
    lines.add("      fi");
    lines.add("      return");
    lines.add("    fi");
    lines.add("  done");
    lines.add("  case ${COMP_WORDS[1]} in");
    for (CommandSpec command : CommandTable.all()) {
      lines.add(
          "    "
              + command.name()
              + ") words='"
              + String.join(" ", words(command))
              + "' values='"
              + String.join(" ", valued(command))
              + "' ;;");
    }
    lines.add("  esac");
    lines.add("  [[ \" $values \" == *\" $prev \"* ]] && return");
    lines.add("  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))");
    lines.add("}");
    lines.add("complete -F _prlease prlease");
    return lines;
  }

  private static List<String> zsh() {
    List<String> lines = new ArrayList<>();
    lines.add("#compdef prlease");
    lines.add("# Completion of prlease for zsh: source <(prlease completion zsh)");
    lines.add("_prlease() {");
    lines.add("  local -a commands");
    lines.add("  commands=(");
    for (CommandSpec command : CommandTable.all()) {
      lines.add("    " + quote(command.name() + ":" + command.summary()));
    }
    lines.add("  )");
    lines.add("  if ((CURRENT == 2)); then");
    lines.add("    _describe -t commands command commands");
    lines.add("    return");
    lines.add("  fi");
    lines.add("  local command=$words[2]");
    lines.add("  shift words");
    lines.add("  ((CURRENT--))");
    lines.add("  case $command in");
    for (CommandSpec command : CommandTable.all()) {
      StringBuilder line = new StringBuilder("    " + command.name() + ") _arguments");
      for (OptionSpec option : shown(command)) {
        String value = option.hasValue() ? ":" + option.value() + ":" : "";
        line.append(' ').append(quote("--" + option.name() + "[" + option.summary() + "]" + value));
      }
      line.append(operandsForZsh(command.operands()));
      lines.add(line + " ;;");
    }
    lines.add("  esac");
    lines.add("}");
    lines.add(
        "if [ \"$funcstack[1]\" = _prlease ]; then _prlease; else compdef _prlease prlease; fi");
    return lines;
  }

  private static String operandsForZsh(Operands operands) {
    return switch (operands) {
      case NONE, NUMBER, REFSPECS, ACTION -> "";
      case COMMAND -> " '*::: :_normal'";
      case SHELL -> " '1:shell:(bash zsh fish)'";
      case STORE -> " '1:what:(" + Operands.STORE.usage() + ")'";
      case CLAIM -> " '1:step:(" + String.join(" ", CLAIM_STEPS) + ")'";
      case HOOK -> " '*:hook:(" + String.join(" ", HOOK_WORDS) + ")'";
      case SUBCOMMAND -> " '1:command:(" + String.join(" ", CommandTable.NAMES) + ")'";
    };
  }

  private static List<String> fish() {
    List<String> lines = new ArrayList<>();
    lines.add("# Completion of prlease for fish: prlease completion fish | source");
    lines.add("complete -c prlease -f");
    for (CommandSpec command : CommandTable.all()) {
      lines.add(
          "complete -c prlease -n __fish_use_subcommand -a "
              + command.name()
              + " -d "
              + quote(command.summary()));
    }
    for (CommandSpec command : CommandTable.all()) {
      String when = "complete -c prlease -n '__fish_seen_subcommand_from " + command.name() + "' ";
      for (OptionSpec option : shown(command)) {
        lines.add(
            when
                + "-l "
                + option.name()
                + (option.hasValue() ? " -x" : "")
                + " -d "
                + quote(option.summary()));
      }
      if (command.operands() == Operands.SHELL) {
        lines.add(when + "-a 'bash zsh fish'");
      } else if (command.operands() == Operands.CLAIM) {
        lines.add(when + "-a '" + String.join(" ", CLAIM_STEPS) + "'");
      } else if (command.operands() == Operands.STORE) {
        lines.add(when + "-a '" + Operands.STORE.usage() + "'");
      } else if (command.operands() == Operands.HOOK) {
        lines.add(when + "-a '" + String.join(" ", HOOK_WORDS) + "'");
      } else if (command.operands() == Operands.SUBCOMMAND) {
        lines.add(when + "-a '" + String.join(" ", CommandTable.NAMES) + "'");
      } else if (command.operands() == Operands.COMMAND) {
        lines.add(when + "-a '(__fish_complete_subcommand --fcs-skip=2)'");
      }
    }
    return lines;
  }

  private static List<OptionSpec> shown(CommandSpec command) {
    List<OptionSpec> shown = new ArrayList<>();
    for (OptionSpec option : command.options()) {
      if (option.isShown()) {
        shown.add(option);
      }
    }
    shown.add(OptionSpec.HELP);
    return shown;
  }

  private static List<String> words(CommandSpec command) {
    List<String> words = new ArrayList<>();
    for (OptionSpec option : shown(command)) {
      words.add("--" + option.name());
    }
    switch (command.operands()) {
      case NONE, NUMBER, REFSPECS -> {}
      case COMMAND, ACTION -> words.add("--");
      case SHELL -> words.addAll(List.of("bash", "zsh", "fish"));
      case HOOK -> words.addAll(HOOK_WORDS);
      case STORE -> words.add(Operands.STORE.usage());
      case CLAIM -> words.addAll(CLAIM_STEPS);
      case SUBCOMMAND -> words.addAll(CommandTable.NAMES);
    }
    return words;
  }

  private static List<String> valued(CommandSpec command) {
    List<String> words = new ArrayList<>();
    for (OptionSpec option : shown(command)) {
      if (option.hasValue()) {
        words.add("--" + option.name());
      }
    }
    return words;
  }

  private static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
