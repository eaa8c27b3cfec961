package dev.prlease.testkit.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rules about code, to be checked on its classes: {@code
 * Walls.onlyReadsTheClock("dev.prlease.spi.SystemClock").check(classes)}. {@link
 * ArchitectureContract} applies them to a plugin or a host; a larger program picks what it needs.
 *
 * <p>{@code allowed} names those to whom a rule does not apply: a class by its full name, with all
 * that is nested in it, or a package and all below it by a name that ends in {@code ..}. Of a rule
 * that finds no class to judge ArchUnit makes a failure.
 */
public final class Walls {
  private static final String[] LANGUAGE = {"java..", "org.jspecify.annotations.."};

  private Walls() {}

  /**
   * The classes of {@code module} use those of {@code others} only, and the JDK's.
   *
   * @param module a package and all below it, {@code dev.prlease.json..}
   * @param others packages of the same form
   */
  public static ArchRule usesOnly(String module, String... others) {
    List<String> allowed = new ArrayList<>(List.of(LANGUAGE));
    allowed.add(module);
    allowed.addAll(Arrays.asList(others));
    return classes()
        .that()
        .resideInAPackage(module)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed.toArray(String[]::new));
  }

  /** Nobody but those in {@code allowed} uses classes of {@code packages}. */
  public static ArchRule onlyUsedBy(List<String> allowed, String... packages) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(allowed.toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages);
  }

  /**
   * Time comes from a {@link dev.prlease.spi.Clock} that is handed in: nobody else asks the machine
   * for it, by whatever class of the JDK.
   */
  public static ArchRule onlyReadsTheClock(String... allowed) {
    return noClasses()
        .that(areNot(allowed))
        .should()
        .accessTargetWhere(
            describe(
                "it is the machine's clock",
                access ->
                    isNamed(access, "java.lang.System", "currentTimeMillis", "nanoTime")
                        || (isInJavaTime(access) && access.getTarget().getName().equals("now"))
                        || isClockFactory(access)
                        || isNamed(access, "java.util.Calendar", "getInstance")
                        || isNewDate(access)));
  }

  private static boolean isInJavaTime(JavaAccess<?> access) {
    return access.getTargetOwner().getPackageName().startsWith("java.time");
  }

  private static boolean isClockFactory(JavaAccess<?> access) {
    String name = access.getTarget().getName();
    return (access.getTargetOwner().getName().equals("java.time.Clock")
            && (name.startsWith("system") || name.startsWith("tick")))
        || (access.getTargetOwner().getName().equals("java.time.InstantSource")
            && name.equals("system"));
  }

  private static boolean isNewDate(JavaAccess<?> access) {
    return isNamed(access, "java.util.Date", "<init>")
        && access.getTarget().getFullName().endsWith("<init>()");
  }

  /** Nobody else starts a process. */
  public static ArchRule onlyStartsProcesses(String... allowed) {
    return noClasses()
        .that(areNot(allowed))
        .should()
        .accessTargetWhere(
            describe(
                "it starts a process",
                access ->
                    isNamed(access, "java.lang.Runtime", "exec")
                        || isNamed(
                            access,
                            "java.lang.ProcessBuilder",
                            "<init>",
                            "start",
                            "startPipeline")));
  }

  /** Nobody else makes a thread, or a pool of them, or uses one that the whole JVM shares. */
  public static ArchRule onlyMakesThreads(String... allowed) {
    return noClasses()
        .that(areNot(allowed))
        .should()
        .accessTargetWhere(
            describe(
                "it makes a thread",
                access ->
                    isConstructorOf(access, "java.lang.Thread")
                        || isNamed(
                            access,
                            "java.lang.Thread",
                            "startVirtualThread",
                            "ofVirtual",
                            "ofPlatform")
                        || isAnyOf(access, "java.util.concurrent.Executors")
                        || isConstructorOf(access, "java.util.concurrent.ThreadPoolExecutor")
                        || isAnyOf(access, "java.util.concurrent.ForkJoinPool")
                        || isConstructorOf(access, "java.util.Timer")
                        || (isAnyOf(access, "java.util.concurrent.CompletableFuture")
                            && access.getTarget().getName().endsWith("Async"))
                        || access.getTarget().getName().equals("parallelStream")));
  }

  /** Nobody else ends the JVM, or hooks into its end. */
  public static ArchRule onlyHooksTheShutdown(String... allowed) {
    return noClasses()
        .that(areNot(allowed))
        .should()
        .accessTargetWhere(
            describe(
                "it is a shutdown hook or an exit",
                access ->
                    isNamed(access, "java.lang.Runtime", "addShutdownHook", "exit", "halt")
                        || isNamed(access, "java.lang.System", "exit")));
  }

  /**
   * Waiting goes through a {@link dev.prlease.spi.Scheduler} that is handed in: nobody else sleeps,
   * parks, or waits for a thread.
   */
  public static ArchRule onlyWaits(String... allowed) {
    return noClasses()
        .that(areNot(allowed))
        .should()
        .accessTargetWhere(
            describe(
                "it waits",
                access ->
                    isNamed(access, "java.lang.Thread", "sleep", "join", "onSpinWait", "yield")
                        || isNamed(access, "java.lang.Object", "wait")
                        || (isAnyOf(access, "java.util.concurrent.locks.LockSupport")
                            && access.getTarget().getName().startsWith("park"))
                        || isNamed(
                            access,
                            "java.util.concurrent.TimeUnit",
                            "sleep",
                            "timedWait",
                            "timedJoin")
                        || isNamed(access, "java.util.concurrent.CountDownLatch", "await")
                        || isNamed(access, "java.util.concurrent.CyclicBarrier", "await")
                        || isNamed(
                            access,
                            "java.util.concurrent.locks.Condition",
                            "await",
                            "awaitNanos",
                            "awaitUntil",
                            "awaitUninterruptibly")
                        || isNamed(access, "java.util.concurrent.Future", "get")
                        || isNamed(
                            access, "java.util.concurrent.CompletableFuture", "get", "join")));
  }

  /**
   * No class of {@code packages} has a static field that can be set.
   *
   * @param packages a package and all below it, {@code dev.prlease..}
   */
  public static ArchRule hasNoMutableStatics(String packages) {
    return fields()
        .that()
        .areStatic()
        .and()
        .areDeclaredInClassesThat()
        .resideInAPackage(packages)
        .should()
        .beFinal()
        .allowEmptyShould(true); // no static field at all is what is wanted
  }

  private static DescribedPredicate<JavaClass> areNot(String... allowed) {
    List<String> names = List.of(allowed);
    return DescribedPredicate.not(
        describe(
            "one of " + names,
            type ->
                names.stream()
                    .anyMatch(
                        name ->
                            name.endsWith("..")
                                ? resideInAnyPackage(name).test(type)
                                : type.getName().equals(name)
                                    || type.getName().startsWith(name + "$"))));
  }

  private static boolean isNamed(JavaAccess<?> access, String owner, String... names) {
    return access.getTargetOwner().getName().equals(owner)
        && List.of(names).contains(access.getTarget().getName());
  }

  private static boolean isAnyOf(JavaAccess<?> access, String owner) {
    return access.getTargetOwner().getName().equals(owner);
  }

  /**
   * Of the class itself or of a subclass in the JDK; a constructor's call of its own super is one.
   */
  private static boolean isConstructorOf(JavaAccess<?> access, String owner) {
    return access.getTarget().getName().equals("<init>")
        && access.getTargetOwner().isAssignableTo(owner);
  }
}
