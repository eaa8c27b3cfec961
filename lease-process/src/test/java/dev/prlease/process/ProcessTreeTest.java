package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for processes that are not this one's children. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessTreeTest {
  private final Set<ProcessHandle> started = new HashSet<>();

  @AfterEach
  void endAll() {
    started.forEach(ProcessHandle::destroyForcibly);
  }

  /** Starts Python, which prints a process id; it runs on and waits for nobody. */
  private ProcessHandle python(String script) throws IOException {
    Process process = new ProcessBuilder("python3", "-c", script + "\ntime.sleep(1000)").start();
    started.add(process.toHandle());
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      ProcessHandle handle = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
      started.add(handle);
      return handle;
    }
  }

  private static char state(ProcessHandle process) throws IOException {
    return ProcessStat.read(Path.of("/proc", Long.toString(process.pid()))).state();
  }

  @Test
  @DisplayName("What has ended is gone, though its parent never waits for it")
  void zombie() throws Exception {
    ProcessHandle child =
        python(
            """
            import subprocess, time
            print(subprocess.Popen(["sleep", "1000"]).pid, flush=True)
            """);
    assertThat(ProcessTree.await(List.of(child), Duration.ZERO)).isFalse();
    child.destroyForcibly();
    assertThat(ProcessTree.await(List.of(child), Duration.ofMinutes(10))).isTrue();
    assertThat(state(child)).isEqualTo('Z');
    ProcessTree.kill(new HashSet<>(Set.of(child)));
  }

  @Test
  @DisplayName("A process of which only the first thread has ended is not gone until it is killed")
  void firstThreadEnded() throws Exception {
    ProcessHandle process =
        python(
            """
            import ctypes, os, threading, time
            threading.Thread(target=time.sleep, args=(1000,)).start()
            print(os.getpid(), flush=True)
            exit_thread = {"x86_64": 60, "aarch64": 93}[os.uname().machine]
            ctypes.CDLL(None).syscall(exit_thread, 0)
            """);
    while (state(process) != 'Z') {
      Thread.onSpinWait();
    }
    assertThat(ProcessTree.await(List.of(process), Duration.ofMillis(1))).isFalse();
    ProcessTree.kill(new HashSet<>(Set.of(process)));
    assertThat(ProcessTree.await(List.of(process), Duration.ofMinutes(10))).isTrue();
  }

  @Test
  @DisplayName("A5 time is counted, not looks: interrupts do not cut the waiting short")
  void interruptedOften() throws Exception {
    ProcessHandle process = python("import os, time\nprint(os.getpid(), flush=True)");
    AtomicBoolean gone = new AtomicBoolean();
    Thread waiter =
        new Thread(() -> gone.set(ProcessTree.await(List.of(process), Duration.ofSeconds(30))));
    waiter.start();
    // More looks than thirty seconds have, in much less.
    for (int i = 0; i < 3_100 && waiter.isAlive(); i++) {
      waiter.interrupt();
      while (waiter.isInterrupted() && waiter.isAlive()) {
        Thread.onSpinWait();
      }
    }
    process.destroyForcibly();
    waiter.join();
    assertThat(gone).isTrue();
  }
}
