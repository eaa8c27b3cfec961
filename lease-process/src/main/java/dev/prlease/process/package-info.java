/**
 * The one place that starts processes.
 *
 * <p>{@link dev.prlease.process.ProcessRunner} runs a program for its output: an argument vector
 * in, bounded output out. {@link dev.prlease.process.CommandSupervisor} hands the terminal to a
 * user's command and sees to it that the command is gone by a deadline, even if this JVM is killed
 * or stopped meanwhile.
 */
@NullMarked
package dev.prlease.process;

import org.jspecify.annotations.NullMarked;
