/** The JSON form of slots, records and audit events; streaming only, so that starting is cheap. */
@NullMarked
package dev.prlease.json;

import org.jspecify.annotations.NullMarked;
