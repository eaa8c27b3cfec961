package dev.prlease.gate.checkout;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.checkout.RemoteUrl.Transport;
import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which hosts the aliases of SSH's configuration stand for. {@code ssh -G} tells without
 * connecting, as it tells gh; it is not asked about the public forges. Without {@code ssh}, and
 * where it names no host but an address, the name stays what it was.
 */
final class SshAliases {
  /** A configuration may look names up. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Git git;
  private final Map<String, String> known = new ConcurrentHashMap<>();

  SshAliases(Git git) {
    this.git = git;
  }

  RemoteUrl resolve(RemoteUrl url) {
    String host = url.host();
    if (url.transport() != Transport.SSH || Forges.isKnown(host) || !isAskable(host)) {
      return url;
    }
    return url.onHost(known.computeIfAbsent(host, this::ask));
  }

  private String ask(String host) {
    try {
      GitAnswer answer = git.ask(PATIENCE, "ssh", "-G", host);
      return answer.succeeded() ? named(answer.out()).orElse(host) : host;
    } catch (ForgeException noSsh) {
      return host;
    }
  }

  private static Optional<String> named(String configuration) {
    return configuration
        .lines()
        .filter(line -> line.startsWith("hostname "))
        .map(line -> line.substring("hostname ".length()).strip())
        .filter(name -> name.indexOf('.') > 0 && !isAddress(name))
        .findFirst();
  }

  /** Of four numbers, or of hexadecimal digits and colons. */
  private static boolean isAddress(String name) {
    return name.indexOf(':') >= 0 || name.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
  }

  private static boolean isAskable(String host) {
    return !host.isEmpty()
        && host.charAt(0) != '-'
        && host.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '[');
  }
}
