/** What a package of prlease holds beside the program: manual pages and completion scripts. */
@NullMarked
package dev.prlease.cli.man;

import org.jspecify.annotations.NullMarked;
