/** What a forge tells of pull requests: values, and the error when it does not. */
@NullMarked
package dev.prlease.api.forge;

import org.jspecify.annotations.NullMarked;
