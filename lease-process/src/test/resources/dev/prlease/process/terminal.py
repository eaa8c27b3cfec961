"""Plays the user's shell on a terminal of its own: starts a job as shells with job control do,
types what it is told to, and prints what the terminal shows.

usage: terminal.py foreground|background KEYS-JSON COMMAND...

KEYS-JSON is a list of [what to wait for on the terminal, what to type then]. What to type may begin with
"{watch}": look up the process whose id stands second in the file JOB_FILE; "{kill}": that, and kill the
process (SIGKILL) whose id stands first; "{gone}": wait until the process looked up has ended.
The last line is "[shell] exit CODE, terminal with WHOM, then with WHOM".
"""
import json, os, pty, re, select, signal, sys, termios

LAST = re.compile(r"\[shell\] exit .*, then with \w+\r?\n")


def shell(background, command):
    me = os.getpid()
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    ready_read, ready_write = os.pipe()
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.close(ready_write)
        os.read(ready_read, 1)
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execvp(command[0], command)
    try:
        os.setpgid(job, job)
    except OSError:
        pass
    if not background:
        os.tcsetpgrp(0, job)
    say("[shell] job %d" % job)
    os.close(ready_write)
    while True:
        _, status = os.waitpid(job, os.WUNTRACED)
        if os.WIFSTOPPED(status):
            os.tcsetpgrp(0, me)
            say("[shell] stopped")
            if input() != "fg":
                continue
            os.tcsetpgrp(0, job)
            os.killpg(job, signal.SIGCONT)
            continue
        holder = os.tcgetpgrp(0)
        os.tcsetpgrp(0, me)
        # What the job left is orphaned: wait until it is gone, then look who has the terminal.
        say("[shell] ended")
        input()
        now = os.tcgetpgrp(0)
        whom = "job" if holder == job else "shell" if holder == me else "another"
        say("[shell] exit %d, terminal with %s, then with %s"
            % (os.waitstatus_to_exitcode(status), whom, "shell" if now == me else "another"))
        # The end of a session's leader drops what its terminal has not shown yet.
        input()
        os._exit(0)


def say(text):
    os.write(1, text.encode() + b"\n")


def main():
    background = sys.argv[1] == "background"
    keys = json.loads(sys.argv[2])
    pid, terminal = pty.fork()
    if pid == 0:
        attributes = termios.tcgetattr(0)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(0, termios.TCSANOW, attributes)
        shell(background, sys.argv[3:])
    shown = ""
    while True:
        try:
            data = os.read(terminal, 4096)
        except OSError:
            break
        if not data:
            break
        sys.stdout.write(data.decode().replace("\r", ""))
        sys.stdout.flush()
        shown += data.decode()
        if not keys and LAST.search(shown):
            os.write(terminal, b"\n")
            shown = ""
        while keys and keys[0][0] in shown:
            wait_for, typed = keys.pop(0)
            shown = shown[shown.index(wait_for) + len(wait_for):]
            if typed.startswith(("{watch}", "{kill}")):
                killed, other = map(int, open(os.environ["JOB_FILE"]).read().split())
                # Opened while it lives, so that it can mean no later process.
                watched = os.pidfd_open(other)
            if "{kill}" in typed:
                os.kill(killed, signal.SIGKILL)
            if "{gone}" in typed:
                select.select([watched], [], [])
            os.write(terminal, typed.split("}")[-1].encode())


main()
