package dev.prlease.process;

/**
 * The only scripts that this project hands to a shell. They are constant; the command's words, like
 * the paths of the pipes, are their positional parameters and never part of their text.
 *
 * <h2>Who is who</h2>
 *
 * <pre>
 * JVM ── outer shell ── command          leader of a process group of its own, in the foreground
 *                           └─ watchdog  member of that group
 * </pre>
 *
 * <ul>
 *   <li>{@code set -m} (job control) makes the subshell the leader of a new group, and gives that
 *       group the terminal if the JVM's group had it: password prompts and Ctrl-C work. A {@code
 *       setsid} or a background group would lose the terminal.
 *   <li>The subshell starts the watchdog, then <em>becomes</em> the command.
 *   <li>The watchdog is a member of the group that it ends: as long as it lives, neither the
 *       group's id nor the leader's process id can be given to others. It ends the group with
 *       {@code kill 0}, "my own group", and so names no id at all. Its last act kills the group,
 *       itself included, and that closes the status pipe: the JVM sees the end without polling.
 * </ul>
 *
 * <h2>What was found out, and shaped it</h2>
 *
 * <p>Why it is a script at all, and what it cannot do: {@code docs/decisions/0006-watchdog.md}.
 *
 * <ul>
 *   <li>Deadlines are absolute, on two clocks: wall time, and {@code /proc/uptime}, which is never
 *       set and counts the machine's sleep. So a line that arrives late (the JVM was stopped
 *       between reading the clock and writing) extends nothing. Where there is no such file, the
 *       time that was left counts down with the watchdog's own waits.
 *   <li>The watchdog waits in slices of at most half a second: {@code read -t} does not notice that
 *       a clock was set or that the machine slept.
 *   <li>The signals are ignored before the watchdog is forked and restored after: a Ctrl-C in
 *       between cannot kill it. {@code trap -} restores what the JVM was started with, {@code
 *       nohup}'s ignored SIGHUP too.
 *   <li>End of file on the control pipe means that the JVM is gone. Then the group is killed
 *       without a grace, also in the middle of one: nobody keeps the lease any more.
 *   <li>Bash takes its <em>standard error</em> for the terminal when it hands the terminal over.
 *       With {@code 2>log} it would hand over nothing, and a password prompt would stop the
 *       command. So the outer shell's standard error is {@code /dev/tty}, opened for
 *       <em>reading</em>: enough for that call, and bash's own remarks ("Killed") go nowhere. The
 *       command's standard error is kept in descriptor 6 and put back.
 *   <li>When the command stops (Ctrl-Z), the outer shell stops its own group, the JVM's, as the
 *       user's shell expects of a job; {@code fg} then brings both back. A job that stops while a
 *       loop waits for it makes bash leave the loop, hence the function around {@code fg}. It also
 *       forgets a job that ends meanwhile, code and all; only SIGKILL ends what is stopped. Without
 *       a terminal a stopped command is just waited for; if it stopped before job control was off,
 *       {@code wait} returns, and only looking helps ({@code wait -f} was seen to spin for ever).
 *   <li>After {@code fg} bash sets the terminal's modes. If it was started in the background it
 *       believes to be there still, and would be stopped for that: it ignores SIGTTOU.
 *   <li>The status pipe is open in the watchdog alone, not in the outer shell: its end of file
 *       tells that the watchdog is gone, also when somebody killed it alone.
 *   <li>The watchdog ignores Ctrl-Z and ends a stopped command at its deadline.
 *   <li>When the JVM is killed, the user's shell takes the terminal back; the outer shell would
 *       snatch it again when the command ends, so the watchdog kills the outer shell first, if it
 *       still is the command's parent (then its id is its own).
 *   <li>{@code -p} keeps bash from importing functions and from reading {@code BASH_ENV}, {@code
 *       SHELLOPTS} and the like; they still reach the command. {@code true}, not {@code :}, is
 *       tried on {@code /dev/tty}: under {@code POSIXLY_CORRECT} a failing special builtin would
 *       end the shell.
 *   <li>Variables of the outer shell have a prefix, since assigning to one that the environment has
 *       would change the command's; those of functions are local.
 *   <li>The watchdog counts who else is in the group: to spare the grace if nobody is, and to tell
 *       what a command that ended has left behind. What it left gets a fifth of a second to end by
 *       itself first: {@code > >(tee log)} is such a process. It looks at processes younger than
 *       the leader only, which takes a tenth of the time; ids that started anew from the lowest
 *       deceive it, and then what is left gets no grace, and is killed all the same.
 *   <li>{@code timeout}, {@code setsid} and {@code set -m} put what they run into another group. So
 *       the watchdog looks for the leader's descendants <em>before</em> its first signal: after it,
 *       an orphan cannot be told from a stranger. It keeps when each of them started, and signals
 *       no later process of that id. When the JVM has the command ended, the JVM asks those itself,
 *       and nobody is asked twice; what still lives after the grace is killed here.
 *   <li>Bash counts {@code SHLVL} up; the command gets the user's. It also resets an {@code IFS}
 *       that it finds in the environment, as all shells do: that one is not restored.
 *   <li>What cannot be run is refused before the exec, as far as it can be foreseen: "not found" is
 *       told apart from a command that itself exits with 127, and an interpreter that is not there
 *       is named. The exec stands outside of functions, so that what remains is reported as {@code
 *       prlease: line …}.
 * </ul>
 */
final class WatchdogScript {
  private WatchdogScript() {}

  /** Makes the two pipes, if the shell is new enough. Parameters: mkfifo, both pipes' names. */
  static final String PREPARATION =
      """
      if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 402)); then exit 3; fi
      exec "$1" -m 600 -- "$2" "$3"
      """;

  /** What {@link #PREPARATION} exits with when the shell is too old. */
  static final int OLD_SHELL = 3;

  /** What {@link #TEXT} exits with, saying nothing, when it cannot open or read the pipes. */
  static final int NO_PIPES = 125;

  /** How the watchdog says that the deadline made it end the group. */
  static final String AT_DEADLINE = "deadline";

  /** How the refusal of a script whose interpreter is not there begins; its name follows. */
  static final String NO_INTERPRETER = "no-interpreter ";

  /** Parameters: control pipe, status pipe, {@code /proc} or nothing, then the command's words. */
  static final String TEXT =
      """
      # prlease: runs a command that cannot outlive its lease
      prlease_signals='HUP INT QUIT PIPE ALRM TERM USR1 USR2 TSTP TTIN TTOU VTALRM PROF XCPU XFSZ'
      prlease_clocks() {
        if [[ -n ${EPOCHREALTIME-} ]]; then
          wall=$((${EPOCHREALTIME/[.,]/} / 1000))
        else
          printf -v wall '%(%s)T000' -1
        fi
        up=
        if [[ -n $proc ]] && read -r up _ <"$proc/uptime"; then up=$((10#${up/./} * 10)); fi
      }
      prlease_take() {
        wall_due=$2 up_due=$3 budget=$4 grace=$5
      }
      prlease_left() {
        prlease_clocks
        left=$((wall_due - wall))
        if [[ -n $up && $up_due != - ]]; then
          if ((up_due - up < left)); then left=$((up_due - up)); fi
        elif ((budget < left)); then
          left=$budget
        fi
      }
      prlease_too_late() {
        local proc=$prlease_proc wall up wall_due up_due budget grace left
        prlease_take $prlease_until
        prlease_left
        ((left <= grace))
      }
      prlease_stat() {
        fields=
        IFS= read -r -d '' fields <"$1/stat"
        fields=${fields##*) }
        state=${fields%% *} fields=${fields#* }
        parent=${fields%% *} fields=${fields#* }
        pgrp=${fields%% *}
      }
      prlease_started() {
        local -a each=($fields)
        started=${each[17]-}
      }
      prlease_find_away() {
        local entry pid fields state parent pgrp started more=1
        local -A parents groups starts tree=([$group]=1)
        if [[ -z $proc ]]; then return; fi
        for entry in "$proc"/[0-9]*; do
          pid=${entry##*/}
          prlease_stat "$entry"
          prlease_started
          if [[ -z $started ]]; then continue; fi
          parents[$pid]=$parent groups[$pid]=$pgrp starts[$pid]=$started
          if [[ ${away[$pid]-} == "$started" ]]; then tree[$pid]=1; fi
        done
        while ((more)); do
          more=0
          for pid in "${!parents[@]}"; do
            if [[ -z ${tree[$pid]-} && -n ${tree[${parents[$pid]}]-} ]]; then
              tree[$pid]=1 more=1
              if [[ ${groups[$pid]} != "$group" ]]; then away[$pid]=${starts[$pid]}; fi
            fi
          done
        done
      }
      prlease_signal_away() {
        local pid fields state parent pgrp started
        for pid in "${!away[@]}"; do
          prlease_stat "$proc/$pid"
          prlease_started
          if [[ $started == "${away[$pid]}" ]]; then kill -s "$1" "$pid"; fi
        done
      }
      prlease_count_away() {
        local pid fields state parent pgrp started
        for pid in "${!away[@]}"; do
          prlease_stat "$proc/$pid"
          prlease_started
          if [[ $started == "${away[$pid]}" && $state != [ZX] ]]; then ((++others)); fi
        done
      }
      prlease_count_others() {
        local entry fields state parent pgrp
        others=0
        if [[ -z $proc ]]; then
          if kill -s 0 "$group"; then others=1; fi
          return
        fi
        for entry in "$proc"/[0-9]*; do
          if ((${entry##*/} < group)) || [[ $entry == "$proc/$BASHPID" ]]; then continue; fi
          prlease_stat "$entry"
          if [[ $pgrp == "$group" && $state != [ZX] ]]; then ((++others)); fi
        done
        prlease_count_away
      }
      prlease_leave_terminal() {
        local fields state parent pgrp
        if [[ -z $proc ]]; then return; fi
        prlease_stat "$proc/$group"
        if [[ $parent == "$$" ]]; then kill -s KILL "$$"; fi
      }
      prlease_orphaned() {
        echo 'ending orphaned' >&4
        prlease_find_away
        prlease_signal_away KILL
        prlease_leave_terminal
        if [[ -d ${prlease_control%/*} ]]; then
          command -p rm -f -- "$prlease_control" "$prlease_status"
          command -p rmdir -- "${prlease_control%/*}"
        fi
        kill -s KILL 0
      }
      prlease_until_alone() {
        prlease_left
        local patience=$(($1 < left ? $1 : left))
        local wall_due=$((wall + patience)) up_due=$((${up:-0} + patience)) budget=$patience
        while prlease_count_others; ((others > 0)) && { prlease_left; ((left > 0)); }; do
          if IFS= read -r -t 0.02 <&3; then
            :
          elif (($? > 128)); then
            budget=$((budget - 20))
          else
            prlease_orphaned
          fi
        done
      }
      prlease_watch() {
        local LC_ALL=C proc=$prlease_proc group=$prlease_group part= why=deadline line slice pause
        local wall up wall_due up_due budget grace left others=1
        local -A away=()
        cd /
        prlease_take $prlease_until
        echo "watching $group $BASHPID" >&4
        while prlease_left; ((left > grace)); do
          slice=$((left - grace > 500 ? 500 : left - grace))
          printf -v pause 0.%03d "$slice"
          if IFS= read -r -t "$pause" line <&3; then
            line=$part$line part=
            case $line in
              'until '*) prlease_take $line ;;
              'end '* | 'finish '*) why=${line%% *} grace=${line#* }; break ;;
            esac
          elif (($? > 128)); then
            part=$part$line budget=$((budget - slice))
          else
            prlease_orphaned
          fi
        done
        echo "ending $why" >&4
        if [[ $why == finish ]]; then
          prlease_until_alone 200
          if ((others > 0)); then echo "left $others" >&4; fi
        else
          prlease_find_away
        fi
        if ((others > 0)); then
          if [[ $why == deadline ]]; then
            prlease_signal_away TERM
            prlease_signal_away CONT
          fi
          kill -s TERM 0
          kill -s CONT 0
          prlease_until_alone "$grace"
        fi
        prlease_signal_away KILL
        kill -s KILL 0
      }
      prlease_begin() {
        trap '' $prlease_signals
        prlease_group=$BASHPID
        prlease_watch </dev/null >/dev/null 2>&1 6>&- &
        trap - $prlease_signals
        if ((--SHLVL < 1)); then unset SHLVL; fi
      }
      prlease_foreground() {
        if [[ -z $(jobs -s) ]]; then return 137; fi
        fg %1 >/dev/null
      }
      prlease_refuse() {
        echo "refused $2" >&4
        exit "$1"
      }
      prlease_check_program() {
        local path=$1 line= interpreter
        if ! type -P -- "$1" >/dev/null; then
          if [[ $1 == */* && -e $1 ]]; then prlease_refuse 126 cannot-run; fi
          prlease_refuse 127 not-found
        fi
        if [[ $1 != */* ]] && hash -- "$1"; then path=${BASH_CMDS[$1]}; fi
        if [[ -f $path ]]; then IFS= read -r -n 2 line <"$path"; fi
        if [[ $line != '#!' ]]; then return; fi
        IFS= read -r -n 256 line <"$path"
        interpreter=${line#'#!'}
        interpreter=${interpreter#"${interpreter%%[![:blank:]]*}"}
        interpreter=${interpreter%%[[:blank:]]*}
        if [[ -n $interpreter && ! ( -f $interpreter && -x $interpreter ) ]]; then
          printf -v interpreter %q "$interpreter"
          prlease_refuse 126 "no-interpreter $interpreter"
        fi
      }
      exec 6>&2 2>/dev/null
      prlease_control=$1 prlease_status=$2 prlease_proc=$3
      shift 3
      exec 5<>"$prlease_control" 3<"$prlease_control" 5>&- 4<>"$prlease_status" || exit 125
      if true </dev/tty; then exec 2</dev/tty; fi
      IFS= read -r prlease_until <&3 || exit 125
      prlease_check_program "$1"
      if prlease_too_late; then prlease_refuse 125 too-late; fi
      exec 4>&-
      set -m
      if [[ -t 2 ]]; then
        (
          prlease_begin
          exec -- "$@" 2>&6 3<&- 4>&- 6>&-
        ) 4<>"$prlease_status"
        prlease_code=$?
        trap '' TTOU
        while [[ -n $(jobs -s) ]]; do
          kill -s TSTP 0
          prlease_foreground
          prlease_code=$?
        done
      else
        (
          prlease_begin
          exec -- "$@" 2>&6 3<&- 4>&- 6>&-
        ) 4<>"$prlease_status" &
        set +m
        wait "$!"
        prlease_code=$?
        if [[ -n $(jobs -s) ]]; then
          while [[ -n $(jobs -s) ]]; do command -p sleep 0.1; done
          wait "$!"
          prlease_again=$?
          if ((prlease_again != 127)); then prlease_code=$prlease_again; fi
        fi
      fi
      exit "$prlease_code"
      """;
}
