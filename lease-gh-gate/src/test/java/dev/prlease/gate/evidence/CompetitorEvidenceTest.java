package dev.prlease.gate.evidence;

import static dev.prlease.gate.evidence.Probes.contradictory;
import static dev.prlease.gate.evidence.Probes.known;
import static dev.prlease.gate.evidence.Probes.unknown;
import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.OwningPullRequest;
import dev.prlease.api.claim.OwningPullRequest.Relation;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.Schema;
import dev.prlease.gate.fixture.ScriptedPull;
import dev.prlease.spi.ClaimProbes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pull requests that own an issue, and who is logged in, by the real gh. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CompetitorEvidenceTest {
  private static final LeaseKey ISSUE =
      LeaseKey.of(ForgeServer.HOST, "acme/app", LeaseKey.Kind.ISSUE, 760);
  private static final String URL = "https://" + ForgeServer.HOST + "/acme/app.git";

  @TempDir Path directory = Path.of("");
  private Optional<ForgeServer> started = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    started = Optional.of(ForgeServer.start());
    server().state().login("token-of-kim", "kim").issue("acme/app", 760);
  }

  @AfterEach
  void stop() {
    started.ifPresent(ForgeServer::close);
  }

  private ForgeServer server() {
    return started.orElseThrow();
  }

  private ClaimProbes probes(String token) {
    return Probes.open(server().environment(directory, token), directory);
  }

  private Evidence<List<OwningPullRequest>> look() {
    return look(Probes.terms(directory, "fix", URL));
  }

  private Evidence<List<OwningPullRequest>> look(ClaimTerms terms) {
    return probes("token-of-kim").competitors().pullRequests(ISSUE, terms);
  }

  private static OwningPullRequest owner(
      String repository, int number, Relation relation, char head, String branch) {
    LeaseKey key = LeaseKey.of(ForgeServer.HOST, repository, LeaseKey.Kind.PULL_REQUEST, number);
    return new OwningPullRequest(key, relation, sha(head), branch);
  }

  @Test
  @DisplayName("None; that of the claim's branch; others that say that they close the issue")
  void owners() {
    assertThat(known(look())).isEmpty();
    ScriptedPull own = server().pull("acme/app", 7).branch("fix").head(sha('b'));
    assertThat(known(look()))
        .containsExactly(owner("acme/app", 7, Relation.OWN_BRANCH, 'b', "fix"));
    server().state().issue("acme/app", 760, own);
    ScriptedPull other = server().pull("acme/app", 8).branch("theirs").head(sha('c'));
    server().state().issue("acme/app", 760, other);
    ScriptedPull fork = server().pull("acme/app", 9).branch("fix").head(sha('d'));
    fork.headRepository(Optional.of("eve/app"));
    ScriptedPull homeless = server().pull("acme/app", 11).branch("fix").head(sha('e'));
    homeless.headRepository(Optional.empty());
    server().state().issue("acme/app", 760, fork, homeless);
    server().state().issue("acme/app", 760, server().pull("acme/app", 10).closed());
    server().state().issue("acme/app", 760, server().pull("acme/lib", 3).branch("fix"));
    assertThat(known(look()))
        .containsExactly(
            owner("acme/app", 7, Relation.OWN_BRANCH, 'b', "fix"),
            owner("acme/app", 8, Relation.OTHER_BRANCH, 'c', "theirs"),
            owner("acme/app", 9, Relation.OTHER_BRANCH, 'd', "fix"),
            owner("acme/app", 11, Relation.OTHER_BRANCH, 'e', "fix"),
            owner("acme/lib", 3, Relation.OTHER_BRANCH, 'a', "fix"));
  }

  @Test
  @DisplayName("A claim's branch in a fork is found, though its pull request is here")
  void ofAFork() {
    server().state().fork("kim/app", "acme/app");
    server().pull("acme/app", 7).branch("fix").headRepository(Optional.of("kim/app"));
    server().pull("acme/app", 8).branch("fix");
    String url = "git@" + ForgeServer.HOST + ":kim/app.git";
    assertThat(known(look(Probes.terms(directory, "fix", url))))
        .containsExactly(owner("acme/app", 7, Relation.OWN_BRANCH, 'a', "fix"));
  }

  @Test
  @DisplayName("More than a page of them are all told")
  void pages() {
    for (int number = 1; number <= 130; number++) {
      ScriptedPull pull = server().pull("acme/app", number).branch("b" + number);
      server().state().issue("acme/app", 760, pull);
    }
    assertThat(known(look())).hasSize(130);
  }

  @Test
  @DisplayName("A head that moves between two looks contradicts itself")
  void moving() {
    ScriptedPull own = server().pull("acme/app", 7).branch("fix");
    server().state().issue("acme/app", 760, own);
    server().faults().next("PrleaseClosing", new Fault.First(() -> own.head(sha('c'))));
    assertThat(contradictory(look())).contains(sha('a')).contains(sha('c'));
  }

  @Test
  @DisplayName("What cannot be asked, or may hide one, is unknown: never none")
  void silence() {
    server().state().hiding("acme/app", 760);
    assertThat(unknown(look())).contains("this login may not see");
    server().state().schema(Schema.OLDEST);
    assertThat(unknown(look())).contains("too old");
    server().state().schema(Schema.NEWEST);
    server().faults().always("PrleaseBranch", Fault.badGateway());
    assertThat(unknown(look())).contains("502");
    for (Fault fault :
        List.of(
            Fault.unauthorized(),
            Fault.garbage("{}"),
            new Fault.Halved(),
            new Fault.DroppedAfter(),
            new Fault.Refusal("FORBIDDEN", "not yours"))) {
      server().faults().clear().always("PrleaseClosing", fault);
      assertThat(unknown(look())).as("%s", fault).contains("acme/app#760");
    }
    server().faults().clear();
    LeaseKey none = LeaseKey.of(ForgeServer.HOST, "acme/app", LeaseKey.Kind.ISSUE, 9);
    ClaimTerms terms = Probes.terms(directory, "fix", URL);
    assertThat(unknown(probes("token-of-kim").competitors().pullRequests(none, terms)))
        .contains("Could not resolve to an Issue");
  }

  @Test
  @DisplayName("A remote that leads to no forge, or to another than the issue's, is unknown")
  void elsewhere() {
    assertThat(unknown(look(Probes.terms(directory, "fix", "/srv/app.git"))))
        .contains("leads to no repository of a forge");
    assertThat(unknown(look(Probes.terms(directory, "fix", "git@github.com:acme/app.git"))))
        .isEqualTo("the branch is at github.com, and the issue at " + ForgeServer.HOST);
    assertThat(server().log()).isEmpty();
  }

  @Test
  @DisplayName("Who is logged in is told by the forge; the profile, by its configuration")
  void identity() {
    assertThat(known(probes("token-of-kim").identity().user(ForgeServer.HOST))).isEqualTo("kim");
    assertThat(known(probes("another-token").identity().user(ForgeServer.HOST)))
        .isEqualTo("somebody");
    Evidence<String> profile = probes("token-of-kim").identity().profile();
    assertThat(known(profile)).isEqualTo("work");
    assertThat(profile.source()).isEqualTo("config.properties");
    server().faults().always("PrleaseViewer", Fault.unauthorized());
    assertThat(unknown(probes("token-of-kim").identity().user(ForgeServer.HOST)))
        .contains("Bad credentials");
    Map<String, String> without = new HashMap<>(server().environment(directory, "token-of-kim"));
    without.put("PATH", directory.toString());
    assertThat(unknown(Probes.open(without, directory).identity().user(ForgeServer.HOST)))
        .contains("gh");
    without = new HashMap<>(server().environment(directory, "token-of-kim"));
    without.keySet().removeIf(name -> name.endsWith("_TOKEN"));
    assertThat(unknown(Probes.open(without, directory).identity().user(ForgeServer.HOST)))
        .isNotBlank();
  }
}
