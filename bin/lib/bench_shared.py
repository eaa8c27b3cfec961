"""The measures of the shared stores for bin/bench: PostgreSQL, etcd and git remotes, each beside its floor and its peers.

What is compared takes turns, a slice of time each, round after round, and what counts is the median of the rounds'
ratios. A slice is run by a JVM that does what it is told to (Slices in lease-bench); etcd's are two, since the store and
jetcd's client do not share a class path.
"""

import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import pathlib

ONE, EIGHT = 1, 8
REUSED, FRESH = "REUSED", "FRESH"
CASES = [(ONE, REUSED), (ONE, FRESH), (EIGHT, REUSED), (EIGHT, FRESH)]


class Effort:
    """How much is done: for figures, or to see that it works."""

    def __init__(self, first_millis, slice_millis, rounds, warm_up, kept, rows):
        self.first_millis, self.slice_millis, self.rounds, self.warm_up = first_millis, slice_millis, rounds, warm_up
        self.kept, self.rows = kept, rows


FULL = Effort(first_millis=5_000, slice_millis=400, rounds=15, warm_up=2, kept=10_000, rows=1_000_000)
SMOKE = Effort(first_millis=50, slice_millis=50, rounds=2, warm_up=1, kept=200, rows=5_000)


class Runner:
    """A JVM that runs contestants, each when it is told to."""

    def __init__(self, work, class_path, main, *arguments):
        self.said = work / f"{main}.log"
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PRLEASE_", "JAVA_TOOL"))}
        with open(self.said, "w") as log:
            self.process = subprocess.Popen(
                ["java", "-cp", class_path, f"dev.prlease.bench.{main}", *map(str, arguments)], env=env,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
        while self.line() != "ready":
            pass

    def line(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"a process that measures ended:\n{self.said.read_text()[-4000:]}")
        return line.strip()

    def slice(self, name, threads, keys, millis):
        """Runs it, and returns seconds a cycle."""
        print(name, threads, keys, millis, sep="\t", file=self.process.stdin, flush=True)
        cycles, nanos = map(int, self.line().split())
        return nanos / 1e9 / cycles

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()


def warm(contestants, threads, effort):
    """Lets all run until their JVM has compiled what they do."""
    for name, runner in contestants.items():
        for keys in (REUSED, FRESH):
            runner.slice(name, threads, keys, effort.first_millis)


class Contest:
    """Rounds in which all take turns; every other one in the opposite order."""

    def __init__(self, contestants, threads, keys, millis, rounds, warm_up):
        self.times = {name: [] for name in contestants}
        for number in range(warm_up + rounds):
            for name in list(contestants)[::1 if number % 2 else -1]:
                took = contestants[name].slice(name, threads, keys, millis)
                if number >= warm_up:
                    self.times[name].append(took)

    def median(self, name):
        """Seconds a cycle."""
        return statistics.median(self.times[name])

    def rate(self, name):
        """Cycles a second."""
        return 1 / self.median(name)

    def ratios(self, name, other):
        """How many times as fast the first is as the other, by round."""
        return [theirs / own for own, theirs in zip(self.times[name], self.times[other])]

    def ratio(self, name, other):
        return statistics.median(self.ratios(name, other))


def load_line():
    return (f"The machine's load average of five minutes was {os.getloadavg()[1]:.1f} at the end, what was measured"
            " included.")


def case_name(threads, keys):
    own = ("its key reused" if threads == 1 else "each with its own key, reused") if keys == REUSED else "fresh keys"
    return f"{threads} thread{'s' if threads > 1 else ''}, {own}"


def rate_table(cases, own, others, bounds):
    """A row for each contest: cycles a second of each, and ratios with what they are to be."""
    heads = [f"times {name} (at least {bounds[key]:g})" if bounds.get(key) else f"times {name}"
             for key, name in others.items()]
    lines = [
        "| acquire + release | " + " | ".join(["prlease", *others.values(), *heads]) + " |",
        "|---" * (2 + 2 * len(others)) + "|",
    ]
    for name, contest in cases.items():
        cells = [f"{contest.rate(each):,.0f}/s" for each in (own, *others)]
        cells += [f"{contest.ratio(own, each):.2f}" for each in others]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def misses(cases, own, bounds):
    return [f"{name}: {contest.ratio(own, other):.2f} times {other} (at least {bound:g})"
            for name, contest in cases.items() for other, bound in bounds.items()
            if contest.ratio(own, other) < bound]


# PostgreSQL

POSTGRES_TITLE = "## PostgreSQL"
POSTGRES_PEERS = {"smallest": "smallest writes", "bare": "bare JDBC", "shedlock": "ShedLock", "spring": "Spring Integration"}
POSTGRES_BOUNDS = {"bare": 0.9, "shedlock": 1.5, "spring": 2.0}
BATCH_BOUND = 20.0
LIST_BOUND = 0.050


def postgres(class_path, effort):
    with tempfile.TemporaryDirectory() as work, \
            Runner(pathlib.Path(work), class_path, "PostgresCycles", effort.kept, effort.rows) as jvm:
        contestants = dict.fromkeys(("prlease", *POSTGRES_PEERS), jvm)
        warm(contestants, EIGHT, effort)
        cases = {case_name(threads, keys): Contest(contestants, threads, keys, effort.slice_millis, effort.rounds,
                                                   effort.warm_up)
                 for threads, keys in CASES}
        far = {f"far {name}": jvm for name in contestants}
        warm(far, EIGHT, effort)
        far_cases = {case_name(threads, keys): Contest(far, threads, keys, effort.slice_millis, effort.rounds,
                                                       effort.warm_up)
                     for threads, keys in CASES}
        rows = Contest(dict.fromkeys(("few", "few again", "many"), jvm), ONE, REUSED, effort.slice_millis,
                       effort.rounds, effort.warm_up)
        listing = Contest({"list": jvm}, ONE, REUSED, effort.slice_millis, effort.rounds // 3 + 1, 2)
        batch = Contest(dict.fromkeys(("at once", "500 at once", "one by one"), jvm), ONE, REUSED, 0, effort.rounds // 4 + 1, 1)
        apart = sorted(abs(each - 1) for each in rows.ratios("few", "few again"))
        return {"cases": cases, "far": far_cases, "batch": batch, "rows": rows, "noise": apart[int(0.9 * (len(apart) - 1) + 0.5)],
                "listing": listing, "effort": effort, "load": load_line()}


def postgres_lines(measured):
    rows, batch, effort = measured["rows"], measured["batch"], measured["effort"]
    return [
        "",
        POSTGRES_TITLE,
        "",
        *rate_table(measured["cases"], "prlease", POSTGRES_PEERS, POSTGRES_BOUNDS),
        "",
        "A cycle is `acquire` and `release` of a `LeaseManager`, two transactions; all contestants commit to the disk of one",
        "server (PostgreSQL 14, `fsync` and `synchronous_commit` on) on this machine, with ten connections each from a HikariCP",
        "pool. Bare JDBC sends the store's own statements in as many round trips, with values of the same size, and reads the",
        "version that the second needs and nothing else. The smallest writes are two statements with one value each on a row of",
        "three columns: what no lock of a key that outlasts a crash of the server goes below. ShedLock is 6.9.2 with `JdbcTemplateLockProvider` and the database's",
        "time, `lock` and `unlock`; Spring Integration is 6.5.6, `lock` and `unlock` of a `JdbcLockRegistry`. With eight threads",
        "each has a key of its own: no lock is contended, since what the three do when it is does not compare. Fresh keys are",
        f"new in each cycle. All take turns in slices of {effort.slice_millis} ms; rates are medians of {effort.rounds} rounds,"
        " ratios the medians of",
        "the rounds' ratios.",
        "",
        "The same over sockets that take 0.5 ms there and back, as between machines; such a store has its server elsewhere. What",
        "counts then is how often each waits for it: the store and its floor twice a cycle, as long as the processors, which are",
        "server and clients at once here, are not full.",
        "",
        *rate_table(measured["far"], "far prlease", {f"far {key}": name for key, name in POSTGRES_PEERS.items()},
                    {f"far {key}": bound for key, bound in POSTGRES_BOUNDS.items()}),
        "",
        "| measure | beside | floor | measured | ratio | bound |",
        "|---|---|---|---|---|---|",
        f"| renewing {effort.kept:,} leases with `exchangeAll` | one by one | {batch.median('one by one'):.2f} s"
        f" | {batch.median('at once'):.3f} s | {batch.ratio('at once', 'one by one'):.1f} times as fast"
        f" | at least {BATCH_BOUND:g} |",
        f"| the same in batches of 500, as a keeper does | one by one | {batch.median('one by one'):.2f} s"
        f" | {batch.median('500 at once'):.3f} s | {batch.ratio('500 at once', 'one by one'):.1f} times as fast | |",
        f"| acquire + assert + release among {effort.rows:,} rows | among 1,000 | {rows.median('few') * 1e6:,.0f} us"
        f" | {rows.median('many') * 1e6:,.0f} us | {rows.ratio('few', 'many'):.3f}"
        f" | at most {1 + measured['noise']:.3f}, the noise |",
        f"| `list` of a repository with 100 leases among {effort.rows:,} rows | | | {measured['listing'].median('list') * 1e3:.1f} ms"
        f" | | at most {LIST_BOUND * 1e3:g} ms |",
        "",
        "The noise is what a second table of 1,000 rows differs by: nine rounds of ten stay below it (its median ratio is"
        f" {rows.ratio('few', 'few again'):.3f}).",
        "In each table 100 rows are free, evenly spread; these are taken in turn. " + measured["load"],
    ]


def postgres_misses(measured):
    missed = misses(measured["cases"], "prlease", POSTGRES_BOUNDS)
    batch, rows = measured["batch"].ratio("at once", "one by one"), measured["rows"].ratio("few", "many")
    listing = measured["listing"].median("list")
    if batch < BATCH_BOUND:
        missed.append(f"one batch is {batch:.1f} times as fast as one by one (at least {BATCH_BOUND:g})")
    if rows > 1 + measured["noise"]:
        missed.append(f"a cycle among many rows takes {rows:.3f} times as long (at most {1 + measured['noise']:.3f})")
    if listing > LIST_BOUND:
        missed.append(f"the listing takes {listing * 1e3:.1f} ms (at most {LIST_BOUND * 1e3:g})")
    return missed


# etcd

ETCD_TITLE = "## etcd"
ETCD_PEERS = {"bare": "bare transactions", "lock with a lease": "`Lock` with a lease", "lock": "`Lock` alone"}
ETCD_BOUNDS = {"bare": 0.9, "lock with a lease": 2.0}


class Etcd:
    """One node, on the disk, for as long as it is measured in."""

    def __init__(self, work):
        if not shutil.which("etcd"):
            sys.exit("etcd is not there; install the package etcd-server")
        client, peer = free_ports(2)
        self.endpoint = f"127.0.0.1:{client}"
        self.said = work / "etcd.log"
        env = {name: value for name, value in os.environ.items() if not name.startswith("ETCD")}
        with open(self.said, "w") as log:
            self.process = subprocess.Popen(
                ["etcd", "--name=bench", f"--data-dir={work / 'etcd'}", f"--listen-client-urls=http://{self.endpoint}",
                 f"--advertise-client-urls=http://{self.endpoint}", f"--listen-peer-urls=http://127.0.0.1:{peer}",
                 f"--initial-advertise-peer-urls=http://127.0.0.1:{peer}",
                 f"--initial-cluster=bench=http://127.0.0.1:{peer}", "--log-level=warn"],
                env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            self.await_health()
        except BaseException:
            self.process.kill()
            raise

    def await_health(self):
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        for _ in range(600):
            try:
                if b"true" in direct.open(f"http://{self.endpoint}/health", timeout=5).read():
                    return
            except OSError:
                if self.process.poll() is not None:
                    break
            time.sleep(0.05)
        sys.exit(f"etcd did not start:\n{self.said.read_text()[-4000:]}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def as_shipped(class_path, shipped):
    """The class path with the store of etcd as it is shipped, and without what jetcd's client brings."""
    theirs = ("/io/netty/", "/io/grpc/", "/io/vertx/", "/io/etcd/", "/com/google/", "/lease-store-etcd/")
    return ":".join([*(each for each in class_path.split(":") if not any(part in each for part in theirs)), str(shipped)])


def etcd(class_path, shipped, effort):
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        with Etcd(work) as server, \
                Runner(work, as_shipped(class_path, shipped), "StoreCycles", f"etcd://{server.endpoint}/bench") as ours, \
                Runner(work, class_path, "JetcdCycles", f"http://{server.endpoint}") as jetcd:
            contestants = {"prlease": ours, **dict.fromkeys(ETCD_PEERS, jetcd)}
            warm(contestants, EIGHT, effort)
            cases = {case_name(threads, keys): Contest(contestants, threads, keys, effort.slice_millis, effort.rounds,
                                                       effort.warm_up)
                     for threads, keys in CASES}
            return {"cases": cases, "effort": effort, "load": load_line()}


def etcd_lines(measured):
    effort = measured["effort"]
    return [
        "",
        ETCD_TITLE,
        "",
        *rate_table(measured["cases"], "prlease", ETCD_PEERS, ETCD_BOUNDS),
        "",
        "One node on this machine, which syncs each write. The floor is jetcd 0.8.7's client with the same two transactions, each",
        "of which compares a revision and puts as many bytes. Its `Lock` is measured twice: as a lock with a time to live of its",
        "own, as a lease has one, which takes `grant`, `lock`, `unlock` and `revoke`; and `lock` and `unlock` alone, all of one",
        "lease of etcd's that was granted before: when that ends, all locks of the process do. Store and client are in a process",
        f"each, and take turns in slices of {effort.slice_millis} ms; rates are medians of {effort.rounds} rounds, ratios the medians"
        " of the rounds' ratios.",
        measured["load"],
    ]


def etcd_misses(measured):
    return misses(measured["cases"], "prlease", ETCD_BOUNDS)


# git

GIT_TITLE = "## Git remotes"
GIT_BOUND = 1.15


class GitRemotes:
    """Two bare repositories, one by its path and one served by git's own daemon."""

    def __init__(self, work):
        self.path, served = work / "local.git", work / "served.git"
        for each in (self.path, served):
            subprocess.run(["git", "init", "--quiet", "--bare", each], check=True)
        self.port, = free_ports(1)
        self.daemon = subprocess.Popen(
            ["git", "daemon", "--reuseaddr", "--listen=127.0.0.1", f"--port={self.port}", f"--base-path={work}",
             "--export-all", "--enable=receive-pack", str(served)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        for _ in range(600):
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        self.__exit__()
        sys.exit("git daemon did not start")

    def urls(self):
        return {"a path": str(self.path), "`git daemon`": f"git://127.0.0.1:{self.port}/served.git"}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.daemon.pid, 9)  # it starts another process, which serves
        self.daemon.wait()


def git(class_path, effort):
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        with GitRemotes(work) as remotes, Runner(work, class_path, "GitPushes", work, *remotes.urls().values()) as jvm:
            cases = {}
            for url in remotes.urls().values():
                warm(dict.fromkeys((f"prlease {url}", f"bare {url}"), jvm), ONE, effort)
            for place, url in remotes.urls().items():
                for keys in (REUSED, FRESH):
                    contest = Contest(dict.fromkeys((f"prlease {url}", f"bare {url}"), jvm), ONE, keys,
                                      effort.slice_millis, effort.rounds, effort.warm_up)
                    key = "a key reused" if keys == REUSED else "fresh keys"
                    cases[f"{place}, {key}"] = {
                        "floor": contest.median(f"bare {url}"), "own": contest.median(f"prlease {url}"),
                        "ratio": contest.ratio(f"bare {url}", f"prlease {url}")}
            return {"cases": cases, "effort": effort, "load": load_line()}


def git_lines(measured):
    effort = measured["effort"]
    return [
        "",
        GIT_TITLE,
        "",
        "| acquire + release in | two pushes of one ref | prlease | ratio | at most |",
        "|---|---|---|---|---|",
        *(f"| {name} | {case['floor'] * 1e3:.1f} ms | {case['own'] * 1e3:.1f} ms | {case['ratio']:.2f} | {GIT_BOUND:g} |"
          for name, case in measured["cases"].items()),
        "",
        "The floor is `git push` of a commit that was made before: one object, one ref, as the store's are. Both are started from",
        f"one JVM and take turns in slices of {effort.slice_millis} ms; times are medians of {effort.rounds} rounds, ratios the"
        " medians of the rounds' ratios.",
        measured["load"],
    ]


def git_misses(measured):
    return [f"{name}: {case['ratio']:.2f} times two pushes (at most {GIT_BOUND:g})"
            for name, case in measured["cases"].items() if case["ratio"] > GIT_BOUND]
