package dev.prlease.json;

import static dev.prlease.json.Samples.WRITE;
import static dev.prlease.json.Samples.decode;
import static dev.prlease.json.Samples.golden;
import static dev.prlease.json.Samples.holding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.ProcessIdentity;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Claimant;
import dev.prlease.api.claim.PendingClaim;
import dev.prlease.api.claim.Provenance;
import dev.prlease.api.claim.Remote;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The form of claims, frozen by a golden file, and what becomes of odd ones. */
class ClaimJsonTest {
  private static final LeaseKey ISSUE = LeaseKey.issue("octo/app", 31);
  private static final ClaimTerms TERMS =
      new ClaimTerms(
          Remote.of("origin", "https://me:secret@github.com/octo/app.git"),
          "author_issue_work",
          "fix/issue-31",
          "/home/me/app/branches/fix-31",
          new Claimant("me", "author"));
  private static final ClaimProcess DAEMON =
      new ClaimProcess(
          "buildbox",
          new ProcessIdentity(
              3543, OptionalLong.of(77), Optional.of("boot"), OptionalLong.of(4026531836L)));
  private static final ClaimProcess BARE =
      new ClaimProcess(
          "", new ProcessIdentity(7, OptionalLong.empty(), Optional.empty(), OptionalLong.empty()));

  private static LeaseRecord expired() {
    return LeaseRecord.of(ISSUE, new SessionId("first"), Samples.TIME, Ttl.ofSeconds(14_400))
        .withClaim(Claim.of(TERMS, DAEMON));
  }

  private static LeaseRecord pending() {
    ClaimGrant grant =
        new ClaimGrant(
            ClaimGrant.Kind.EXACT_OWNER,
            ClaimGrant.Prior.of(expired()),
            TERMS.claimant(),
            new SessionId("second"),
            BARE,
            Samples.TIME.plusSeconds(20_000),
            Samples.TIME.plusSeconds(34_400),
            List.of(
                new Provenance(
                    "worktree", "clean", "git status", Samples.TIME.plusSeconds(19_999))));
    return LeaseRecord.of(
            ISSUE, new SessionId("second"), Samples.TIME.plusSeconds(20_000), Ttl.ofSeconds(14_400))
        .withClaim(
            Claim.of(TERMS, BARE)
                .pending(
                    new PendingClaim(
                        Samples.TIME.plusSeconds(20_000),
                        Samples.TIME.plusSeconds(20_300),
                        Optional.of(expired())),
                    grant));
  }

  @Test
  void a_pending_claim_looks_like_the_golden_file_and_comes_back_from_it() {
    String text = new String(SlotJson.encode(holding(pending(), WRITE)), StandardCharsets.UTF_8);
    assertThat(text).isEqualTo(golden("claim.json"));
    assertThat(decode(text)).isEqualTo(new DecodedSlot.Held(pending(), Optional.of(WRITE)));
  }

  @Test
  void no_secret_of_a_remote_is_written() {
    assertThat(golden("claim.json")).contains("https://github.com/octo/app.git");
    assertThat(golden("claim.json")).doesNotContain("secret");
  }

  @ParameterizedTest(name = "{0} becomes {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "\"operation\"|\"work\"",
        "\"operation\": \"author_issue_work\"|\"operation\": 7",
        "\"operation\": \"author_issue_work\"|\"operation\": \"\"",
        "\"branch\"|\"operation\"",
        "\"url\"|\"uri\"",
        "\"user\"|\"name\"",
        "\"profile\": \"author\"|\"profile\": null",
        "\"pid\"|\"p\"",
        "\"pending\": {|\"pending\": 1, \"x\": {",
        "\"since\"|\"sins\"",
        "\"prior\": {|\"prior\": [{}], \"x\": {",
        "\"acquired_at\": \"2026-07-26T18:42:42.000Z\"|\"acquired_at\": \"never\"",
        "\"claim\": {|\"claim\": true, \"x\": {"
      })
  void what_decides_about_a_claim_and_is_odd_makes_it_none(String from, String to) {
    String text = golden("claim.json");
    assertThat(text).as("the golden file").contains(from);
    DecodedSlot slot = decode(text.replace(from, to));
    assertThat(slot).isInstanceOf(DecodedSlot.Held.class);
    assertThat(((DecodedSlot.Held) slot).record().claim()).isEmpty();
  }

  @ParameterizedTest(name = "{0} becomes {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "\"kind\": \"exact-owner\"|\"kind\": \"by-declaration\"",
        "\"grants\": [|\"grants\": [1, null, [], {}, \"\"], \"x\": ["
      })
  void what_only_tells_of_a_claim_and_is_odd_is_left_out(String from, String to) {
    DecodedSlot slot = decode(golden("claim.json").replace(from, to));
    Claim claim = ((DecodedSlot.Held) slot).record().claim().orElseThrow();
    assertThat(claim.grants()).isEmpty();
    assertThat(claim.grantCount()).isEqualTo(1);
    assertThat(claim.isConfirmed()).isFalse();
  }

  @Test
  void a_pending_claim_within_a_pending_one_makes_it_none() {
    String text = golden("claim.json");
    String inner = "\"prior\": {";
    int at = text.indexOf("\"claim\": {", text.indexOf(inner)) + "\"claim\": {".length();
    String nested =
        text.substring(0, at)
            + "\"pending\": {\"since\": \"2026-07-26T18:42:42.000Z\","
            + " \"until\": \"2026-07-26T18:42:42.000Z\"}, "
            + text.substring(at);
    assertThat(((DecodedSlot.Held) decode(nested)).record().claim()).isEmpty();
  }
}
