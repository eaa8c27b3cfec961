/** The walls between modules, and what only some classes may do, held on bytecode. */
@NullMarked
package dev.prlease.architecture;

import org.jspecify.annotations.NullMarked;
