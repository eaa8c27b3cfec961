"""Run by bin/bench: measures, and writes docs/benchmarks.md.

Whole processes are timed in turn with a JVM that prints one line, so that a machine whose speed drifts slows both; so
are cycles on the disk with what they cannot go below. What runs inside a JVM and needs no disk is measured by JMH.
"""

import functools
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import bench_shared as shared

TOP = pathlib.Path(__file__).resolve().parents[2]
TREE = TOP / "lease-bench" / "target" / "launcher" / "tree"
PAIRS = 25
SLOTS = 100_000
MOST_THREADS = 17
HELLO = 'public class Hello { public static void main(String[] a) { System.out.println("hello"); } }'
GUARD_LIMIT = 0.010
PAGE = TOP / "docs" / "benchmarks.md"


def timed(command, env, stdin=os.devnull):
    with open(stdin) as given:
        start = time.perf_counter()
        subprocess.run(command, env=env, stdin=given, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start


def processes(work):
    source = work / "Hello.java"
    source.write_text(HELLO)
    subprocess.run(["javac", "-d", work, source], check=True)
    env = dict(os.environ, PRLEASE_HOME=str(work / "home"))
    for name in ("PRLEASE_SESSION", "PRLEASE_KEY", "PRLEASE_STORE", "JAVA_TOOL_OPTIONS"):
        env.pop(name, None)
    prlease = str(TOP / "bin" / "prlease")
    key = ["--repo", "acme/app", "--pr", "42"]
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if os.environ.get("JAVA_HOME") else "java"
    hello = [java, "-cp", str(work), "Hello"]
    measures = {
        "`prlease run -- true`": ([prlease, "run", *key, "--", "true"], 4.0),
        "`prlease status`": ([prlease, "status", *key], 2.5),
    }
    rows = []
    for name, (command, limit) in measures.items():
        for _ in range(3):
            timed(command, env), timed(hello, env)
        pairs = [(timed(command, env), timed(hello, env)) for _ in range(PAIRS)]
        ratio = statistics.median(a / b for a, b in pairs)
        floor = statistics.median(b for _, b in pairs)
        own = statistics.median(a for a, _ in pairs)
        rows.append((name, "a JVM that prints one line", f"{floor * 1e3:.0f} ms", f"{own * 1e3:.0f} ms", ratio, limit))
    return rows


def guards(work):
    """What a hook costs before every command of an agent: no JVM, and at most ten milliseconds."""
    home = work / "guarded"
    env = dict(os.environ, PRLEASE_HOME=str(home), HOME=str(work))
    subprocess.run([TOP / "bin" / "prlease", "hook", "install", "--user", "claude"], env=env,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    rows = []
    for command in ("npm test", "git status"):
        heard = work / "heard.json"
        heard.write_text(json.dumps({"cwd": str(work), "tool_name": "Bash", "tool_input": {"command": command}}))
        hook, floor = ["sh", str(home / "hooks" / "guard.sh"), "claude"], ["sh", "-c", "heard=$(cat)"]
        for _ in range(3):
            timed(hook, env, heard), timed(floor, env, heard)
        pairs = [(timed(hook, env, heard), timed(floor, env, heard)) for _ in range(4 * PAIRS)]
        own, bare = (statistics.median(times) for times in zip(*pairs))
        rows.append((f"an agent's hook before `{command}`", "a shell that reads the same", f"{bare * 1e3:.1f} ms",
                     f"{own * 1e3:.1f} ms", statistics.median(a / b for a, b in pairs), round(GUARD_LIMIT / bare, 1)))
    return rows


def slot(number, held, now):
    """The text of a slot as the file store writes it."""
    millis = int(now * 1e3)
    time_text = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{millis % 1000:03d}Z"
    fence, record = millis * 1000, None
    if held:
        record = {
            "schema_version": 1, "key": {"repo": "acme/app", "pr_number": number},
            "owner_session_id": f"{number:032x}", "acquired_at": time_text, "ttl_secs": 86400, "fence": fence,
            "grant_id": f"{number + SLOTS:032x}", "granted_at": time_text,
            "holder": {"host": "buildbox", "pid": 4711, "start_ticks": 123456,
                       "boot_id": "0b7e3c8a-0d0f-4d3c-9b57-6a2f0c1d2e3f", "pid_namespace": 4026531836,
                       "program": "prlease run"},
        }
    return json.dumps({"record": record, "fence": fence, "write_id": f"{number + 2 * SLOTS:032x}"}, indent=2)


def make_slots(home, held, now):
    os.umask(0o077)
    leases = home / "leases"
    leases.mkdir(parents=True)
    for number in range(1, SLOTS + 1):
        path = leases / f"acme__app__pr-{number}.json"
        path.write_text(slot(number, held, now))
        path.with_name(path.name + ".lock").touch()
        os.utime(path, (now, now))


def measured(command, env):
    """Seconds that went by, seconds of processor time, and the most memory in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    answer = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} exited with {process.returncode}")
    return time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, answer


def many_slots(work):
    """What a directory of 100,000 slots does to the commands that look at one, at all, and at what is old."""
    env = dict(os.environ)
    for name in ("PRLEASE_SESSION", "PRLEASE_KEY", "PRLEASE_STORE", "JAVA_TOOL_OPTIONS"):
        env.pop(name, None)
    prlease = str(TOP / "bin" / "prlease")
    homes = {name: work / name for name in ("one", "held", "old")}
    at = {name: dict(env, PRLEASE_HOME=str(home)) for name, home in homes.items()}
    make_slots(homes["held"], True, time.time())
    make_slots(homes["old"], False, time.time() - 30 * 86400)
    key = ["--repo", "acme/app", "--pr", "42"]
    subprocess.run([prlease, "acquire", *key, "--session", "bench"], env=at["one"], stdout=subprocess.DEVNULL, check=True)
    status = [prlease, "status", *key]
    pairs = [(timed(status, at["held"]), timed(status, at["one"])) for _ in range(PAIRS)]
    rows = []

    def row(name, limit, runs):
        wall, processor, memory = (statistics.median(each[i] for each in runs) for i in range(3))
        rows.append((name, f"{wall:.2f} s", f"{processor:.2f} s", f"{memory:.0f} MiB", wall, limit))

    for options in ([], ["--json"]):
        name = " ".join(["prlease list", *options])
        row(f"`{name}`", 3.0, [measured([prlease, "list", *options], at["held"]) for _ in range(5)])
    row("`prlease gc --dry-run`, nothing to remove", None, [measured([prlease, "gc", "--dry-run"], at["held"])])
    calls, removed, after = [], 0, ""
    while after is not None:
        calls.append(measured([prlease, "gc", "--json", "--after", after], at["old"]))
        collected = json.loads(calls[-1][3])
        removed, after = removed + collected["removed"]["slots"], collected["next"]
    if removed != SLOTS:
        sys.exit(f"gc removed {removed} of {SLOTS} slots")
    row(f"`prlease gc`, all to remove: the longest of {len(calls)} calls", 11.0, [max(calls)])
    return {"rows": rows, "ratio": statistics.median(a / b for a, b in pairs), "load": os.getloadavg()[1]}


SLOTS_TITLE = f"## {SLOTS:,} slots in one directory"


def slots_lines(slots):
    return [
        "",
        SLOTS_TITLE,
        "",
        "| command | time | processor | memory | at most |",
        "|---|---|---|---|---|",
        *(f"| {name} | {wall} | {processor} | {memory} | {f'{limit:g} s' if limit else ''} |"
          for name, wall, processor, memory, _, limit in slots["rows"]),
        "",
        f"`prlease status` of one of them takes {slots['ratio']:.2f} times what it takes in a directory of one (at most 1.15).",
        "`list` is the median of five runs; it reads with the help of further threads, one a processor. Its time and memory are",
        "linear in the number of slots. `gc` holds the names of all slots in memory, and one slot at a time; a call ends after ten",
        f"seconds, and the next goes on there. The machine's load average of five minutes was {slots['load']:.1f} at the end:",
        "what is above the number of processors was somebody else's work, and lengthens the times.",
    ]


def are_slots_sound(slots):
    return slots["ratio"] <= 1.15 and all(limit is None or wall <= limit for *_, wall, limit in slots["rows"])


def class_path():
    return f"{TREE / 'classes'}:{(TREE / 'class-path').read_text().strip()}"


def file_cycles():
    printed = subprocess.run(["java", "-cp", class_path(), "dev.prlease.bench.FileCycles"],
                             stdout=subprocess.PIPE, text=True, check=True, cwd=TOP).stdout
    pairs = [tuple(map(int, line.split())) for line in printed.splitlines()]
    floor, own = (statistics.median(side) / 1e3 for side in zip(*pairs))
    return [("file store: acquire + assert + release", "the same writes, fsyncs and renames bare",
             f"{floor:.3g} us", f"{own:.3g} us", own / floor, 1.25)]


def kept_leases(count=100_000, seconds=60):
    printed = subprocess.run(["java", "-XX:+UseSerialGC", "-cp", class_path(), "dev.prlease.bench.KeptLeases",
                              str(count), str(seconds)], stdout=subprocess.PIPE, text=True, check=True, cwd=TOP).stdout
    heap, processor, threads, losses = printed.split()
    return {"count": count, "seconds": seconds, "heap": int(heap), "processor": float(processor),
            "threads": int(threads), "losses": int(losses)}


def kept_lines(kept):
    return [
        "",
        f"## {kept['count']:,} leases kept by one process",
        "",
        "| measure | measured | at most |",
        "|---|---|---|",
        f"| heap a lease | {kept['heap']:,} bytes | 1,023 |",
        f"| processor time while they are kept | {kept['processor']:.1f} % of one processor | |",
        f"| threads of the scheduler, the timer included | {kept['threads']} | {MOST_THREADS} |",
        f"| leases lost in {kept['seconds']} s | {kept['losses']} | 0 |",
        "",
        "Of the default TTL, with a look at each every ten seconds. Counted is what is on the heap for them: handle, keeper,",
        "grant, the manager's tables, and the record with its key, version and grant id. Not counted is what is the host's and",
        "one for all (session, holder, TTL, listener), and the store: it keeps its slots outside of the heap here, and decodes",
        "each answer anew, as one in a database does; that is in the processor time. `KeptLeases` in `lease-bench` measures it.",
    ]


def jmh(work):
    result = work / "jmh.json"
    subprocess.run(
        ["java", "-cp", class_path(), "org.openjdk.jmh.Main", "-f", "3", "-wi", "3", "-i", "5", "-w", "1", "-r", "2",
         "-rf", "json", "-rff", str(result)],
        stdout=subprocess.DEVNULL, check=True, cwd=TOP)
    score = {}
    for entry in json.loads(result.read_text()):
        name = ".".join(entry["benchmark"].split(".")[-2:])
        runs = [value for fork in entry["primaryMetric"]["rawData"] for value in fork]
        score[name] = (statistics.median(runs), entry["primaryMetric"]["scoreUnit"].split("/")[0])
    compared = [
        ("file store: load", "FileBenchmark.load", "a bare read of the file", "FileBenchmark.bareRead", 2.0),
        ("memory store: exchange", "MemoryBenchmark.exchange", "`ConcurrentHashMap.compute`", "MemoryBenchmark.floor", 3.0),
    ]
    rows = []
    for name, own, floor_name, floor, limit in compared:
        (a, unit), (b, _) = score[own], score[floor]
        rows.append((name, floor_name, f"{b:.3g} {unit}", f"{a:.3g} {unit}", a / b, limit))
    return rows


MCP_TITLE = "## The MCP server"
MCP_READY = 1.5


def ready(command, env):
    """How long a client waits for the first answer, and for the list of tools."""
    start = time.perf_counter()
    server = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    def ask(number, method, params):
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        print(json.dumps(message), file=server.stdin, flush=True)
        answer = json.loads(server.stdout.readline())
        if answer.get("id") != number or "result" not in answer:
            sys.exit(f"the MCP server answered {answer}")
        return time.perf_counter() - start
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
    greeted = ask(1, "initialize", client)
    print('{"jsonrpc":"2.0","method":"notifications/initialized"}', file=server.stdin, flush=True)
    listed = ask(2, "tools/list", {})
    server.stdin.close()
    if server.wait() != 0:
        sys.exit("the MCP server did not end well")
    return greeted, listed


def mcp(work, runs=15):
    env = dict(os.environ, PRLEASE_HOME=str(work / "home"))
    for name in ("PRLEASE_SESSION", "PRLEASE_KEY", "PRLEASE_STORE", "JAVA_TOOL_OPTIONS"):
        env.pop(name, None)
    command = [str(TOP / "bin" / "prlease"), "mcp"]
    ready(command, env)
    times = [ready(command, env) for _ in range(runs)]
    return {"runs": runs, "greeted": [each[0] for each in times], "listed": [each[1] for each in times],
            "load": os.getloadavg()[0]}


def mcp_lines(measured):
    def row(name, times, limit):
        return f"| {name} | {statistics.median(times):.2f} s | {max(times):.2f} s | {limit} |"
    return [
        "",
        MCP_TITLE,
        "",
        "| from the start of `prlease mcp` | median | longest | at most |",
        "|---|---|---|---|",
        row("to the answer to `initialize`", measured["greeted"], f"{MCP_READY:g} s"),
        row("to the list of tools", measured["listed"], ""),
        "",
        f"Of {measured['runs']} runs, the launcher script included. The machine's load average was {measured['load']:.1f} at the end.",
    ]


def is_mcp_sound(measured):
    return statistics.median(measured["greeted"]) <= MCP_READY


def machine():
    java = subprocess.run(["java", "-version"], stderr=subprocess.PIPE, text=True, check=True).stderr.splitlines()[0]
    return f"{os.cpu_count()} processors, {os.uname().sysname} {os.uname().machine}, {java}"


def replace_section(title, lines):
    """Puts a section in its place in the page."""
    before, _, rest = PAGE.read_text().partition(f"\n{title}\n")
    end = rest.find("\n## ")
    PAGE.write_text(before.rstrip("\n") + "\n" + "\n".join(lines) + "\n" + (rest[end:] if end >= 0 else ""))


def only_slots():
    """Measures that section alone."""
    with tempfile.TemporaryDirectory() as work:
        slots = many_slots(pathlib.Path(work))
    replace_section(SLOTS_TITLE, slots_lines(slots))
    for name, wall, *_ in slots["rows"]:
        print(f"{wall:>8}  {name}")
    print(f"{slots['ratio']:8.2f}  status among them (at most 1.15)")
    sys.exit(0 if are_slots_sound(slots) else 1)


def only_mcp():
    """Measures that section alone."""
    with tempfile.TemporaryDirectory() as work:
        measured = mcp(pathlib.Path(work))
    replace_section(MCP_TITLE, mcp_lines(measured))
    print(f"{statistics.median(measured['greeted']):6.2f} s (at most {MCP_READY:g})  the MCP server is ready")
    sys.exit(0 if is_mcp_sound(measured) else 1)


def shared_stores():
    """By the argument that measures each alone: its title, and how it is measured, shown and judged."""
    paths = class_path()
    shipped = TOP / "lease-store-etcd" / "target" / "launcher" / "tree" / "stores" / "etcd" / "prlease-store-etcd.jar"
    return {
        "postgres": (shared.POSTGRES_TITLE, functools.partial(shared.postgres, paths), shared.postgres_lines,
                     shared.postgres_misses),
        "etcd": (shared.ETCD_TITLE, functools.partial(shared.etcd, paths, shipped), shared.etcd_lines,
                 shared.etcd_misses),
        "git": (shared.GIT_TITLE, functools.partial(shared.git, paths), shared.git_lines, shared.git_misses),
    }


def only_shared(name):
    """Measures that section alone."""
    title, measure, show, judge = shared_stores()[name]
    measured = measure(shared.FULL)
    replace_section(title, show(measured))
    print("\n".join(show(measured)))
    sys.exit("\n".join(judge(measured)) or 0)


def smoke():
    """Does all of the shared stores a little, shows what comes out, and writes nothing: whether it works."""
    for name in sys.argv[2:] or shared_stores():
        _, measure, show, judge = shared_stores()[name]
        measured = measure(shared.SMOKE)
        print("\n".join(show(measured)), *judge(measured), sep="\n")
    sys.exit(0)


def main():
    arguments = sys.argv[1:]
    if arguments == ["slots"]:
        only_slots()
    if arguments == ["mcp"]:
        only_mcp()
    if arguments[:1] == ["smoke"] and set(arguments[1:]) <= set(shared_stores()):
        smoke()
    if len(arguments) == 1 and arguments[0] in shared_stores():
        only_shared(arguments[0])
    if arguments:
        sys.exit("usage: bin/bench [slots | mcp | postgres | etcd | git | smoke [postgres | etcd | git ...]]")
    with tempfile.TemporaryDirectory() as work:
        rows = processes(pathlib.Path(work)) + guards(pathlib.Path(work)) + file_cycles() + jmh(pathlib.Path(work))
    with tempfile.TemporaryDirectory() as work:
        slots = many_slots(pathlib.Path(work))
        served = mcp(pathlib.Path(work))
    kept = kept_leases()
    stores = [(show, judge, measure(shared.FULL)) for _, measure, show, judge in shared_stores().values()]
    lines = [
        "# Benchmarks",
        "",
        "Written by `bin/bench`; run it again rather than believe it. Each measure stands beside the floor that it cannot go",
        "below, taken in the same run on the same machine, and what counts is their ratio: single times are those of the",
        "machine.",
        "",
        f"Measured on {time.strftime('%Y-%m-%d', time.gmtime())}: {machine()}.",
        "",
        "| measure | beside | floor | measured | ratio | at most |",
        "|---|---|---|---|---|---|",
    ]
    for name, floor_name, floor, own, ratio, limit in rows:
        lines.append(f"| {name} | {floor_name} | {floor} | {own} | {ratio:.2f} | {limit:g} |")
    lines += [
        "",
        "Times of processes are medians of 25 runs, in turn with the floor's, the launcher script included; their ratio is the",
        "median of the pairs' ratios. The file store's cycles are 3,000, in turn with the floor's, and their ratio is that of",
        "the medians; they are made on the disk that the checkout lies on. The others are medians of JMH's iterations in",
        "three forks.",
        *kept_lines(kept),
        *slots_lines(slots),
        *mcp_lines(served),
        *(line for show, _, measured in stores for line in show(measured)),
        "",
    ]
    PAGE.write_text("\n".join(lines))
    print(f"wrote {PAGE.relative_to(TOP)}")
    for row in rows:
        print(f"{row[4]:6.2f}  (at most {row[5]:g})  {row[0]}")
    print(f"{kept['heap']:6} bytes (at most 1023)  heap a kept lease")
    sound = are_slots_sound(slots) and kept["heap"] <= 1023 and kept["threads"] <= MOST_THREADS and kept["losses"] == 0
    missed = [miss for _, judge, measured in stores for miss in judge(measured)]
    print(*missed, sep="\n")
    sound = sound and is_mcp_sound(served) and not missed
    sys.exit(0 if sound and all(row[4] <= row[5] for row in rows) else 1)


main()
