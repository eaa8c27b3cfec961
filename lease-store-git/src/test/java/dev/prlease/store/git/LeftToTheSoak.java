package dev.prlease.store.git;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Takes out of {@code bin/test} what takes minutes with git and shows nothing of it: of leases, the
 * tests that let hours of virtual time pass, with a look at the slot every ten seconds of it, which
 * {@code bin/soak git-leases} runs; and over a network the tests of many threads, since who comes
 * first decides git itself, whatever it came by, and {@link GitStoreContractTest} shows that.
 */
@SuppressWarnings("exports") // a service has to be public, and nobody sees this one
public final class LeftToTheSoak implements PostDiscoveryFilter {
  private static final Map<String, List<String>> LEFT =
      Map.of(
          GitLeaseManagerTest.class.getName(),
          List.of(
              "L44_after_a_wait_",
              "P13_a_wait_",
              "P14_P11_the_keeper_of_",
              "P14_a_handle_frees_what_it_renewed_",
              "L51_nothing_of_a_key_stays_",
              "P11_several_leases_",
              "P11_L10_a_kept_lease_",
              "P11_L33_a_listener_",
              "P11_P14_a_kept_lease_",
              "P11_P7_renewals_",
              "P11_L29_",
              "P11_a_closed_keeper_",
              "P11_L31_",
              "P11_L52_",
              "P11_L27_"),
          ServedContractTest.class.getName(),
          List.of(
              "LS_2_of_many_",
              "LS_16_",
              "LS_10_a_reader_never_",
              "LS_17_an_interrupt_in_the_",
              "GC_8_while_"));

  /** For JUnit. */
  public LeftToTheSoak() {}

  @Override
  public FilterResult apply(TestDescriptor test) {
    if (!(test.getSource().orElse(null) instanceof MethodSource method)) {
      return FilterResult.included("no method");
    }
    boolean left =
        LEFT.getOrDefault(outermost(test), List.of()).stream()
            .anyMatch(method.getMethodName()::startsWith);
    return left ? FilterResult.excluded("it takes minutes with git") : FilterResult.included("");
  }

  /** The class that the method's test is of, whatever contract it is inherited from. */
  private static String outermost(TestDescriptor test) {
    String name = "";
    for (Optional<TestDescriptor> at = Optional.of(test); at.isPresent(); ) {
      TestDescriptor each = at.get();
      if (each.getSource().orElse(null) instanceof ClassSource source) {
        name = source.getClassName();
      }
      at = each.getParent();
    }
    return name;
  }
}
