package dev.prlease.spi;

/**
 * A store in which different keys may share a slot, because it keeps to the file names of a program
 * whose names are ambiguous.
 *
 * <p>A live record of another key still blocks (rule P8); an expired one may be reclaimed, as that
 * program would.
 */
public interface SharedSlots {}
