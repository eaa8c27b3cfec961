package dev.prlease.cli.syntax;

import java.util.List;

/**
 * How one subcommand is called. Help, usage errors and completion are generated from it.
 *
 * @param name what is typed
 * @param summary what it does, one line
 * @param description what else a user must know, wrapped lines
 * @param options in the order of the help; {@code --help} comes by itself
 * @param operands what stands beside options
 * @param exitCodes in ascending order
 * @param examples calls that work
 */
public record CommandSpec(
    String name,
    String summary,
    List<String> description,
    List<OptionSpec> options,
    Operands operands,
    List<Integer> exitCodes,
    List<Example> examples) {}
