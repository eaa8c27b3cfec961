package dev.prlease.json;

import java.util.Optional;

/** A field of an object while it is read: how often it was there, and its value. */
final class Field<T> {
  private int seen;
  private Optional<T> value = Optional.empty();

  void set(T found) {
    setOptional(Optional.of(found));
  }

  /** The field is there, without a value that can be used. */
  void setAbsent() {
    setOptional(Optional.empty());
  }

  void setOptional(Optional<T> found) {
    seen++;
    value = found;
  }

  boolean isThere() {
    return seen > 0;
  }

  boolean isRepeated() {
    return seen > 1;
  }

  /** The value; none if the field is not there, cannot be used, or is there twice. */
  Optional<T> unique() {
    return seen == 1 ? value : Optional.empty();
  }
}
