package dev.prlease.gate.guard;

import dev.prlease.gate.guard.Sighting.Effect;
import dev.prlease.gate.guard.Sighting.Extent;
import dev.prlease.gate.guard.Sighting.Manner;
import dev.prlease.gate.guard.shell.Marks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Command lines, and what a guard is to see in each. */
final class Commands {
  static final Path HERE = Path.of("/work/app");

  /** A command line, and how what it does reads. */
  record Row(String command, List<String> sightings) {
    @Override
    public String toString() {
      return command;
    }
  }

  private static final Map<String, String> ALIASES =
      Map.of("p", "push", "pf", "push --force", "sh-it", "!git push origin HEAD", "st", "status");

  private static final Map<String, String> GH_ALIASES =
      Map.of(
          "m",
          "pr merge --squash",
          "take",
          "pr merge $1 -R $2",
          "land",
          "!git fetch; gh pr merge \"$1\"",
          "v",
          "pr view");

  private Commands() {}

  /** The scanner that the rows are for. */
  static CommandScanner scanner() {
    return new CommandScanner(
        (directory, name) -> Optional.ofNullable(ALIASES.get(name)),
        name -> Optional.ofNullable(GH_ALIASES.get(name)),
        Optional.of(Path.of("/home/u")));
  }

  static List<String> scan(String command) {
    List<String> shown = new ArrayList<>();
    for (Sighting sighting : scanner().scan(command, HERE)) {
      shown.add(show(sighting));
    }
    return shown;
  }

  /** Such as {@code push@/work/app origin main forced}. */
  static String show(Sighting sighting) {
    StringBuilder text = new StringBuilder();
    if (sighting instanceof Sighting.Push push) {
      text.append("push");
      push.remote().ifPresent(remote -> text.append(' ').append(remote));
      push.refspecs().forEach(refspec -> text.append(' ').append(refspec));
      if (push.extent() != Extent.REFSPECS) {
        text.append(" [").append(push.extent().name().toLowerCase(Locale.ROOT)).append(']');
      }
      text.append(push.manner() == Manner.FORCED ? " [forced]" : "");
      text.append(push.effect() == Effect.DRY_RUN ? " [dry]" : "");
    } else if (sighting instanceof Sighting.PullRequestAct act) {
      text.append(act.act().name().toLowerCase(Locale.ROOT));
      act.repository().ifPresent(repository -> text.append(" in ").append(repository));
      text.append(' ').append(act.selector().orElse("current"));
    } else if (sighting instanceof Sighting.Move move) {
      text.append("move");
      move.repository().ifPresent(repository -> text.append(" in ").append(repository));
      text.append(' ').append(move.ref());
    } else if (sighting instanceof Sighting.Unclear unclear) {
      text.append("unclear");
      unclear.repository().ifPresent(repository -> text.append(" in ").append(repository));
    }
    Where where = sighting.where();
    if (!where.directory().equals(Optional.of(HERE))) {
      text.append(" @").append(where.directory().map(Path::toString).orElse("?"));
    }
    where.settings().forEach(setting -> text.append(" -c ").append(setting));
    where.gitDirectory().ifPresent(directory -> text.append(" git=").append(directory));
    new TreeMap<>(where.variables())
        .forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    return Marks.show(text.toString());
  }

  private static Row row(String command, String... sightings) {
    return new Row(command, List.of(sightings));
  }

  static List<Row> all() {
    List<Row> rows = new ArrayList<>(harmful());
    rows.addAll(harmless());
    return rows;
  }

  /** What acts, or may. */
  static List<Row> harmful() {
    return List.of(
        row("git push", "push"),
        row("git push origin", "push origin"),
        row("git push origin main", "push origin main"),
        row("git push -u origin feature/x", "push origin feature/x"),
        row("git push --set-upstream origin HEAD", "push origin HEAD"),
        row("git push origin HEAD:refs/heads/f", "push origin HEAD:refs/heads/f"),
        row("git push origin +f", "push origin +f [forced]"),
        row("git push -f", "push [forced]"),
        row("git push -uf origin f", "push origin f [forced]"),
        row("git push --force-with-lease origin f", "push origin f [forced]"),
        row("git push --force-with-lease=f:0123 origin f", "push origin f [forced]"),
        row("git push --forc origin f", "push origin f [forced]"),
        row("git push origin --delete f", "push origin f [deletion]"),
        row("git push -d origin f g", "push origin f g [deletion]"),
        row("git push origin :f", "push origin :f"),
        row("git push --all", "push [all_branches]"),
        row("git push --mirror backup", "push backup [mirror]"),
        row("git push --tags", "push [tags]"),
        row("git push origin tag v1", "push origin refs/tags/v1"),
        row("git push --no-verify", "push"),
        row("git push -o ci.skip origin f", "push origin f"),
        row("git push --push-option ci.skip origin f", "push origin f"),
        row("git push --repo=origin", "push origin"),
        row("git push --recurse-submodules on-demand origin f", "push origin f"),
        row("git push --dry-run origin f", "push origin f [dry]"),
        row("git push -nf origin f", "push origin f [forced] [dry]"),
        row("git push https://github.com/acme/app.git f", "push https://github.com/acme/app.git f"),
        row("git -C ../other push", "push @/work/other"),
        row("git -C /a -C b push origin", "push origin @/a/b"),
        row("git --no-pager -c x.y=z push", "push"),
        row("git --git-dir=/r/.git push origin f", "push origin f git=/r/.git"),
        row("git --git-dir .git push", "push git=/work/app/.git"),
        row("GIT_DIR=/r/.git git push", "push git=/r/.git"),
        row("git -c alias.p='push --force' p", "push [forced]"),
        row("git -c alias.x='!git push origin f' x", "push origin f"),
        row("git -c alias.a=b -c alias.b='push origin' a f", "push origin f"),
        row("git P origin f", "push origin f"),
        row("git -c Alias.Q=push q", "push"),
        row("git -c push.default=upstream push origin f", "push origin f -c push.default=upstream"),
        row("git -c remote.pushDefault=up -c alias.q=push q", "push -c remote.pushDefault=up"),
        row("git -c url.$X.insteadOf=y push origin f", "push ... ..."),
        row("git --config-env=push.default=V push origin f", "push ... ..."),
        row("GIT_CONFIG_COUNT=1 git push origin f", "push ... ..."),
        row("git -c push.default=x -c alias.y='!git push origin f' y", "push ... ..."),
        row("prlease run --pr 12 -- git push", "push prlease run=#12"),
        row("prlease run -- gh pr merge 7", "merge 7 prlease run=current"),
        row(
            "prlease run --repo acme/app --pr 9 -- sh -c 'gh pr merge 7'",
            "merge 7 prlease run=acme/app#9"),
        row(
            "prlease run --store file:/x --pr 9 -- git push",
            "push prlease run=#9 prlease run --store=file:/x"),
        row(
            "PRLEASE_HOME=/x prlease run --pr 9 -- env -u PRLEASE_HOME git push",
            "push prlease run=#9 prlease run PRLEASE_HOME=/x"),
        row(
            "export PRLEASE_STORE=file:/x; prlease run --pr 9 -- git push",
            "push prlease run=#9 prlease run PRLEASE_STORE=file:/x"),
        row(
            "unset PRLEASE_HOME; prlease run --pr 9 -- git push",
            "push prlease run=#9 prlease run PRLEASE_HOME="),
        row(
            "env -i prlease run --pr 9 -- git push",
            "push GH_HOST= GH_REPO= prlease run=#9 prlease run HOME= prlease run PRLEASE_HOME="
                + " prlease run PRLEASE_STORE="),
        row("prlease run --store $S --pr 9 -- git push", "push prlease run --store="),
        row("unset B; git push origin $B", "push origin"),
        row("git p origin f", "push origin f"),
        row("git pf", "push [forced]"),
        row("git sh-it", "push origin HEAD"),
        row("/usr/bin/git push", "push"),
        row("\\git push", "push"),
        row("g\"i\"t pu''sh", "push"),
        row("git pu\\\nsh origin f", "push origin f"),
        row("git push \\\n  origin \\\n  f", "push origin f"),
        row("git $'\\x70ush' origin f", "push origin f"),
        row("git push 2>&1 | tail -5", "push"),
        row("git push >/dev/null 2>&1", "push"),
        row("git push&", "push"),
        row("a && git push origin f; c | d", "push origin f"),
        row("make test || true; git push", "push"),
        row("cd sub && git push", "push @/work/app/sub"),
        row("cd /x; cd ~/y && git push", "push @/home/u/y"),
        row("(cd sub && make) && git push", "push"),
        row("cd \"$DIR\" && git push", "push @?"),
        row("cd \"$(git rev-parse --show-toplevel)\" && git push", "push"),
        row("d=/x; cd $d && git push", "push @/x"),
        row("if git diff --quiet; then git push; fi", "push"),
        row("for b in a b; do git push origin $b; done", "push origin ..."),
        row("while true; do git push && break; done", "push"),
        row("{ git push; }", "push"),
        row("! git push", "push"),
        row(
            "case $x in (a|b) git push origin f;; *) true;; esac; git push",
            "push origin f",
            "push"),
        row("test -d x && cd x; git push", "push @/work/app/x", "push"),
        row("[ -d x ] &&\n  cd x\ngit push", "push @/work/app/x", "push"),
        row("cd x || cd y; git push", "push @/work/app/x", "push @/work/app/y"),
        row("cd x || exit 1; git push", "push @/work/app/x"),
        row("cd x || { echo no; exit 1; }; git push", "push @/work/app/x"),
        row("cd x || { echo no; return; }\ngit push", "push @/work/app/x"),
        row("cd x || echo no; git push", "push @/work/app/x", "push"),
        row("cd x && make && git push origin f; cd ..", "push origin f @/work/app/x"),
        row("echo a | cd x; git push", "push", "push @/work/app/x"),
        row("cd x | cat; git push", "push"),
        row("cd x & git push", "push"),
        row("(cd x) || cd y; git push", "push", "push @/work/app/y"),
        row("(( a )) && cd x; git push", "push @/work/app/x", "push"),
        row("echo 'git push' |\n sh", "unclear"),
        row("B=f; make || B=g; git push origin $B", "push origin f", "push origin g"),
        row("if x; then B=f; else B=g; fi; git push origin $B", "push origin f", "push origin g"),
        row("if x; then B=f; fi; git push origin $B", "push origin f", "push origin ..."),
        row("B=g; if x; then B=f; fi && git push origin $B", "push origin f", "push origin g"),
        row(
            "if a; then B=f; elif b; then B=g; else exit 1; fi; git push origin $B",
            "push origin f",
            "push origin g"),
        row("if cd x; then git push; else git push; fi", "push @/work/app/x", "push"),
        row(
            "case $x in a) B=f;; *) B=g;; esac; git push origin $B",
            "push origin f",
            "push origin g"),
        row(
            "case $x in a) B=f;; b) exit;; esac; git push origin $B",
            "push origin f",
            "push origin ..."),
        row(
            "B=f; for x in 1 2; do git push origin $B; B=g; done",
            "push origin f",
            "push origin g"),
        row(
            "while read x; do cd y; done; git push",
            "push",
            "push @/work/app/y",
            "push @/work/app/y/y"),
        row("f() { cd x || return; }; f; git push", "push @/work/app/x"),
        row(
            "a && B=1; a && B=2; a && B=3; a && B=4; a && B=5; git push origin $B",
            "push origin 5",
            "push origin 4",
            "push origin ..."),
        row("x=$(git push 2>&1)", "push"),
        row("echo \"$(git push)\"", "push"),
        row("echo `git push origin f`", "push origin f"),
        row("cat <(git push)", "push"),
        row("f() { git push \"$@\"; }; f origin", "push ... ..."),
        row("cat <<E\n$(git push)\nE", "push"),
        row("bash <<'E'\ngit push origin f\nE", "push origin f"),
        row("sh <<< 'git push'", "push"),
        row("echo $((1<<2)); git push", "push"),
        row("bash -c 'git push origin f'", "push origin f"),
        row("sh -lc \"cd x && git push\"", "push @/work/app/x"),
        row("bash -euo pipefail -c 'git push'", "push"),
        row("bash -c \"bash -c 'git push'\"", "push"),
        row("eval 'git push' origin", "push origin"),
        row("env X=1 git push", "push"),
        row("env -u X A=1 git push", "push"),
        row("env -C sub git push", "push @/work/app/sub"),
        row("env -S 'git push'", "push"),
        row("X=1 Y=2 git push", "push"),
        row("sudo git push", "push"),
        row("sudo -u git git push", "push"),
        row("command git push", "push"),
        row("exec git push", "push"),
        row("nohup git push &", "push"),
        row("time git push", "push"),
        row("timeout 10 git push", "push"),
        row("timeout -k 5 10s nice -n 5 git push origin f", "push origin f"),
        row("echo f | xargs git push origin", "push origin ..."),
        row("xargs -I{} git push origin {}", "push origin ... ..."),
        row("find . -name x -exec git push \\;", "push"),
        row("find . -exec git push \\; -print", "push"),
        row(
            "find . -exec git push origin f \\; -exec gh pr merge 7 \\;",
            "push origin f",
            "merge 7"),
        row("find . -execdir git push +", "push + @?"),
        row("find . -exec git push {} +", "push ... ..."),
        row("find . -exec sh -c 'git push origin f' \\;", "push origin f"),
        row("fd -x git push origin", "push origin ..."),
        row("parallel git push origin ::: a b", "push origin ..."),
        row(
            "git remote add x https://github.com/acme/app && git push x HEAD:f",
            "push x HEAD:f -c remote.x.url=https://github.com/acme/app"),
        row("git remote add -t main x \"$U\"; git push x f", "push ... ..."),
        row("git remote add x $U; git push origin f", "push origin f"),
        row("git remote rename origin x && git push x f", "push ... ..."),
        row("git remote rename a b && git push origin f", "push origin f"),
        row(
            "git remote set-url --push origin https://x.org/a/b; git push origin f",
            "push origin f -c remote.origin.pushurl=https://x.org/a/b"),
        row(
            "git config push.default upstream && git push origin f",
            "push origin f -c push.default=upstream"),
        row("git config --unset remote.origin.pushurl; git push origin f", "push ... ..."),
        row("git config --remove-section branch.f; git push", "push ... ..."),
        row("git config alias.zz 'push --force'; git zz", "push [forced]"),
        row("git config set --global alias.zz '!git push origin f' && git zz", "push origin f"),
        row("git config alias.zz p; git zz", "push"),
        row("git config alias.zz \"$A push\"; git zz", "unclear"),
        row("git submodule foreach 'git push'", "push @?"),
        row("git submodule foreach --recursive git push", "push @?"),
        row("git subtree push --prefix=x origin f", "push origin HEAD:f"),
        row("git rebase -x 'git push' main", "push"),
        row("git send-pack origin", "unclear"),
        row("ssh build 'cd x && git push'", "push @?"),
        row("docker run img git push origin f", "push origin f @?"),
        row("echo 'git push' | sh", "unclear"),
        row("python3 -c \"import os; os.system('git push')\"", "unclear"),
        row("v=push; git $v origin f", "push origin f"),
        row("git $V push", "unclear"),
        row("git push $ARGS", "push ... ..."),
        row("git push origin $BRANCH", "push origin ..."),
        row("git push origin \"$(git branch --show-current)\"", "push origin <branch>"),
        row("B=$(git branch --show-current) && git push -u origin $B", "push origin <branch>"),
        row("git push origin 'unclosed", "push origin unclosed", "unclear"),
        row("PRLEASE_SESSION=s1 git push", "push PRLEASE_SESSION=s1"),
        row("export PRLEASE_SESSION=s1; git push", "push PRLEASE_SESSION=s1"),
        row("hub push origin f", "push origin f"),
        row("jj git push", "unclear"),
        row("gh pr merge", "merge current"),
        row("gh pr merge 12", "merge 12"),
        row("gh pr merge 12 --squash --delete-branch", "merge 12"),
        row("gh pr merge --squash -t 'a subject' 12", "merge 12"),
        row("gh pr merge --admin 12", "merge 12"),
        row("gh pr merge --auto 12", "merge 12"),
        row("gh pr merge feature/x", "merge feature/x"),
        row(
            "gh pr merge https://github.com/acme/app/pull/7",
            "merge https://github.com/acme/app/pull/7"),
        row("gh pr merge 12 -R acme/app", "merge in acme/app 12"),
        row("gh pr merge -Racme/app 12", "merge in acme/app 12"),
        row(
            "gh pr merge --repo=ghe.example.com/acme/app 12",
            "merge in ghe.example.com/acme/app 12"),
        row("gh -R acme/app pr merge 12", "merge in acme/app 12"),
        row("gh pr -R acme/app merge 12", "merge in acme/app 12"),
        row("GH_REPO=acme/app gh pr merge 12", "merge 12 GH_REPO=acme/app"),
        row("GH_HOST=ghe.example.com gh pr merge 12", "merge 12 GH_HOST=ghe.example.com"),
        row("gh pr merge $PR", "merge ..."),
        row("gh pr list | xargs -n1 gh pr merge", "merge ..."),
        row("gh m 12", "merge 12"),
        row("gh m", "merge current"),
        row("gh take \"$N\" acme/app", "merge in acme/app ..."),
        row("gh take 12 acme/app --admin", "merge in acme/app 12"),
        row("gh land 12", "merge ..."),
        row("$GH pr merge 12", "merge 12"),
        row("${GH:-gh} pr merge 12", "merge 12"),
        row("\"$(command -v gh)\" pr close 12", "close 12"),
        row("$(which git) push origin f", "push origin f"),
        row("${GIT:-git} push origin f", "push origin f"),
        row("$SUDO git push origin f", "push origin f"),
        row("gh api -iX PUT repos/o/r/pulls/5/merge", "merge in o/r 5"),
        row("gh api -iXPUT repos/o/r/pulls/5/merge", "merge in o/r 5"),
        row(
            "curl -sXPUT https://api.github.com/repos/o/r/pulls/5/merge",
            "merge in github.com/o/r 5"),
        row(
            "curl -fsSLX PUT https://api.github.com/repos/o/r/pulls/5/merge",
            "merge in github.com/o/r 5"),
        row(
            "curl -sd '{\"query\":\"mutation{mergePullRequest}\"}' https://api.github.com/graphql",
            "unclear"),
        row("gh pr close 12", "close 12"),
        row("gh pr close -c 'no more' 12", "close 12"),
        row("gh pr update-branch 12", "update_branch 12"),
        row("gh issue close 12", "close 12"),
        row("gh issue close -R o/r 12 -c why", "close in o/r 12"),
        row(
            "gh issue close https://github.com/o/r/issues/12",
            "close https://github.com/o/r/pull/12"),
        row("gh api -X PATCH repos/o/r/issues/5 -f state=closed", "close in o/r 5"),
        row("gh repo sync o/r -b f", "move in o/r refs/heads/f"),
        row("gh repo sync --force --source p/r --branch=f o/r", "move in o/r refs/heads/f"),
        row("gh repo sync o/r", "unclear in o/r"),
        row("gh repo sync -b f"),
        row("gh api -X PUT repos/o/r/pulls/5/merge", "merge in o/r 5"),
        row(
            "gh api --method=PUT /repos/o/r/pulls/5/merge -f merge_method=squash",
            "merge in o/r 5"),
        row(
            "gh api --hostname ghe.example.com -X PUT repos/o/r/pulls/5/merge",
            "merge in ghe.example.com/o/r 5"),
        row("gh api repos/{owner}/{repo}/pulls/5/merge -X PUT", "merge 5"),
        row("gh api -X PUT \"repos/o/r/pulls/$N/merge\"", "merge in o/r ..."),
        row("gh api -X PATCH repos/o/r/pulls/5 -f state=closed", "close in o/r 5"),
        row(
            "gh api -X PATCH repos/o/r/git/refs/heads/f -f sha=0 -F force=true",
            "move in o/r refs/heads/f"),
        row("gh api -X DELETE repos/o/r/git/refs/heads/f", "move in o/r refs/heads/f"),
        row("gh api -X PUT repos/o/r/contents/a.txt -f branch=f", "move in o/r refs/heads/f"),
        row("gh api repos/o/r/merges -f base=f -f head=g", "move in o/r refs/heads/f"),
        row("gh api repos/o/r/merge-upstream -f branch=f", "move in o/r refs/heads/f"),
        row(
            "gh api --hostname ghe.example.com repos/o/r/merges -f base=f",
            "move in ghe.example.com/o/r refs/heads/f"),
        row(
            "GH_HOST=ghe.example.com gh api -X DELETE repos/o/r/git/refs/heads/f",
            "move in o/r refs/heads/f GH_HOST=ghe.example.com"),
        row("gh api -X DELETE repos/{owner}/{repo}/git/refs/heads/f", "move refs/heads/f"),
        row("gh api -X DELETE repos/o/{repo}/git/refs/heads%2Ff", "move in o/... refs/heads/f"),
        row(
            "gh api -X DELETE repos/:owner/:repo/git/refs/heads/{branch}",
            "move refs/heads/<branch>"),
        row(
            "curl -X DELETE https://ghe.example.com/api/v3/repos/o/r/git/refs/heads/f",
            "move in ghe.example.com/o/r refs/heads/f"),
        row(
            "gh api graphql -f query='mutation { mergePullRequest(input: {}) { clientMutationId }"
                + " }'",
            "unclear"),
        row(
            "gh api graphql -f query='mutation { enablePullRequestAutoMerge(input: {}) { x } }'",
            "unclear"),
        row("gh api graphql -f query='mutation { updateRef(input: {}) { x } }'", "unclear"),
        row(
            "curl -X PUT https://api.github.com/repos/o/r/pulls/5/merge",
            "merge in github.com/o/r 5"),
        row(
            "curl -XPUT -H \"Authorization: Bearer $T\""
                + " https://api.github.com/repos/o/r/pulls/5/merge",
            "merge in github.com/o/r 5"),
        row(
            "curl https://api.github.com/graphql -d '{\"query\":\"mutation{mergePullRequest}\"}'",
            "unclear"));
  }

  /** What does not act on a pull request. */
  static List<Row> harmless() {
    List<Row> rows = new ArrayList<>();
    for (String command :
        List.of(
            "",
            "ls",
            "git status",
            "git stash push",
            "git stash push -m 'git push later'",
            "git commit -m \"git push\"",
            "git commit -am 'fix: gh pr merge 12'",
            "git commit -F - <<'E'\ngit push origin main\nE",
            "git log --grep='git push'",
            "git merge main",
            "git pull --rebase",
            "git config push.default current",
            "git config --get alias.push; git zz",
            "git config get alias.zz push; git zz",
            "git config user.name push; git status",
            "find . -name push -exec git add {} \\;",
            "find . -name 'git push'",
            "git remote set-url --push origin x",
            "git push --help",
            "git help push",
            "git st",
            "git lfs push origin f",
            "echo git push",
            "echo 'git push' && ls",
            "# git push",
            "ls # git push",
            "grep -r 'git push' docs",
            "rg \"gh pr merge\" .",
            "cat <<'E'\ngit push\n$(git push)\nE",
            "cat > run.sh <<E\ngit push origin main\nE",
            "pushd /tmp && popd",
            "docker push image",
            "npm run push-docs",
            "git add push.txt",
            "git checkout push",
            "git branch -D push",
            "gh pr view 12",
            "gh v 12",
            "gh m --help",
            "$GH pr view 12",
            "curl -sSL -o PUT https://api.github.com/repos/o/r/pulls/5",
            "gh pr merge --help",
            "gh pr checks 12 --watch",
            "gh pr list --search 'is:merged'",
            "gh pr create --title 'merge' --body 'then gh pr merge 12'",
            "gh pr comment 12 --body 'please gh pr merge it'",
            "gh pr checkout 12",
            "gh pr diff 12 | grep merge",
            "gh issue list --search close",
            "gh issue comment 12 --body close",
            "gh api -X PATCH repos/o/r/issues/12 -f title='close it'",
            "gh run list --branch merge",
            "gh api repos/o/r/pulls/5",
            "gh api repos/o/r/pulls/5/merge",
            "gh api repos/o/r/contents/a.txt",
            "gh api graphql -f query='query { repository { mergeCommitAllowed } }'",
            "gh api -X POST repos/o/r/issues/5/comments -f body='merge closed'",
            "curl https://api.github.com/repos/o/r/pulls/5/merge",
            "curl -X POST https://example.com/push",
            "command -v git && echo push",
            "type git push",
            "prlease push",
            "prlease merge 12",
            "prlease run --pr 12 -- make test",
            "prlease do merge 12 -- git push",
            "prlease watch-and-merge 12",
            "git for-each-ref refs/remotes/push",
            "man git-push")) {
      rows.add(new Row(command, List.of()));
    }
    return rows;
  }
}
