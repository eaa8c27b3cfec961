package dev.prlease.store.git;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Git's own {@code http-backend} behind a server of the loopback, which can break answers. */
final class HttpGit implements AutoCloseable {
  /** What becomes of the pushes that come. */
  enum Answer {
    /** They are done, and answered. */
    WHOLE,
    /** They are done, and a gateway answers in the place of git. */
    BAD_GATEWAY,
    /** They are done, and the connection is cut. */
    DROPPED,
    /** They are done, and half of the answer comes. */
    CUT,
    /** They are not even begun: nobody may push. */
    FORBIDDEN
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final BareRepository repository;
  private volatile Answer answer = Answer.WHOLE;
  private volatile String password = "";

  private HttpGit(HttpServer server, BareRepository repository) {
    this.server = server;
    this.repository = repository;
  }

  static HttpGit serve(BareRepository repository) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    HttpGit server = new HttpGit(http, repository);
    http.createContext("/", server::handle);
    http.setExecutor(server.threads);
    http.start();
    return server;
  }

  void answers(Answer how) {
    answer = how;
  }

  /** Wants {@code somebody} and this password from now on. */
  void demand(String secret) {
    password = secret;
  }

  String url() {
    return "http://" + host() + "/remote.git";
  }

  String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (!password.isEmpty() && !isAuthorized(exchange)) {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"git\"");
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      String path = exchange.getRequestURI().getPath();
      boolean pushes =
          path.endsWith("/git-receive-pack")
              || text(exchange.getRequestURI().getQuery()).contains("git-receive-pack");
      Answer how = pushes ? answer : Answer.WHOLE;
      if (how == Answer.FORBIDDEN) {
        exchange.sendResponseHeaders(403, -1);
        return;
      }
      boolean sends = path.endsWith("/git-receive-pack") && body.length > 4;
      Said said = backend(exchange, body);
      switch (sends ? how : Answer.WHOLE) {
        case BAD_GATEWAY -> exchange.sendResponseHeaders(502, -1);
        case CUT -> {
          said.sendHead(exchange);
          exchange.getResponseBody().write(said.body(), 0, said.body().length / 2);
          exchange.getResponseBody().flush();
        }
        case WHOLE -> {
          said.sendHead(exchange);
          exchange.getResponseBody().write(said.body());
        }
        case DROPPED, FORBIDDEN -> {
          // Closed without an answer.
        }
      }
    }
  }

  private boolean isAuthorized(HttpExchange exchange) {
    String wanted =
        "Basic "
            + Base64.getEncoder()
                .encodeToString(("somebody:" + password).getBytes(StandardCharsets.UTF_8));
    return wanted.equals(exchange.getRequestHeaders().getFirst("Authorization"));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  /** What http-backend answered. */
  private static final class Said {
    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;

    Said(int status, Map<String, String> headers, byte[] body) {
      this.status = status;
      this.headers = headers;
      this.body = body;
    }

    byte[] body() {
      return body;
    }

    void sendHead(HttpExchange exchange) throws IOException {
      headers.forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    }
  }

  private Said backend(HttpExchange exchange, byte[] body) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("git", "http-backend").redirectError(ProcessBuilder.Redirect.INHERIT);
    Map<String, String> variables = builder.environment();
    variables.clear();
    variables.put("PATH", BareRepository.path());
    variables.put("GIT_CONFIG_NOSYSTEM", "1");
    variables.put("GIT_PROJECT_ROOT", repository.parent().toString());
    variables.put("GIT_HTTP_EXPORT_ALL", "1");
    variables.put("PATH_INFO", exchange.getRequestURI().getPath());
    variables.put("QUERY_STRING", text(exchange.getRequestURI().getRawQuery()));
    variables.put("REQUEST_METHOD", exchange.getRequestMethod());
    variables.put("CONTENT_TYPE", text(exchange.getRequestHeaders().getFirst("Content-Type")));
    variables.put("CONTENT_LENGTH", Integer.toString(body.length));
    variables.put(
        "HTTP_CONTENT_ENCODING", text(exchange.getRequestHeaders().getFirst("Content-Encoding")));
    variables.put("GIT_PROTOCOL", text(exchange.getRequestHeaders().getFirst("Git-Protocol")));
    variables.put("REMOTE_USER", "somebody");
    variables.put("REMOTE_ADDR", "127.0.0.1");
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
    return new Said(status, headers, Arrays.copyOfRange(all, end + 4, all.length));
  }

  private static int endOfHead(byte[] all) {
    for (int i = 0; i + 3 < all.length; i++) {
      if (all[i] == '\r' && all[i + 1] == '\n' && all[i + 2] == '\r' && all[i + 3] == '\n') {
        return i;
      }
    }
    throw new AssertionError("http-backend answered " + new String(all, StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
