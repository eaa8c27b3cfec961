package dev.prlease.gate.guard;

import dev.prlease.gate.guard.Scan.Invocation;
import dev.prlease.gate.guard.shell.Marks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A call of a program that speaks HTTP: {@code curl}, {@code wget}, {@code http}. */
final class WebInvocation {
  /** Short options of curl that take no value. */
  private static final String WITHOUT_VALUE = "0123456#BGIJLNOQRSZafgijklnpqsv";

  private final Scan scan;

  WebInvocation(Scan scan) {
    this.scan = scan;
  }

  void run(Invocation call) {
    List<String> argv = call.argv();
    Where where = scan.where(call.state(), call.assigned());
    boolean data = call.input().isPresent();
    Optional<String> method = Optional.empty();
    List<String> urls = new ArrayList<>();
    List<String> bodies = new ArrayList<>();
    for (int i = 1; i < argv.size(); i++) {
      String word = argv.get(i);
      int letter = letter(word);
      char option = letter < 0 ? ' ' : word.charAt(letter);
      String rest = letter < 0 ? "" : word.substring(letter + 1);
      if (isMethod(word)) {
        method = Optional.of(word);
      } else if (option == 'X' && isMethod(rest)) {
        method = Optional.of(rest);
      } else if (word.startsWith("--request=") || word.startsWith("--method=")) {
        method = Optional.of(word.substring(word.indexOf('=') + 1));
      } else if (word.startsWith("--data") || word.startsWith("--json") || option == 'd') {
        data = true;
        String next = i + 1 < argv.size() ? argv.get(i + 1) : "";
        bodies.add(rest.isEmpty() ? next : rest);
      } else if (option == 'T' || word.startsWith("--upload-file")) {
        method = method.isPresent() ? method : Optional.of("PUT");
      }
      if (word.contains("/repos/") || word.contains("graphql")) {
        urls.add(word);
      } else if (!word.startsWith("-")) {
        bodies.add(word);
      }
    }
    String verb = method.orElse(data ? "POST" : "GET");
    for (String url : urls) {
      request(where, call, verb, url, bodies).forEach(scan::see);
    }
    String all = String.join(" ", argv);
    if (urls.isEmpty() && !Marks.isKnown(all) && scan.isSuspicious() && !verb.equals("GET")) {
      scan.unclear(where, "a request to an address that only the shell knows");
    }
  }

  /**
   * Where, among short options in one word, the first stands that takes a value: {@code -sXPUT}.
   * Less than 0 if there is none, or it is none that matters.
   */
  private static int letter(String word) {
    if (!word.startsWith("-") || word.startsWith("--")) {
      return -1;
    }
    for (int at = 1; at < word.length(); at++) {
      if ("XdT".indexOf(word.charAt(at)) >= 0) {
        return at;
      }
      if (WITHOUT_VALUE.indexOf(word.charAt(at)) < 0) {
        return -1;
      }
    }
    return -1;
  }

  private static List<Sighting> request(
      Where where, Invocation call, String verb, String url, List<String> bodies) {
    String text = String.join(" ", bodies) + " " + call.input().orElse("");
    List<String> fields = new ArrayList<>();
    if (text.contains("closed")) {
      fields.add("state=closed");
    }
    fields.add("query=" + text);
    return new ApiRequest(where, host(url), verb, url, fields, false, call.input()).sightings();
  }

  private static boolean isMethod(String word) {
    return switch (word.toUpperCase(Locale.ROOT)) {
      case "PUT", "POST", "PATCH", "DELETE", "GET", "HEAD" -> true;
      default -> false;
    };
  }

  /** The forge whose interface {@code url} leads to; empty for the usual one. */
  private static String host(String url) {
    int from = url.indexOf("://");
    int slash = url.indexOf('/', from < 0 ? 0 : from + 3);
    if (slash < 0) {
      return "";
    }
    String host = url.substring(from < 0 ? 0 : from + 3, slash);
    host = host.substring(host.indexOf('@') + 1);
    String bare = host.startsWith("api.") ? host.substring(4) : host;
    return Marks.isKnown(bare) && bare.indexOf('.') > 0 ? bare : "";
  }
}
