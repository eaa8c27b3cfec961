package dev.prlease.store.etcd;

import io.etcd.jetcd.api.AuthenticateRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The token that a login gives, as long as etcd takes it. */
final class Tokens {
  private final EtcdLogin login;
  private volatile @Nullable String token;

  Tokens(EtcdLogin login) {
    this.login = login;
  }

  Optional<String> token() {
    return Optional.ofNullable(token);
  }

  AuthenticateRequest request() {
    return AuthenticateRequest.newBuilder()
        .setName(login.user())
        .setPassword(login.password())
        .build();
  }

  void keep(String fresh) {
    token = fresh;
  }

  void forget() {
    token = null;
  }
}
