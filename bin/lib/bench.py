"""Run by bin/bench: measures, and writes docs/benchmarks.md.

Whole processes are timed in turn with a JVM that prints one line, so that a machine whose speed drifts slows both; so
are cycles on the disk with what they cannot go below. What runs inside a JVM and needs no disk is measured by JMH.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
TREE = TOP / "lease-bench" / "target" / "launcher" / "tree"
PAIRS = 25
MOST_THREADS = 17
HELLO = 'public class Hello { public static void main(String[] a) { System.out.println("hello"); } }'
PAGE = TOP / "docs" / "benchmarks.md"


def timed(command, env):
    start = time.perf_counter()
    subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
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


def machine():
    java = subprocess.run(["java", "-version"], stderr=subprocess.PIPE, text=True, check=True).stderr.splitlines()[0]
    return f"{os.cpu_count()} processors, {os.uname().sysname} {os.uname().machine}, {java}"


def main():
    with tempfile.TemporaryDirectory() as work:
        rows = processes(pathlib.Path(work)) + file_cycles() + jmh(pathlib.Path(work))
    kept = kept_leases()
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
        "",
    ]
    PAGE.write_text("\n".join(lines))
    print(f"wrote {PAGE.relative_to(TOP)}")
    for row in rows:
        print(f"{row[4]:6.2f}  (at most {row[5]:g})  {row[0]}")
    print(f"{kept['heap']:6} bytes (at most 1023)  heap a kept lease")
    sound = kept["heap"] <= 1023 and kept["threads"] <= MOST_THREADS and kept["losses"] == 0
    sys.exit(0 if sound and all(row[4] <= row[5] for row in rows) else 1)


main()
