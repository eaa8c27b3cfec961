/**
 * Interleavings: sessions are stopped around every call of the store and resumed in every order, or
 * in many, while clocks run, sessions crash, answers get lost and older programs write; after every
 * step what must never happen is looked for.
 */
@NullMarked
package dev.prlease.testkit.explore;

import org.jspecify.annotations.NullMarked;
