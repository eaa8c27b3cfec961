/**
 * Which repository and which pull request a directory belongs to: {@link
 * dev.prlease.gate.checkout.Checkout} asks git, {@link dev.prlease.gate.checkout.RemoteUrl} reads
 * what a remote's URL says.
 */
@NullMarked
package dev.prlease.gate.checkout;

import org.jspecify.annotations.NullMarked;
