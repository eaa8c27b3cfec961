package dev.prlease.gate.guard;

import dev.prlease.api.forge.RepositoryId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A checkout by its configuration. */
final class GitSite implements Site {
  private static final String HEADS = "refs/heads/";
  private static final String PULL = "refs/pull/";

  private final Optional<String> branch;
  private final Map<String, List<String>> config;
  private final Map<String, Set<String>> pushUrls = new LinkedHashMap<>();
  private final Set<String> allUrls = new LinkedHashSet<>();
  private final UnaryOperator<String> rewriting;
  private final Function<String, Optional<RepositoryId>> urls;

  /**
   * Of what git said.
   *
   * @param remotes the answer of {@code git remote -v}
   * @param rewriting makes of a URL the one that git would use
   */
  GitSite(
      Optional<String> branch,
      Map<String, List<String>> config,
      String remotes,
      UnaryOperator<String> rewriting,
      Function<String, Optional<RepositoryId>> urls) {
    this.branch = branch;
    this.config = config;
    this.rewriting = rewriting;
    this.urls = urls;
    for (String line : (Iterable<String>) remotes.lines()::iterator) {
      int tab = line.indexOf('\t');
      int end = line.lastIndexOf(" (");
      if (tab > 0 && end > tab) {
        String url = line.substring(tab + 1, end);
        allUrls.add(url);
        if (line.endsWith("(push)")) {
          pushUrls
              .computeIfAbsent(line.substring(0, tab), unused -> new LinkedHashSet<>())
              .add(url);
        }
      }
    }
  }

  @Override
  public Optional<String> branch() {
    return branch;
  }

  @Override
  public List<RepositoryId> repositories() {
    return repositories(allUrls);
  }

  @Override
  public List<RepositoryId> pushed(Optional<String> remote) {
    String name = remote.orElseGet(this::usualRemote);
    Set<String> named = pushUrls.get(name);
    if (named != null) {
      return repositories(named);
    }
    return name.equals(".") || name.startsWith("-")
        ? List.of()
        : repositories(Set.of(rewriting.apply(name)));
  }

  private List<RepositoryId> repositories(Set<String> from) {
    List<RepositoryId> found = new ArrayList<>();
    for (String url : from) {
      urls.apply(url).filter(repository -> !found.contains(repository)).ifPresent(found::add);
    }
    return found;
  }

  private String usualRemote() {
    return ofBranch("pushremote")
        .or(() -> get("remote.pushdefault"))
        .or(() -> ofBranch("remote"))
        .orElseGet(() -> pushUrls.size() == 1 ? pushUrls.keySet().iterator().next() : "origin");
  }

  @Override
  public Optional<List<String>> usualBranches(Optional<String> remote) {
    String name = remote.orElseGet(this::usualRemote);
    String mode = get("push.default").orElse("simple").toLowerCase(Locale.ROOT);
    boolean configured =
        config.containsKey("remote." + name + ".push")
            || get("remote." + name + ".mirror")
                .filter(value -> !value.equals("false"))
                .isPresent();
    if (configured || mode.equals("matching")) {
      return Optional.empty();
    }
    if (mode.equals("nothing") || branch.isEmpty()) {
      return Optional.of(List.of());
    }
    boolean tracks = mode.equals("upstream") || mode.equals("tracking");
    return Optional.of(List.of(tracks ? upstream().orElse(branch.get()) : branch.get()));
  }

  @Override
  public Optional<String> upstream() {
    return ofBranch("merge")
        .filter(ref -> ref.startsWith(HEADS))
        .map(ref -> ref.substring(HEADS.length()));
  }

  @Override
  public Optional<Long> pullRequest() {
    return ofBranch("merge").filter(ref -> ref.startsWith(PULL)).flatMap(GitSite::number);
  }

  private static Optional<Long> number(String ref) {
    int end = ref.indexOf('/', PULL.length());
    String digits = ref.substring(PULL.length(), end < 0 ? ref.length() : end);
    try {
      return Optional.of(Long.parseLong(digits));
    } catch (NumberFormatException strange) {
      return Optional.empty();
    }
  }

  private Optional<String> ofBranch(String variable) {
    return branch.flatMap(name -> get("branch." + name + "." + variable));
  }

  private Optional<String> get(String name) {
    List<String> all = config.getOrDefault(name, List.of());
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }
}
