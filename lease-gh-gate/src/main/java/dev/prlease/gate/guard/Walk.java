package dev.prlease.gate.guard;

import dev.prlease.gate.guard.shell.Node;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Goes through a script along all the ways that a shell may take, and keeps the states in which it
 * may be.
 *
 * <p>Whether a command succeeds nobody knows beforehand. So behind {@code test -d x && cd x} the
 * shell may be here or there, and what comes next is looked at in both. Of a list joined by {@code
 * &&} and {@code ||}, three sets are kept: the states in which it has succeeded so far, those in
 * which it has failed, and those in which a {@code cd} has failed. The last count where the script
 * itself says what is to happen then ({@code cd x || exit}), and else not: who writes {@code cd x;
 * git push} means x. Branches and loops join the states of their ways, loops after a second round
 * if the first changed any; what leaves the script is no way on. Sets that grow too large become
 * one state that knows only what all have in common.
 *
 * <p>Where this errs, it errs by looking at more states than there are. Every command is looked at
 * in one at least, also where no way leads to it.
 */
final class Walk {
  /** In all walks of one scan; further rounds would tell little. */
  static final int MOST_ROUNDS = 16;

  /** What the end of a command says about the next one. */
  enum Effect {
    /** It goes on, whether it succeeded or not. */
    ORDINARY,
    /** A directory was entered, if it succeeded. */
    MOVE,
    /** A loop or function was left. */
    RETURN,
    /** The script was left. */
    EXIT
  }

  /** Runs single commands in a state, which it changes. */
  interface Runner {
    Effect command(Node.Command command, ShellState state, boolean piped);

    /** Whether there may be one more round in a loop. */
    boolean oneMoreRound();
  }

  private enum Joint {
    FIRST,
    AND,
    OR
  }

  /** A list as far as it was gone through. */
  private static final class Chain {
    final List<ShellState> start;
    List<ShellState> success;
    List<ShellState> failure = List.of();
    List<ShellState> unlikely = List.of();
    Joint joint = Joint.FIRST;

    /** Whether something came behind the last joint. */
    boolean acted;

    Chain(List<ShellState> start) {
      this.start = start;
      this.success = start;
    }

    List<ShellState> input() {
      return joint == Joint.OR ? ShellState.union(failure, unlikely) : success;
    }

    void add(List<ShellState> ok, List<ShellState> bad, List<ShellState> failedMove) {
      acted = true;
      switch (joint) {
        case FIRST -> {
          success = ok;
          failure = bad;
          unlikely = failedMove;
        }
        case AND -> {
          success = ok;
          failure = ShellState.union(failure, bad);
          unlikely = ShellState.union(unlikely, failedMove);
        }
        case OR -> {
          success = ShellState.union(success, ok);
          failure = bad;
          unlikely = failedMove;
        }
      }
    }

    void join(Joint next) {
      if (!acted) {
        // A subshell, or arithmetic: it changes nothing, and may fail.
        List<ShellState> same = input();
        add(same, same, List.of());
      }
      joint = next;
      acted = false;
    }
  }

  /** A compound command that is open. */
  private static final class Frame {
    final Node.Keyword.Kind kind;
    final Chain outer;
    final boolean reached;
    List<ShellState> entry;
    List<ShellState> exits = List.of();
    int body;
    boolean waits = true;
    boolean always;
    boolean again;

    Frame(Node.Keyword.Kind kind, Chain outer, boolean reached, List<ShellState> entry) {
      this.kind = kind;
      this.outer = outer;
      this.reached = reached;
      this.entry = entry;
    }
  }

  private final Runner runner;
  private final Deque<Frame> frames = new ArrayDeque<>();
  private Chain chain;
  private List<ShellState> failedMoves = List.of();
  private boolean piped;
  private boolean exited;
  private boolean returned;

  /** Whether a joint or pipe is the last that was met: lines may end there. */
  private boolean fresh;

  private Walk(Runner runner, List<ShellState> start) {
    this.runner = runner;
    this.chain = new Chain(start);
  }

  /** The states in which {@code nodes} may end if they start in those of {@code start}. */
  static List<ShellState> along(List<Node> nodes, List<ShellState> start, Runner runner) {
    Walk walk = new Walk(runner, start);
    walk.go(nodes);
    walk.endList();
    return walk.chain.start;
  }

  private void go(List<Node> nodes) {
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      if (node instanceof Node.Command command) {
        boolean feeds =
            i + 1 < nodes.size()
                && nodes.get(i + 1) instanceof Node.Operator operator
                && operator.text().equals("|");
        command(command, feeds);
        fresh = false;
      } else if (node instanceof Node.Scope scope) {
        along(scope.nodes(), reachable(), runner);
        fresh = false;
      } else if (node instanceof Node.Operator operator) {
        operator(operator.text());
      } else if (node instanceof Node.Keyword keyword) {
        fresh = false;
        i = keyword(keyword.kind(), i);
      }
    }
  }

  /** Where no way leads, the start of the list serves. */
  private List<ShellState> reachable() {
    List<ShellState> input = chain.input();
    return input.isEmpty() ? chain.start : input;
  }

  private void command(Node.Command command, boolean feeds) {
    List<ShellState> input = chain.input();
    List<ShellState> after = ShellState.copies(reachable());
    Effect effect = Effect.ORDINARY;
    for (ShellState state : after) {
      effect = runner.command(command, state, piped);
    }
    if (feeds) {
      // All but the last of a pipeline run in shells of their own.
      return;
    }
    after = ShellState.union(piped ? input : List.of(), after);
    if (input.isEmpty()) {
      chain.add(List.of(), List.of(), List.of());
      return;
    }
    boolean joined = chain.joint != Joint.FIRST;
    switch (effect) {
      case ORDINARY -> chain.add(after, after, List.of());
      case MOVE -> chain.add(after, List.of(), input);
      case EXIT -> {
        exited |= !joined;
        chain.add(List.of(), List.of(), List.of());
      }
      case RETURN -> {
        returned |= !joined;
        if (joined) {
          chain.add(List.of(), List.of(), List.of());
        } else {
          chain.add(after, after, List.of());
        }
      }
    }
  }

  private void operator(String text) {
    if (fresh && text.equals("\n")) {
      return;
    }
    piped = text.equals("|");
    fresh = piped || text.equals("&&") || text.equals("||");
    switch (text) {
      case "|" -> {}
      case "&&" -> chain.join(Joint.AND);
      case "||" -> chain.join(Joint.OR);
      case "&" -> {
        failedMoves = List.of();
        chain = new Chain(chain.start);
      }
      default -> endList();
    }
  }

  private void endList() {
    if (!chain.acted) {
      if (chain.joint == Joint.FIRST) {
        return;
      }
      chain.join(Joint.FIRST);
    }
    failedMoves = chain.unlikely;
    List<ShellState> end = ShellState.union(chain.success, chain.failure);
    chain = new Chain(end.isEmpty() ? chain.start : end);
  }

  /** Where to go on: at {@code at}, or before it. */
  private int keyword(Node.Keyword.Kind kind, int at) {
    switch (kind) {
      case GROUP, IF, LOOP, CASE -> open(kind);
      case THEN, DO -> body(kind, at);
      case ELIF, ELSE -> {
        Frame frame = frames.peek();
        if (frame != null && frame.kind == Node.Keyword.Kind.IF) {
          nextWay(frame, frame.entry);
          frame.always |= kind == Node.Keyword.Kind.ELSE;
          frame.waits = kind == Node.Keyword.Kind.ELIF;
        }
      }
      case PATTERN, DEFAULT, ARM, FALL -> arm(kind);
      case END_GROUP -> endGroup();
      case FI, ESAC -> endBranches(kind);
      case DONE -> {
        return endLoop(at);
      }
    }
    return at;
  }

  private void open(Node.Keyword.Kind kind) {
    List<ShellState> input = chain.input();
    List<ShellState> start = reachable();
    frames.push(new Frame(kind, chain, !input.isEmpty(), start));
    chain = new Chain(start);
    exited = false;
    returned = false;
  }

  private void body(Node.Keyword.Kind kind, int at) {
    endList();
    Node.Keyword.Kind wanted =
        kind == Node.Keyword.Kind.DO ? Node.Keyword.Kind.LOOP : Node.Keyword.Kind.IF;
    Frame top = frames.peek();
    if (top == null || top.kind != wanted || !top.waits) {
      // A loop over words, which has no condition.
      open(wanted);
    }
    Frame frame = frames.element();
    frame.waits = false;
    frame.body = at;
    frame.entry = ShellState.union(chain.start, failedMoves);
    if (kind == Node.Keyword.Kind.DO) {
      chain = new Chain(frame.entry);
    }
    exited = false;
  }

  /** One way through branches is over, and the next begins in {@code start}. */
  private void nextWay(Frame frame, List<ShellState> start) {
    endList();
    frame.exits = ShellState.union(frame.exits, exited ? List.of() : chain.start);
    chain = new Chain(start);
    exited = false;
  }

  private void arm(Node.Keyword.Kind kind) {
    Frame frame = frames.peek();
    if (frame == null || frame.kind != Node.Keyword.Kind.CASE) {
      return;
    }
    switch (kind) {
      case PATTERN -> frame.waits = false;
      case DEFAULT -> frame.always = true;
      case FALL -> {
        endList();
        nextWay(frame, ShellState.union(frame.entry, chain.start));
        frame.waits = true;
      }
      default -> {
        nextWay(frame, frame.entry);
        frame.waits = true;
      }
    }
  }

  private void endBranches(Node.Keyword.Kind end) {
    Frame frame = frames.peek();
    boolean isCase = end == Node.Keyword.Kind.ESAC;
    if (frame == null || frame.kind != (isCase ? Node.Keyword.Kind.CASE : Node.Keyword.Kind.IF)) {
      return;
    }
    if (!isCase || !frame.waits) {
      nextWay(frame, frame.entry);
    }
    List<ShellState> exits =
        frame.always ? frame.exits : ShellState.union(frame.exits, frame.entry);
    close(frame, exits.isEmpty() ? frame.entry : exits, exits.isEmpty());
  }

  private int endLoop(int at) {
    Frame frame = frames.peek();
    if (frame == null || frame.kind != Node.Keyword.Kind.LOOP) {
      return at;
    }
    endList();
    List<ShellState> after = ShellState.union(frame.entry, chain.start);
    boolean changed = !ShellState.same(after, frame.entry);
    if (changed && !frame.again && !frame.waits && runner.oneMoreRound()) {
      frame.again = true;
      frame.entry = after;
      chain = new Chain(after);
      return frame.body;
    }
    close(frame, after, false);
    return at;
  }

  private void endGroup() {
    Frame frame = frames.peek();
    if (frame == null || frame.kind != Node.Keyword.Kind.GROUP) {
      return;
    }
    endList();
    boolean left = (exited || returned) && frame.outer.joint != Joint.FIRST;
    close(frame, left ? List.of() : chain.start, exited && !left);
  }

  private void close(Frame frame, List<ShellState> end, boolean leaves) {
    frames.pop();
    chain = frame.outer;
    List<ShellState> result = frame.reached ? end : List.of();
    chain.add(result, result, List.of());
    exited = leaves;
    returned = false;
  }
}
