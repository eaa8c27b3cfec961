/** Tests of the file store. */
@NullMarked
package dev.prlease.store.file;

import org.jspecify.annotations.NullMarked;
