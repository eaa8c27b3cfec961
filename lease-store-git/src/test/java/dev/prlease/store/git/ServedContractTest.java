package dev.prlease.store.git;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The same rules over a network: HTTP, and in the second pass of {@code bin/test} git's own
 * protocol. Who comes first decides git itself, whatever it came by: that is shown over a path.
 */
@ExtendWith(ServedContractTest.NoCrowds.class)
final class ServedContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() throws Exception {
    return Boolean.getBoolean("test.again") ? daemon() : http();
  }

  /** Leaves out the tests of many threads, which take minutes. */
  static final class NoCrowds implements ExecutionCondition {
    private static final List<String> CROWDS =
        List.of("LS_2_of_many_", "LS_16_", "LS_10_a_reader_never_", "LS_17_an_interrupt_in_the_");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return context
          .getTestMethod()
          .filter(method -> CROWDS.stream().anyMatch(method.getName()::startsWith))
          .map(method -> ConditionEvaluationResult.disabled("GitStoreContractTest runs it"))
          .orElseGet(() -> ConditionEvaluationResult.enabled("quiet"));
    }
  }

  private static StoreFixture http() throws Exception {
    BareRepository repository = new BareRepository();
    HttpGit server = HttpGit.serve(repository);
    return GitPlaces.served(repository, server.url(), server);
  }

  private static StoreFixture daemon() throws Exception {
    BareRepository repository = new BareRepository();
    GitDaemon server = GitDaemon.serve(repository);
    return GitPlaces.served(repository, server.url(), server);
  }
}
