package dev.prlease.store.etcd;

import io.etcd.jetcd.api.ClusterGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.Member;
import io.etcd.jetcd.api.MemberListRequest;
import io.etcd.jetcd.api.MemberListResponse;
import io.etcd.jetcd.api.ResponseHeader;
import io.etcd.jetcd.api.StatusRequest;
import io.grpc.MethodDescriptor;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that all endpoints belong to one cluster: two know nothing of each other, and each
 * would grant the same lease.
 *
 * <p>Every answer names the cluster that gave it, and one of another than before is none. That
 * alone does not do for a process that makes one call, and is then gone: it hears of one endpoint
 * only. So before the first request goes to a member, that is asked who belongs to its cluster.
 * Endpoints that it does not name (they may have other names there) are asked themselves, where
 * they can be reached. If one cannot be, and there are more endpoints than members, it cannot be of
 * this cluster, or is of no use. All this costs one answer more, and only where several endpoints
 * are given.
 *
 * <p>Safe for use by several threads at once.
 */
final class Identity {
  /** How a member is asked something; what it is asked changes nothing. */
  interface Asker {
    /**
     * Asks {@code member} once.
     *
     * @return nothing if it has no answer of use
     */
    <Q, A> Optional<A> ask(int member, MethodDescriptor<Q, A> method, Q request);
  }

  /** Endpoints are of different clusters. */
  static final class TwoClusters extends Exception {
    private static final long serialVersionUID = 1L;

    TwoClusters(String message) {
      super(message, null, false, false);
    }
  }

  private final List<EtcdEndpoint> endpoints;
  private final Set<Integer> members = ConcurrentHashMap.newKeySet();
  private @Nullable Long cluster; // guarded by this
  private int first; // who said so, guarded by this

  Identity(List<EtcdEndpoint> endpoints) {
    this.endpoints = endpoints;
  }

  /**
   * Before the first request goes to {@code member}.
   *
   * @throws TwoClusters if it must not go there
   */
  void before(int member, Asker asker) throws TwoClusters {
    if (endpoints.size() == 1 || members.contains(member)) {
      return;
    }
    Optional<MemberListResponse> list =
        asker.ask(
            member, ClusterGrpc.getMemberListMethod(), MemberListRequest.getDefaultInstance());
    if (list.isEmpty()) {
      return; // whatever it answers to the request itself is looked at
    }
    ResponseHeader header = list.get().getHeader();
    if (!isKnown()) {
      others(member, list.get(), asker);
    }
    check(member, header);
    members.add(member);
  }

  private synchronized boolean isKnown() {
    return cluster != null;
  }

  /**
   * Looks at an answer of {@code member}.
   *
   * @throws TwoClusters if it comes from another cluster than those before
   */
  synchronized void check(int member, ResponseHeader header) throws TwoClusters {
    Long known = cluster;
    if (known == null) {
      cluster = header.getClusterId();
      first = member;
    } else if (known != header.getClusterId()) {
      members.remove(member);
      throw differ(first, known, member, header.getClusterId());
    }
  }

  private TwoClusters differ(int one, long ofOne, int other, long ofOther) {
    return new TwoClusters(
        endpoints.get(one)
            + " is of the cluster "
            + Long.toHexString(ofOne)
            + ", and "
            + endpoints.get(other)
            + " of the cluster "
            + Long.toHexString(ofOther));
  }

  /** Whether those whom {@code list} does not name are of the same cluster all the same. */
  private void others(int member, MemberListResponse list, Asker asker) throws TwoClusters {
    Set<String> named = named(list);
    for (int i = 0; i < endpoints.size(); i++) {
      if (i == member || named.contains(text(endpoints.get(i)))) {
        continue;
      }
      Optional<ResponseHeader> header =
          asker
              .ask(i, MaintenanceGrpc.getStatusMethod(), StatusRequest.getDefaultInstance())
              .map(status -> status.getHeader());
      long cluster = list.getHeader().getClusterId();
      if (header.isPresent() && header.get().getClusterId() != cluster) {
        throw differ(member, cluster, i, header.get().getClusterId());
      }
      if (header.isEmpty() && endpoints.size() > list.getMembersCount()) {
        throw new TwoClusters(
            endpoints.size()
                + " endpoints are given, "
                + endpoints.get(member)
                + " is of a cluster of "
                + list.getMembersCount()
                + ", and "
                + endpoints.get(i)
                + " cannot be asked which it is of");
      }
    }
  }

  private static Set<String> named(MemberListResponse list) {
    Set<String> named = new HashSet<>();
    for (Member each : list.getMembersList()) {
      for (String url : each.getClientURLsList()) {
        int place = url.indexOf("://");
        if (place >= 0) {
          named.add(url.substring(place + "://".length()).toLowerCase(Locale.ROOT));
        }
      }
    }
    return named;
  }

  private static String text(EtcdEndpoint endpoint) {
    return endpoint.toString().toLowerCase(Locale.ROOT);
  }
}
