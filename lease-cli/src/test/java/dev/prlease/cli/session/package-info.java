@NullMarked
package dev.prlease.cli.session;

import org.jspecify.annotations.NullMarked;
