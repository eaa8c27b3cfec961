package dev.prlease.gate.git;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.prlease.gate.fixture.GitWorld;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Git's own {@code http-backend} behind a server of the loopback that breaks the answers to pushes.
 * Git comes to it as to a proxy, so that its repositories bear the name of a forge.
 */
public final class GitHttpServer implements AutoCloseable {
  /** What becomes of the next push. */
  public enum Break {
    /** It is answered as it should be. */
    NOTHING,
    /** It is done, and answered by a gateway that lost the answer. */
    BAD_GATEWAY,
    /** It is done, and the connection is cut. */
    DROPPED,
    /** It is done, and nothing is said of it. */
    EMPTY,
    /** It is done; half of the answer is sent, and the connection cut. */
    CUT,
    /** It is done, and the report on the branch is missing. */
    UNREPORTED,
    /** A gateway loses patience, and what it passed on is done when the test says so. */
    LATE
  }

  private static final byte[] NO_REPORT =
      "0017\u0001000eunpack ok\n00000000".getBytes(StandardCharsets.US_ASCII);

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Path root;
  private final Map<String, String> environment;
  private volatile Break next = Break.NOTHING;
  private volatile Late late = () -> {};

  /** What a gateway passed on. */
  @FunctionalInterface
  private interface Late {
    void land() throws IOException;
  }

  private GitHttpServer(HttpServer server, Path root, Map<String, String> environment) {
    this.server = server;
    this.root = root;
    this.environment = environment;
  }

  /** Serves the repositories of {@code world}, to whoever may push. */
  public static GitHttpServer start(GitWorld world) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    GitHttpServer server =
        new GitHttpServer(http, world.base().resolve("servers"), world.environment());
    http.createContext("/", server::handle);
    http.setExecutor(server.threads);
    http.start();
    return server;
  }

  /** Breaks the answer to each push from now on. */
  public void breaks(Break how) {
    next = how;
  }

  /** Does what the gateway passed on. */
  public void land() throws IOException {
    late.land();
  }

  /** The variables with which git comes here by {@code http://github.com/…}. */
  public Map<String, String> environment() {
    Map<String, String> variables = new HashMap<>(environment);
    variables.keySet().removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
    variables.put("http_proxy", "http://127.0.0.1:" + server.getAddress().getPort());
    return Map.copyOf(variables);
  }

  /** What http-backend answered, or a gateway in its place. */
  private static final class Answer {
    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;

    Answer(int status, Map<String, String> headers, byte[] body) {
      this.status = status;
      this.headers = headers;
      this.body = body;
    }

    int status() {
      return status;
    }

    Map<String, String> headers() {
      return headers;
    }

    byte[] body() {
      return body;
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      boolean push =
          exchange.getRequestMethod().equals("POST")
              && exchange.getRequestURI().getPath().endsWith("/git-receive-pack")
              && body.length > 4; // Less asks only whether it may.
      Break how = push ? next : Break.NOTHING;
      if (how == Break.LATE) {
        Map<String, String> asked = variables(exchange, body.length);
        late = () -> serve(asked, body);
        send(exchange, new Answer(504, Map.of(), new byte[0]));
        return;
      }
      Answer answer = serve(variables(exchange, body.length), body);
      switch (how) {
        case BAD_GATEWAY -> send(exchange, new Answer(502, Map.of(), new byte[0]));
        case EMPTY -> send(exchange, new Answer(200, answer.headers(), new byte[0]));
        case UNREPORTED -> send(exchange, new Answer(200, answer.headers(), NO_REPORT));
        case CUT -> {
          sendHead(exchange, answer);
          exchange.getResponseBody().write(answer.body(), 0, answer.body().length / 2);
          exchange.getResponseBody().flush();
        }
        case NOTHING -> send(exchange, answer);
        case DROPPED, LATE -> {
          // Closed without an answer.
        }
      }
    }
  }

  private Map<String, String> variables(HttpExchange exchange, int length) {
    Map<String, String> variables = new HashMap<>(environment);
    variables.put("GIT_PROJECT_ROOT", root.toString());
    variables.put("GIT_HTTP_EXPORT_ALL", "1");
    variables.put("PATH_INFO", exchange.getRequestURI().getPath());
    variables.put("QUERY_STRING", text(exchange.getRequestURI().getRawQuery()));
    variables.put("REQUEST_METHOD", exchange.getRequestMethod());
    variables.put("CONTENT_TYPE", text(exchange.getRequestHeaders().getFirst("Content-Type")));
    variables.put("CONTENT_LENGTH", Integer.toString(length));
    variables.put(
        "HTTP_CONTENT_ENCODING", text(exchange.getRequestHeaders().getFirst("Content-Encoding")));
    variables.put("GIT_PROTOCOL", text(exchange.getRequestHeaders().getFirst("Git-Protocol")));
    variables.put("REMOTE_USER", "somebody");
    variables.put("REMOTE_ADDR", "127.0.0.1");
    return variables;
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private Answer serve(Map<String, String> variables, byte[] body) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("git", "-c", "http.receivepack=true", "http-backend")
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().clear();
    builder.environment().putAll(variables);
    Process process = builder.start();
    try (var input = process.getOutputStream()) {
      input.write(body);
    }
    byte[] all = process.getInputStream().readAllBytes();
    int end = endOfHead(all);
    int status = 200;
    Map<String, String> headers = new HashMap<>();
    for (String line : new String(all, 0, end, StandardCharsets.UTF_8).split("\r\n", -1)) {
      int colon = line.indexOf(':');
      if (line.startsWith("Status:")) {
        status = Integer.parseInt(line.substring(colon + 1).strip().substring(0, 3));
      } else if (colon > 0) {
        headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
      }
    }
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    rest.write(all, end + 4, all.length - end - 4);
    return new Answer(status, headers, rest.toByteArray());
  }

  private static int endOfHead(byte[] all) {
    for (int i = 0; i + 3 < all.length; i++) {
      if (all[i] == '\r' && all[i + 1] == '\n' && all[i + 2] == '\r' && all[i + 3] == '\n') {
        return i;
      }
    }
    throw new AssertionError("http-backend answered " + new String(all, StandardCharsets.UTF_8));
  }

  private static void sendHead(HttpExchange exchange, Answer answer) throws IOException {
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    int length = answer.body().length;
    exchange.sendResponseHeaders(answer.status(), length == 0 ? -1 : length);
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    sendHead(exchange, answer);
    if (answer.body().length > 0) {
      exchange.getResponseBody().write(answer.body());
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
