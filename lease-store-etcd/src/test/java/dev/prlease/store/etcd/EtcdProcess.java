package dev.prlease.store.etcd;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real etcd, which ends with this JVM, however that ends: a shell waits for the end of its input,
 * which comes when this process is gone, and then kills it.
 */
final class EtcdProcess implements AutoCloseable {
  private static final String SCRIPT =
      "\"$@\" </dev/null >\"$LOG\" 2>&1 & pid=$!; echo $pid; read gone; kill -9 $pid; wait $pid";

  private final Process shell;
  private final long pid;

  /** Starts one with {@code arguments}, its output in {@code log}. */
  EtcdProcess(Path log, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh", "etcd"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LOG", log.toString());
    builder.environment().keySet().removeIf(name -> name.startsWith("ETCD"));
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      shell = builder.start();
      BufferedReader said =
          new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
      pid = Long.parseLong(String.valueOf(said.readLine()));
    } catch (IOException failed) {
      throw new IllegalStateException("no etcd could be started", failed);
    }
  }

  boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** Stops it in the middle of whatever it does, or lets it go on. */
  void signal(String name) {
    try {
      Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid).start();
      kill.waitFor();
    } catch (IOException failed) {
      throw new IllegalStateException("no signal " + name, failed);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills it, whatever it does. */
  @Override
  public void close() {
    try {
      shell.getOutputStream().close();
      if (!shell.waitFor(30, TimeUnit.SECONDS)) {
        shell.destroyForcibly();
      }
    } catch (IOException gone) {
      shell.destroyForcibly();
    } catch (InterruptedException interrupt) {
      shell.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
