package dev.prlease.store.jdbc;

/** A database that the store can be in. */
enum Engine {
  /** For sessions on any number of hosts. */
  POSTGRESQL("PostgreSQL", "postgresql:", "org.postgresql.Driver"),
  /** A file of one host. */
  SQLITE("SQLite", "sqlite:", "org.sqlite.JDBC"),
  /** A file, a server or the memory of one host. */
  H2("H2", "h2:", "org.h2.Driver");

  private final String text;
  private final String prefix;
  private final String driver;

  Engine(String text, String prefix, String driver) {
    this.text = text;
    this.prefix = prefix;
    this.driver = driver;
  }

  /** What people call it. */
  String text() {
    return text;
  }

  /** What its locations begin with, behind {@code jdbc:}. */
  String prefix() {
    return prefix;
  }

  /** The class of its driver. */
  String driver() {
    return driver;
  }
}
