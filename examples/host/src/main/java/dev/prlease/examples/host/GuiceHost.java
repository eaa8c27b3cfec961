package dev.prlease.examples.host;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.guice.LeaseLifecycle;
import dev.prlease.guice.LeaseModule;
import java.io.PrintStream;
import java.util.Map;

/** The application, wired with Guice. */
public final class GuiceHost {
  private GuiceHost() {}

  /** Finishes the pull request that the argument names, such as {@code acme/app#42}. */
  public static void main(String[] arguments) throws Exception {
    run(arguments[0], System.getenv(), System.out);
  }

  static void run(String key, Map<String, String> environment, PrintStream out) throws Exception {
    Injector injector =
        Guice.createInjector(
            LeaseModule.at("file:").audit("jsonl", "slf4j").environment(environment),
            new AbstractModule() {
              @Override
              protected void configure() {
                bind(Holder.class).toInstance(Holder.ofProgram("the finisher"));
              }
            });
    LeaseLifecycle lifecycle = injector.getInstance(LeaseLifecycle.class);
    try {
      out.println(injector.getInstance(Finisher.class).finish(LeaseKey.parse(key)));
    } finally {
      lifecycle.close();
    }
  }
}
