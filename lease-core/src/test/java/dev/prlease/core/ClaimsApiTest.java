package dev.prlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Claimant;
import dev.prlease.api.claim.Remote;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a caller of claims can say at all. */
final class ClaimsApiTest {
  @Test
  void AC14_nothing_that_a_caller_can_say_declares_ownership_or_eligibility() {
    List<Class<?>> said = new ArrayList<>();
    for (Method method : Claims.class.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())) {
        said.addAll(List.of(method.getParameterTypes()));
      }
    }
    for (Class<?> type :
        List.of(ClaimRequest.class, ClaimTerms.class, Claimant.class, Remote.class)) {
      for (RecordComponent component : type.getRecordComponents()) {
        said.add(component.getType());
      }
    }
    assertThat(said)
        .hasSizeGreaterThan(15)
        .doesNotContain(boolean.class, Boolean.class)
        .noneMatch(Class::isEnum);
  }
}
