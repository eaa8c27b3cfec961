package dev.prlease.core;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prlease.api.LeaseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.MethodCall;
import net.bytebuddy.implementation.StubMethod;
import org.junit.jupiter.api.Test;

/**
 * L27: elsewhere the tests of a keeper passed with its heartbeat deleted. Here one part of the
 * keeper after the other is deleted, and the test of {@link KeeperTest} that shows it must fail.
 */
final class CutOutTest {
  /** Loads core and its tests anew, one method of it without its body. */
  private static final class Cutting extends ClassLoader {
    private static final String CORE = CutOutTest.class.getPackageName();

    private final Optional<Cut> cut;

    Cutting(Optional<Cut> cut) {
      super(CutOutTest.class.getClassLoader());
      this.cut = cut;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(CORE + ".")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      Class<?> original = Class.forName(name, false, getParent());
      ClassFileLocator files = ClassFileLocator.ForClassLoader.of(getParent());
      byte[] bytes =
          cut.filter(each -> each.type().equals(original))
              .map(each -> each.outOf(original, files))
              .orElseGet(() -> bytes(name, files));
      return defineClass(name, bytes, 0, bytes.length);
    }

    private static byte[] bytes(String name, ClassFileLocator files) {
      try {
        return files.locate(name).resolve();
      } catch (IOException gone) {
        throw new UncheckedIOException(gone);
      }
    }
  }

  /** What is deleted. */
  private record Cut(Class<?> type, String method, Implementation instead) {
    byte[] outOf(Class<?> original, ClassFileLocator files) {
      return new ByteBuddy()
          .redefine(original, files)
          .method(named(method))
          .intercept(instead)
          .make()
          .getBytes();
    }
  }

  private static void run(Optional<Cut> cut, String test) throws Throwable {
    Class<?> tests = new Cutting(cut).loadClass(KeeperTest.class.getName());
    Constructor<?> constructor = tests.getDeclaredConstructor();
    constructor.setAccessible(true);
    Method method = tests.getDeclaredMethod(test);
    method.setAccessible(true);
    try {
      method.invoke(constructor.newInstance());
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
  }

  private static void assertShown(Class<?> type, String method, Implementation instead, String test)
      throws Throwable {
    run(Optional.empty(), test);
    Throwable red = catchThrowable(() -> run(Optional.of(new Cut(type, method, instead)), test));
    assertThat(red)
        .as("what %s says without %s", test, method)
        .isInstanceOfAny(AssertionError.class, LeaseException.class);
  }

  private static Implementation days(long count) throws NoSuchMethodException {
    return MethodCall.invoke(Duration.class.getMethod("ofDays", long.class)).with(count);
  }

  @Test
  void P11_L27_without_renewals_a_test_is_red() throws Throwable {
    assertShown(
        BatchRenewing.class,
        "renewStubbornly",
        StubMethod.INSTANCE,
        "P11_L27_a_kept_lease_outlives_its_ttl_many_times_and_without_a_keeper_it_does_not");
  }

  @Test
  void P11_without_looks_a_test_is_red() throws Throwable {
    assertShown(
        BatchLooking.class,
        "look",
        StubMethod.INSTANCE,
        "P11_a_break_is_noticed_within_ten_seconds");
  }

  @Test
  void P11_without_deadlines_a_test_is_red() throws Throwable {
    assertShown(
        Ending.class,
        "loseIfOver",
        days(1),
        "P11_loss_is_declared_at_the_deadline_when_the_store_cannot_be_reached");
  }

  @Test
  void P12_without_the_watch_for_steps_a_test_is_red() throws Throwable {
    assertShown(
        Keepers.class,
        "check",
        StubMethod.INSTANCE,
        "P12_a_clock_set_back_does_not_extend_a_lease_and_one_set_forward_ends_it_soon");
  }

  @Test
  void P11_L26_without_quick_retries_a_test_is_red() throws Throwable {
    assertShown(
        KeptGrant.class, "retryAfter", days(1), "P11_L26_a_failed_renewal_is_tried_again_soon");
  }
}
