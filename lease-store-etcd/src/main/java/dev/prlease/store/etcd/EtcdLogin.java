package dev.prlease.store.etcd;

import java.util.Objects;

/** A user of etcd and the password; neither is ever shown. */
public final class EtcdLogin {
  private final String user;
  private final String password;

  /**
   * Who logs in.
   *
   * @throws IllegalArgumentException if either is empty
   */
  public EtcdLogin(String user, String password) {
    this.user = Objects.requireNonNull(user, "user");
    this.password = Objects.requireNonNull(password, "password");
    if (user.isEmpty() || password.isEmpty()) {
      throw new IllegalArgumentException("user and password must not be empty");
    }
  }

  String user() {
    return user;
  }

  String password() {
    return password;
  }

  /** Tells nothing. */
  @Override
  public String toString() {
    return "a login";
  }
}
