package dev.prlease.cli;

/** The command in a JVM in which a plugin has a shutdown hook. */
public final class HookedMain {
  private HookedMain() {}

  /** Runs one command. */
  public static void main(String[] words) {
    Runtime.getRuntime().addShutdownHook(new Thread(HookedMain::hook, "plugin"));
    Main.main(words);
  }

  /** Outlasts the command's own hook, if that runs: ended by it, it could not. */
  private static void hook() {
    try {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().equals("prlease-signal")) {
          thread.join();
        }
      }
      System.out.println("the plugin's hook ran to its end");
    } catch (InterruptedException nobodyInterruptsHooks) {
      Thread.currentThread().interrupt();
    }
  }
}
