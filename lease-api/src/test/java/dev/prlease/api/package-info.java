@NullMarked
package dev.prlease.api;

import org.jspecify.annotations.NullMarked;
