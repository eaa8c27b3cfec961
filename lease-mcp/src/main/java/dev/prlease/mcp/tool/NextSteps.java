package dev.prlease.mcp.tool;

import java.util.Optional;

/**
 * What to do about a refusal, for a model: commands say it to somebody at a shell. Codes that are
 * not here are those whose own words fit both.
 */
final class NextSteps {
  private NextSteps() {}

  static Optional<String> of(String error) {
    return Optional.ofNullable(
        switch (error) {
          case "already-held" ->
              "Stand down: do not push to, rebase, merge or close this pull request by any means,"
                  + " in the shell either. Do something else, or call lease_acquire again after"
                  + " expires_at, or with `wait`. Only a person may end somebody else's lease.";
          case "wait-timeout" ->
              "It was held the whole time. Stand down as for already-held; try again later, or tell"
                  + " the user who holds it.";
          case "not-owner" ->
              "This session does not hold it (any more). Stop acting on the pull request, look who"
                  + " does with lease_status, and call lease_acquire before you go on.";
          case "expired" ->
              "The lease ran out, and others may act now. Stop acting, call lease_acquire, and look"
                  + " at the pull request anew before you go on: it may have changed.";
          case "contention" ->
              "Many want it at once, and nothing is known about who got it. Wait some seconds and"
                  + " try again.";
          case "outcome-unknown" ->
              "Nobody knows whether it was done. Call lease_status before anything else.";
          case "corrupt-record", "unsupported-version" ->
              "The record cannot be read. lease_acquire takes it over and keeps a copy.";
          case "key-mismatch" ->
              "Something is wrong in the store: tell the user. `next_command` is for them.";
          case "forge-head-moved" ->
              "Somebody pushed meanwhile: look at the new head, and decide anew.";
          case "interrupted" -> "It was cancelled, and what it took is given back.";
          default -> null;
        });
  }
}
