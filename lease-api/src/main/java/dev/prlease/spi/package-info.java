/**
 * Ports: what prlease asks of the world. Adapters implement them and are found by {@link
 * java.util.ServiceLoader}.
 */
@NullMarked
package dev.prlease.spi;

import org.jspecify.annotations.NullMarked;
