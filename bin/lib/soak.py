"""Run by bin/soak: writes docs/soak.md from the figures that the parts left."""

import os
import pathlib
import subprocess
import sys
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
PAGE = TOP / "docs" / "soak.md"
PARTS = {
    "interleavings-memory": (
        "Random interleavings, memory store",
        "Two to four processes of two sessions and an operator, stopped before or around every call of the store, in random",
        "orders; meanwhile time passes, processes crash, answers and requests are lost, writes land late, and older programs",
        "write. After every step one session owns the key, and no rule of the protocol is broken.",
    ),
    "interleavings-file": ("Random interleavings, file store", "The same on the file store."),
    "interleavings-postgres": ("Random interleavings, PostgreSQL", "The same on PostgreSQL, fewer."),
    "mutants": (
        "Mutated slot files",
        "Slots that are held, free, expired, of older and newer programs and of another key, with bits flipped, pieces cut,",
        "doubled and spliced, numbers and times beyond all ranges, 20,000 levels of nesting. Nothing fails but by the errors of",
        "the API; who is refused has written nothing; never do two own the key; what is replaced is kept in quarantine.",
    ),
    "kill-audit": (
        "kill -9 of writers of the audit",
        "Two processes write one audit that is rotated every twenty events, beside a program that knows nothing of rotation.",
        "Every event that was acknowledged is there, once.",
    ),
    "kill-leases": (
        "kill -9 of holders",
        "Two processes acquire, renew, assert and release 27 keys, three of them all the time, with a TTL of a second. A third",
        "collects slots as soon as it may, often just when somebody acquires them, and is killed now and then too. After each",
        "kill the key that the victim was at is acquired by somebody else. All journals together show one owner at a time, none",
        "before the TTL of a killed one was over, growing fences, no lock file replaced, and every acquisition and release in",
        "the audit.",
    ),
    "merges": (
        "Two that merge one pull request",
        "Two processes of `prlease watch-and-merge` at one pull request, with the real `gh`, at a forge on the loopback, with a",
        "TTL of three seconds; a third afterwards, if neither has merged it, which must. Drawn for each: who starts when and",
        "waits for whom; kill -9, SIGSTOP for longer than the TTL, of prlease or of the `gh` that merges; the lease broken by an",
        "operator; a head that moves; requests that hang for longer than the TTL, before or after they do what they should; bad",
        "gateways, rate limits, answers that are dropped, cut off or halved, though the merge took effect. It is merged once.",
        "Whoever sends a merge call owned the lease at that moment, and pinned the head that the lease has as certified; or an",
        "operator had just broken it, and the call came before the instant that `break` prints, or it was sent before its `gh` was",
        "ended: these are the calls that landed late. The names of faults are followed by how often they struck.",
    ),
    "etcd-faults": (
        "An etcd cluster that breaks",
        "Three processes of three sessions fight for three keys on a real cluster of three, with TTLs of four seconds or an hour in",
        "turn; one session of each process knows one node alone. Nodes are killed and started again, cut off from each other while",
        "their clients still reach them, and stopped for up to four seconds; connections between clients and nodes are cut, all is",
        "delayed, answers are lost, requests arrive after whoever sent them has given up and gone on. Whatever each was told of its",
        "writes is then held against all revisions that etcd kept of the slots: what was told done is there once, what was told not",
        "done is not; never were two sessions sure of one key at one time; no grant ended before its time but by its own session,",
        "and none came back; fences grew. The names of faults are followed by how often they struck.",
    ),
    "interleavings-etcd": ("Random interleavings, etcd store", "As on the other stores, on a real etcd of one node."),
    "git-leases": (
        "Rules of leases on the git store",
        "The whole suite of `lease-testkit`, with the tests that let hours of virtual time pass, a call of git for each look.",
    ),
    "interleavings-git": (
        "Interleavings, git store",
        "A sample of schedules of all the fixed scenarios, and some random ones, on the git store.",
    ),
    "postgres-faults": (
        "Faults of PostgreSQL and of the network",
        "Nine sessions of three hosts acquire, assert, renew and release three keys, with a TTL of three seconds, or let them run",
        "out. Meanwhile the server is restarted, or crashes (immediate shutdown), its backends are killed; and a proxy cuts all",
        "connections, drops requests, drops or delays answers, and delivers requests after their sender has given up. No two",
        "sessions own a key at once, and fences grow; nobody loses a lease before its time is over; and no holding that was",
        "released or followed by another is ever seen again.",
    ),
    "fenced-pushes": (
        "Leases that are taken between the check and the push",
        "A session asserts its lease, in the remote of its branch, and pushes; before that push is served, or once the server",
        "has received it, another session has the lease. Nothing moves, neither branch nor lease.",
    ),
}


def machine():
    java = subprocess.run(["java", "-version"], stderr=subprocess.PIPE, text=True, check=True).stderr.splitlines()[0]
    return f"{os.cpu_count()} processors, {os.uname().sysname} {os.uname().machine}, {java}"


def shown(value):
    return f"{int(value):,}" if value.isdigit() else value


def section(figures, name):
    title, *text = PARTS[name]
    lines = [f"## {title}", "", *text, "", f"`bin/soak {name}`", ""]
    path = figures / name
    if not path.exists():
        return [*lines, "No figures: it was not run yet, or it found something when it was.", ""]
    told = dict(line.split("=", 1) for line in path.read_text().splitlines())
    minutes, seed = told.pop("minutes", "?"), told.pop("seed")
    day = time.strftime("%Y-%m-%d", time.gmtime(path.stat().st_mtime))
    lines += ["| | |", "|---|---|"]
    lines += [f"| {what} | {shown(value)} |" for what, value in sorted(told.items())]
    return [*lines, f"| seed | {seed} |", f"| on {day}, in minutes | {minutes} |", "| **found** | **nothing** |", ""]


def main():
    figures = pathlib.Path(sys.argv[1])
    lines = [
        "# Soak",
        "",
        "Written by `bin/soak`; run it again rather than believe it. A part that finds something fails, tells the story and its",
        "seed, and has no figures here; what was found is a test of its own by then.",
        "",
        f"The machine: {machine()}.",
        "",
    ]
    for name in PARTS:
        lines += section(figures, name)
    PAGE.write_text("\n".join(lines))
    print(f"wrote {PAGE.relative_to(TOP)}")


main()
