package dev.prlease.gate.gh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.Comment;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.ForgeException.Kind;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.program.Programs;
import dev.prlease.gate.program.Ran;
import dev.prlease.spi.Commentable;
import dev.prlease.spi.Forge;
import dev.prlease.spi.ForgeContext;
import dev.prlease.spi.Gate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * GitHub, or a server of one's own that speaks its language, through the user's {@code gh}.
 *
 * <p>What gh exits with is believed where it says no, never where it says yes: see {@link Forge}.
 */
final class GhForge implements Forge, Commentable {
  private static final Duration ACTING = Duration.ofMinutes(2);

  /** Ten thousand checks, or pull requests of one branch name: nobody has them. */
  private static final int MOST_PAGES = 100;

  private final Programs programs;
  private final GhErrors errors;
  private final GhApi api;
  private final Branches branches;
  private final MergeQueue queue;
  private final Comments comments;

  /** What the servers of this forge's hosts were found to lack. */
  private final ConcurrentHashMap<String, Set<Lacking>> lacking = new ConcurrentHashMap<>();

  GhForge(ForgeContext context) {
    this.programs =
        new Programs(context.clock(), GhEnvironment.of(context.environment()), context.directory());
    this.errors = new GhErrors(context.clock(), programs.secrets());
    this.api = new GhApi(programs, errors);
    this.branches = new Branches(programs, errors, api);
    this.queue = new MergeQueue(errors, api);
    this.comments = new Comments(errors, api);
  }

  @Override
  public PullRequest read(LeaseKey key) {
    requirePullRequest(key);
    String doing = "reading " + key;
    Checks checks = new Checks();
    JsonNode first = page(key, Optional.empty(), doing);
    JsonNode page = first;
    try {
      String head = Decoding.sha(first, "headRefOid");
      for (int pages = 1; ; pages++) {
        JsonNode commit = page.path("commits").path("nodes").path(0).path("commit");
        if (commit.isMissingNode() && !Decoding.text(first, "state").equals("OPEN")) {
          return Decoding.pullRequest(key, first, List.of()); // None is ahead of its base.
        }
        requireSameHead(head, page, commit, key, doing);
        JsonNode rollup = commit.path("statusCheckRollup");
        JsonNode info = rollup.path("contexts").path("pageInfo");
        checks.add(rollup.path("contexts").path("nodes"));
        boolean none = rollup.isNull() && pages == 1;
        if (none || !Decoding.flag(info, "hasNextPage")) {
          return Decoding.pullRequest(key, first, checks.all());
        }
        if (pages == MOST_PAGES) {
          throw new Decoding.Malformed("it has more checks than can be read");
        }
        page = page(key, Optional.of(Decoding.text(info, "endCursor")), doing);
      }
    } catch (Decoding.Malformed why) {
      throw errors.unintelligible(Optional.of(key), doing, String.valueOf(why.getMessage()));
    }
  }

  /** Checks of another commit than the head certify nothing, nor do those of nobody knows which. */
  private void requireSameHead(
      String head, JsonNode page, JsonNode commit, LeaseKey key, String doing)
      throws Decoding.Malformed {
    if (!Decoding.sha(page, "headRefOid").equals(head)
        || !Decoding.sha(commit, "oid").equals(head)) {
      throw errors.between(Optional.of(key), doing);
    }
  }

  private JsonNode page(LeaseKey key, Optional<String> after, String doing) {
    ObjectNode variables = api.variables();
    variables.put("owner", RepositoryId.of(key).owner());
    variables.put("name", RepositoryId.of(key).name());
    variables.put("number", key.number());
    variables.put("after", after.orElse(null));
    // Once without the fields that it lacks, once more for what it tells only then.
    for (int tries = 0; tries <= Lacking.values().length; tries++) {
      Set<Lacking> without = lacking.getOrDefault(host(key), Set.of());
      GhApi.Told told =
          api.query(key.host(), Queries.pullRequest(without), variables, Optional.of(key), doing);
      if (told instanceof GhApi.Told.Data data) {
        return data.data().path("repository").path("pullRequest");
      }
      if (!(told instanceof GhApi.Told.Lacks lacks) || !note(key, lacks.fields(), without)) {
        break;
      }
    }
    throw errors.unintelligible(
        Optional.of(key), doing, "the server is too old: it lacks what has to be known");
  }

  /** Whether that helps. */
  private boolean note(LeaseKey key, Set<String> fields, Set<Lacking> before) {
    Set<Lacking> now = EnumSet.noneOf(Lacking.class);
    now.addAll(before);
    for (String field : fields) {
      Lacking.by(field).ifPresent(now::add);
    }
    lacking.put(host(key), Set.copyOf(now));
    return now.size() > before.size();
  }

  private static String host(LeaseKey key) {
    return key.host().toLowerCase(Locale.ROOT);
  }

  private void requirePullRequest(LeaseKey key) {
    if (key.kind() != LeaseKey.Kind.PULL_REQUEST) {
      throw new IllegalArgumentException(key + " is no pull request");
    }
  }

  @Override
  public List<PullRequest> findByBranch(RepositoryId source, String branch) {
    List<LeaseKey> found = new ArrayList<>();
    Optional<RepositoryId> parent = collect(source, source, branch, found);
    parent.ifPresent(where -> collect(where, source, branch, found));
    return found.stream().map(this::read).toList();
  }

  /** Adds what {@code where} has of it; tells what that was forked from. */
  private Optional<RepositoryId> collect(
      RepositoryId where, RepositoryId source, String branch, List<LeaseKey> found) {
    String doing = "looking for the pull request of branch " + branch + " in " + where;
    ObjectNode variables = api.variables();
    variables.put("owner", where.owner());
    variables.put("name", where.name());
    variables.put("branch", branch);
    variables.putNull("after");
    try {
      for (int pages = 0; pages < MOST_PAGES; pages++) {
        GhApi.Told told =
            api.query(where.host(), Queries.branch(), variables, Optional.empty(), doing);
        if (!(told instanceof GhApi.Told.Data data)) {
          break;
        }
        JsonNode repository = data.data().path("repository");
        // A repository that was renamed is told by its new name, and so are its branches.
        RepositoryId asked =
            where.equals(source)
                ? Decoding.repository(where.host(), Decoding.text(repository, "nameWithOwner"))
                : source;
        for (JsonNode node : repository.path("pullRequests").path("nodes")) {
          JsonNode name = node.path("headRepository").path("nameWithOwner");
          if (name.isTextual() && Decoding.repository(where.host(), name.asText()).equals(asked)) {
            found.add(where.pullRequest(node.path("number").asLong()));
          }
        }
        JsonNode info = repository.path("pullRequests").path("pageInfo");
        if (!Decoding.flag(info, "hasNextPage")) {
          JsonNode parent = repository.path("parent").path("nameWithOwner");
          return parent.isTextual()
              ? Optional.of(Decoding.repository(where.host(), parent.asText()))
              : Optional.empty();
        }
        variables.put("after", Decoding.text(info, "endCursor"));
      }
      throw new Decoding.Malformed("it has no end, or is of a server that is too old");
    } catch (Decoding.Malformed why) {
      throw errors.unintelligible(Optional.empty(), doing, String.valueOf(why.getMessage()));
    }
  }

  @Override
  public List<LeaseKey> findByBase(RepositoryId repository, String branch) {
    String doing = "looking for pull requests into branch " + branch + " of " + repository;
    ObjectNode variables = api.variables();
    variables.put("owner", repository.owner());
    variables.put("name", repository.name());
    variables.put("branch", branch);
    GhApi.Told told =
        api.query(repository.host(), Queries.base(), variables, Optional.empty(), doing);
    JsonNode nodes =
        told instanceof GhApi.Told.Data data
            ? data.data().path("repository").path("pullRequests").path("nodes")
            : MissingNode.getInstance();
    if (!nodes.isArray()) {
      throw errors.unintelligible(Optional.empty(), doing, "the server does not tell");
    }
    List<LeaseKey> found = new ArrayList<>();
    nodes.forEach(node -> found.add(repository.pullRequest(node.path("number").asLong())));
    return found;
  }

  @Override
  public void merge(Gate gate, MergeRequest request) {
    List<String> options = pinned(request);
    if (request.protection() == Protection.BYPASSED) {
      options.add("--admin");
    }
    act(gate, "merging " + gate.key(), pr(gate, "merge", options));
  }

  @Override
  public void arm(Gate gate, MergeRequest request) {
    List<String> options = pinned(request);
    options.add("--auto");
    act(gate, "arming " + gate.key(), pr(gate, "merge", options));
  }

  private static List<String> pinned(MergeRequest request) {
    return new ArrayList<>(
        List.of(
            "--" + request.method().name().toLowerCase(Locale.ROOT),
            "--match-head-commit",
            request.head()));
  }

  @Override
  public void disarm(Gate gate) {
    requirePullRequest(gate.key());
    String doing = "disarming " + gate.key();
    if (!queue.leave(gate, doing)) {
      act(gate, doing, pr(gate, "merge", List.of("--disable-auto")));
    }
  }

  @Override
  public void close(Gate gate) {
    act(gate, "closing " + gate.key(), pr(gate, "close", List.of()));
  }

  private static List<String> pr(Gate gate, String verb, List<String> options) {
    LeaseKey key = gate.key();
    List<String> words = new ArrayList<>(List.of("gh", "pr", verb, Long.toString(key.number())));
    words.addAll(List.of("-R", key.host() + "/" + key.repo()));
    words.addAll(options);
    return words;
  }

  private void act(Gate gate, String doing, List<String> words) {
    requirePullRequest(gate.key());
    Optional<LeaseKey> key = Optional.of(gate.key());
    Ran ran;
    try (GhMemory memory = GhMemory.fresh()) {
      ran = programs.with(memory::in).act(gate, words, ACTING);
    }
    Optional<ForgeException> cut = errors.cutShort(ran, key, doing);
    if (cut.isPresent()) {
      throw cut.get();
    }
    // gh exits with 0 if it was merged before: by somebody else, or it would have read so.
    if (!ran.succeeded() || ran.err().contains("was already merged")) {
      boolean no = ran.succeeded() || Spoken.isNo(ran.exitCode(), ran.err());
      throw errors.said(ran, key, doing, no ? Kind.REFUSED : Kind.UNINTELLIGIBLE);
    }
  }

  @Override
  public void deleteBranch(Gate gate, RepositoryId repository, String branch, String head) {
    branches.delete(gate, repository, branch, head);
  }

  @Override
  public List<Comment> ownComments(LeaseKey pullRequest) {
    return comments.ownComments(pullRequest);
  }

  @Override
  public Optional<Comment> readAgain(Comment comment) {
    return comments.readAgain(comment);
  }

  @Override
  public Comment write(LeaseKey pullRequest, String body) {
    return comments.write(pullRequest, body);
  }

  @Override
  public Comment edit(Comment comment, String body) {
    return comments.edit(comment, body);
  }

  @Override
  public void delete(Comment comment) {
    comments.delete(comment);
  }
}
