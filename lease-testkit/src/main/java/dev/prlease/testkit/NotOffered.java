package dev.prlease.testkit;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.function.ThrowingConsumer;

/**
 * Selects tests by what a place offers, and says once a contract is through what was not shown for
 * want of what: in the log, and as a report entry named {@value #ENTRY}.
 */
public final class NotOffered implements AfterAllCallback, InvocationInterceptor {
  /** The report entry's name. */
  public static final String ENTRY = "not offered";

  /** For JUnit. */
  public NotOffered() {}

  private static final String PREFIX = "not offered: ";
  private static final ExtensionContext.Namespace OWN =
      ExtensionContext.Namespace.create(NotOffered.class);

  /**
   * A test that needs something a place need not offer: one test if it does, and none, with a note,
   * if it does not. So nothing counts as skipped that this place cannot show.
   */
  public static <T> Stream<DynamicTest> with(
      Optional<T> capability, String what, ThrowingConsumer<? super T> test) {
    if (capability.isEmpty()) {
      return Stream.of(DynamicTest.dynamicTest(PREFIX + what, () -> {}));
    }
    T offered = capability.get();
    return Stream.of(DynamicTest.dynamicTest("with " + what, () -> test.accept(offered)));
  }

  /** Takes the notes out of what a factory made, and keeps them. */
  @Override
  @SuppressWarnings("unchecked") // a stream of dynamic tests becomes a stream of dynamic tests
  public <T> T interceptTestFactoryMethod(
      Invocation<T> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    T made = invocation.proceed();
    if (!(made instanceof Stream<?> stream)) {
      return made;
    }
    List<Object> tests = new ArrayList<>();
    for (Object each : stream.toList()) {
      if (each instanceof DynamicTest test && test.getDisplayName().startsWith(PREFIX)) {
        String what = test.getDisplayName().substring(PREFIX.length());
        notes(context).add(what, context.getDisplayName());
      } else {
        tests.add(each);
      }
    }
    return (T) tests.stream();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Notes notes = notes(context);
    if (context.getEnclosingTestClasses().isEmpty() && !notes.isEmpty()) {
      String text = context.getRequiredTestClass().getSimpleName() + " " + notes.text();
      context.publishReportEntry(ENTRY, text);
      System.getLogger(NotOffered.class.getName()).log(System.Logger.Level.INFO, text);
    }
  }

  /** The notes of the outermost class, which the suites in it share. */
  private static Notes notes(ExtensionContext context) {
    ExtensionContext outermost = context;
    while (outermost.getParent().flatMap(ExtensionContext::getTestClass).isPresent()) {
      outermost = outermost.getParent().orElseThrow();
    }
    return outermost.getStore(OWN).computeIfAbsent(Notes.class, made -> new Notes(), Notes.class);
  }

  /** What was not offered, and which tests would have needed it. */
  private static final class Notes {
    private static final Comparator<String> BY_NUMBER =
        Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    private final Map<String, List<String>> testsByNeed = new LinkedHashMap<>();

    synchronized void add(String what, String test) {
      testsByNeed.computeIfAbsent(what, fresh -> new ArrayList<>()).add(test);
    }

    synchronized boolean isEmpty() {
      return testsByNeed.isEmpty();
    }

    synchronized String text() {
      int count = testsByNeed.values().stream().mapToInt(List::size).sum();
      StringBuilder text = new StringBuilder();
      text.append("leaves ")
          .append(count)
          .append(count == 1 ? " test" : " tests")
          .append(" out, for want of");
      testsByNeed.forEach(
          (what, tests) ->
              text.append("\n  ")
                  .append(what)
                  .append(": ")
                  .append(tests.size())
                  .append(" of ")
                  .append(String.join(", ", rules(tests))));
      return text.toString();
    }

    /** The rules' numbers, where tests have them. */
    private static Set<String> rules(List<String> tests) {
      Set<String> rules = new TreeSet<>(BY_NUMBER);
      for (String test : tests) {
        int space = test.indexOf(' ');
        String first = space < 0 ? test : test.substring(0, space);
        rules.add(first.chars().anyMatch(Character::isDigit) ? first : '"' + test + '"');
      }
      return rules;
    }
  }
}
