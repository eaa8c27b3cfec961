package dev.prlease.store.etcd;

import dev.prlease.spi.Finding;
import dev.prlease.spi.SampledClock;
import io.etcd.jetcd.api.AlarmRequest;
import io.etcd.jetcd.api.AlarmResponse;
import io.etcd.jetcd.api.AlarmType;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What there is to say about a cluster: who answers, who leads, whether there is room. */
final class ClusterDiagnosis {
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final Cluster cluster;
  private final ClusterTime members;
  private final Optional<SampledClock> clock;
  private final List<Finding> findings = new ArrayList<>();
  private final Set<Long> clusters = new HashSet<>();
  private final Set<EtcdEndpoint> answering = new HashSet<>();
  private int leading;

  /** Looks at {@code clock}, too, if that is what leases go by. */
  ClusterDiagnosis(Cluster cluster, ClusterTime members, Optional<SampledClock> clock) {
    this.cluster = cluster;
    this.members = members;
    this.clock = clock;
  }

  List<Finding> diagnose() {
    for (int member = 0; member < cluster.members().count(); member++) {
      look(member);
    }
    if (answering.isEmpty()) {
      findings.add(
          Finding.error(
              "cluster",
              "no endpoint answers",
              "Start the cluster, or name endpoints that can be reached from here."));
      return findings;
    }
    if (clusters.size() > 1) {
      findings.add(
          Finding.error(
              "cluster",
              "the endpoints belong to different clusters, which know nothing of each other",
              "Name members of one cluster only: sessions on two exclude nobody."));
    }
    if (leading == 0) {
      findings.add(
          Finding.error(
              "leader",
              "no member that answers has a leader",
              "Bring a majority of the members up."));
    }
    alarms();
    clock.ifPresent(this::time);
    return findings;
  }

  private void look(int member) {
    EtcdEndpoint endpoint = cluster.members().endpoint(member);
    try {
      StatusResponse status =
          cluster.askMember(
              member, MaintenanceGrpc.getStatusMethod(), StatusRequest.getDefaultInstance(), LIMIT);
      answering.add(endpoint);
      clusters.add(status.getHeader().getClusterId());
      boolean led = status.getLeader() != 0;
      leading += led ? 1 : 0;
      boolean leads = status.getLeader() == status.getHeader().getMemberId();
      findings.add(
          Finding.ok(
              "endpoint",
              endpoint
                  + " answers, etcd "
                  + status.getVersion()
                  + (leads ? ", the leader" : "")
                  + (led ? "" : ", which has no leader")
                  + ", "
                  + status.getDbSize() / 1024
                  + " KiB of data"));
    } catch (EtcdFailure failure) {
      findings.add(
          Finding.warning(
              "endpoint",
              endpoint + " does not answer: " + failure.getMessage(),
              "Start it, or see whether it can be reached from here."));
    }
  }

  private void alarms() {
    AlarmRequest all =
        AlarmRequest.newBuilder()
            .setAction(AlarmRequest.AlarmAction.GET)
            .setAlarm(AlarmType.NONE)
            .build();
    try {
      AlarmResponse raised =
          cluster.askMember(
              cluster.members().current(), MaintenanceGrpc.getAlarmMethod(), all, LIMIT);
      if (raised.getAlarmsCount() > 0) {
        findings.add(
            Finding.error(
                "alarm",
                "the cluster has raised the alarm " + raised.getAlarms(0).getAlarm(),
                "Make room, and then: etcdctl alarm disarm."));
      }
    } catch (EtcdFailure failure) {
      // Who may not ask for alarms may yet keep leases; and who does not answer was told of above.
    }
  }

  private void time(SampledClock sampled) {
    if (disagree()) {
      return;
    }
    sampled.sample();
    Optional<String> trouble = sampled.trouble();
    findings.add(
        trouble.isPresent()
            ? Finding.error(
                "clock",
                "the cluster's time is not known: " + trouble.get(),
                "Let the endpoints be reached over HTTP, or give maxClockSkew, for instance"
                    + " ?maxClockSkew=2s, and keep the machines' clocks within that.")
            : Finding.ok(
                "clock",
                "the cluster's time is known to within "
                    + sampled.uncertainty().toMillis()
                    + " ms"));
  }

  /** Whether members that answer tell times of which one must be wrong. */
  private boolean disagree() {
    ClusterTime.Told told;
    try {
      told = members.askAll();
    } catch (IOException useless) {
      return false; // the sample tells
    }
    if (told.times().isEmpty()) {
      return false;
    }
    for (ClusterTime.Silent each : told.silent()) {
      if (answering.contains(each.member())) { // of others it was told that they do not
        findings.add(
            Finding.warning(
                "clock",
                each.why() + ", so that nobody sees whether its clock is right",
                "Let it be reached over HTTP, at the same port."));
      }
    }
    Optional<String> contradiction = told.contradiction();
    contradiction.ifPresent(
        which ->
            findings.add(
                Finding.error(
                    "clock",
                    which,
                    "Set the members' clocks right, and keep them so, as NTP does: till then"
                        + " nobody acquires or renews.")));
    return contradiction.isPresent();
  }
}
