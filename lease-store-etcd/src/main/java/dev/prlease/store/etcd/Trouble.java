package dev.prlease.store.etcd;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The errors of a store, in words that name it and say what to do. */
final class Trouble {
  private final String location;
  private final String prefix;

  Trouble(String location, String prefix) {
    this.location = location;
    this.prefix = prefix;
  }

  LeaseException reading(Optional<LeaseKey> key, EtcdFailure why) {
    return new LeaseStoreException(
        key, location + " could not be read: " + why.getMessage(), nextStep(why), why);
  }

  LeaseException writing(LeaseKey key, EtcdFailure why) {
    return why.fate() == EtcdFailure.Fate.UNKNOWN
        ? unknown(key, why)
        : new LeaseStoreException(
            Optional.of(key),
            location + " could not be written: " + why.getMessage(),
            nextStep(why),
            why);
  }

  /** A write whose answer was lost, and that was not found when it was sent again. */
  LeaseException unknown(LeaseKey key, @Nullable EtcdFailure why) {
    return LeaseStoreException.outcomeUnknown(
        key,
        location
            + " was written, and the answer was lost"
            + (why == null ? "" : ": " + why.getMessage()),
        why);
  }

  LeaseStoreException closed() {
    return new LeaseStoreException(
        Optional.empty(), "the store " + location + " is closed", "Open it again.", null);
  }

  private String nextStep(EtcdFailure why) {
    return switch (why.remedy()) {
      case CLUSTER ->
          "See whether the cluster is up and its endpoints can be reached, prlease doctor tells,"
              + " and try again.";
      case ETCD -> "Look at what etcd says of it: user, permissions, limits.";
      case ROOM ->
          "Make room: compact and defragment the cluster, or give it a larger quota; and then:"
              + " etcdctl alarm disarm";
      case LOGIN ->
          "Give a user whom the cluster knows, and the password: options user and passwordFile, or "
              + EtcdLocation.USER
              + " and "
              + EtcdLocation.PASSWORD
              + ".";
      case NO_LOGIN -> "Give no user, or have the cluster ask for one: etcdctl auth enable.";
      case PERMISSION ->
          "Let a role of the user read and write what begins with "
              + prefix
              + "/: etcdctl role grant-permission ROLE --prefix=true readwrite "
              + prefix
              + "/";
      case ONE_CLUSTER ->
          "Name members of one cluster only, in all locations: sessions on two exclude nobody.";
    };
  }
}
