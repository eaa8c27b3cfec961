package dev.prlease.mcp.tool;

/** Arguments and words that several tools share. */
final class Shared {
  static final String REPOSITORY = "repository";
  static final String NUMBER = "pull_request";
  static final String SESSION = "session";
  static final String ISSUE_NUMBER = "issue";
  static final String WORKTREE_PATH = "worktree";
  static final String HOLDER_PID = "holder_pid";
  static final String NO_LIST = "items";

  static final String LOOK_FIRST =
      "Nobody knows whether it happened: look at the pull request and call lease_status before you"
          + " do anything else.";
  static final String TELL_THE_USER =
      "Read `message`; if that does not say what to change, tell the user.";

  private static final int LONGEST_NAME = 300;
  private static final int LONGEST_DURATION = 30;
  private static final int LONGEST_SESSION = 200;

  static final Parameter.Type DURATION = new Parameter.Type.Text(LONGEST_DURATION);
  static final Parameter.Type NAME = new Parameter.Type.Text(LONGEST_NAME);

  static final Parameter REPO =
      Parameter.required(
          REPOSITORY,
          NAME,
          "The repository, as owner/name; on another host than github.com, host/owner/name.");
  static final Parameter PULL_REQUEST =
      Parameter.required(
          NUMBER,
          new Parameter.Type.Whole(1, Integer.MAX_VALUE),
          "The number of the pull request.");
  static final Parameter ISSUE =
      Parameter.required(
          ISSUE_NUMBER, new Parameter.Type.Whole(1, Integer.MAX_VALUE), "The number of the issue.");
  static final Parameter WHO =
      Parameter.optional(
          SESSION,
          new Parameter.Type.Text(LONGEST_SESSION),
          "Who acts. Leave it out: then it is this server's own session (PRLEASE_SESSION, else that"
              + " of the git worktree that the server was started in, else one made for it). Only"
              + " if you drive several independent tasks that must exclude each other, give each a"
              + " name that you made up yourself, and use the same name in all calls of that task."
              + " Never put in an owner_session_id that you read in an answer: that is somebody"
              + " else, and a session that holds the lease without having taken it through this"
              + " server is refused.");
  static final Parameter TTL =
      Parameter.optional(
          "ttl",
          DURATION,
          "How long the lease lasts if nobody renews it, such as 90s, 15m or 2h; 15m if left out,"
              + " at most 24h. This server renews it while you keep calling tools, so a long one is"
              + " seldom needed.");
  static final Parameter WAIT =
      Parameter.optional(
          "wait",
          DURATION,
          "Wait so long for a lease that another session holds, such as 45s. Left out, the call"
              + " comes back at once. Tells of the wait in progress notifications; if your client"
              + " does not count those, stay below its limit for one call, often a minute.");

  private Shared() {}
}
