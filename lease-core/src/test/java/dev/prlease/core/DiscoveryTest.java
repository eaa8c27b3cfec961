package dev.prlease.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.spi.AuditContext;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.GatedActionProvider;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class DiscoveryTest {
  private static final TestClock CLOCK = new TestClock();
  private static final StoreContext CONTEXT =
      new StoreContext(CLOCK, new TestScheduler(CLOCK), Map.of());

  private record Provider(String scheme, Function<String, LeaseStore> opener)
      implements LeaseStoreProvider {
    @Override
    public LeaseStore open(String location, StoreContext context) {
      return opener.apply(location);
    }
  }

  private static Provider provider(String scheme) {
    return new Provider(scheme, location -> new TestStore());
  }

  /** What code that heeds no nullness annotations may do. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // a misbehaving plugin
  private static <T> T nothing() {
    return null;
  }

  @Test
  void a_store_is_opened_by_its_scheme_with_the_rest_raw() {
    StringBuilder given = new StringBuilder();
    StoreProviders stores =
        StoreProviders.of(
            List.of(
                provider("memory"),
                new Provider(
                    "jdbc",
                    location -> {
                      given.append(location);
                      return new TestStore();
                    })));
    assertThat(stores.schemes()).containsExactly("jdbc", "memory");
    stores.open("jdbc:postgresql://db/x?y=z", CONTEXT);
    assertThat(given).hasToString("postgresql://db/x?y=z");
  }

  @Test
  void an_unknown_scheme_is_an_error_that_lists_what_is_there() {
    StoreProviders stores = StoreProviders.of(List.of(provider("file"), provider("memory")));
    assertThatThrownBy(() -> stores.open("redis:x", CONTEXT))
        .isInstanceOfSatisfying(
            LeaseConfigurationException.class,
            e -> assertThat(e.nextStep()).contains("file, memory"))
        .hasMessageContaining("'redis'");
    assertThatThrownBy(() -> stores.open("no colon", CONTEXT))
        .isInstanceOf(LeaseConfigurationException.class);
  }

  @Test
  void a_doubled_blank_or_malformed_id_is_an_error_that_names_the_plugin() {
    assertThatThrownBy(() -> StoreProviders.of(List.of(provider("file"), provider("file"))))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("two plugins")
        .hasMessageContaining(Provider.class.getName());
    for (String bad : new String[] {"", " ", "File", "a b", "-x"}) {
      assertThatThrownBy(() -> StoreProviders.of(List.of(provider(bad))))
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageContaining(Provider.class.getName());
    }
    assertThatThrownBy(() -> StoreProviders.of(List.of(provider(nothing()))))
        .isInstanceOf(LeaseConfigurationException.class);
  }

  @Test
  void a_plugin_that_returns_nothing_or_was_made_for_other_jars_is_named() {
    StoreProviders stores =
        StoreProviders.of(
            List.of(
                new Provider("none", location -> nothing()),
                new Provider(
                    "old",
                    location -> {
                      throw new NoSuchMethodError("gone");
                    })));
    assertThatThrownBy(() -> stores.open("none:", CONTEXT))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("returned null")
        .hasMessageContaining(Provider.class.getName());
    assertThatThrownBy(() -> stores.open("old:", CONTEXT))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("does not fit");
  }

  @Test
  void a_plugin_that_cannot_be_loaded_is_an_error_and_not_skipped() {
    for (Error error :
        new Error[] {
          new ServiceConfigurationError("no such class", new ClassNotFoundException("x.Y")),
          new NoClassDefFoundError("x/Y")
        }) {
      assertThatThrownBy(() -> StoreProviders.of(() -> failing(error)))
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageContaining("plugin");
    }
  }

  private static Iterator<LeaseStoreProvider> failing(Error error) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public LeaseStoreProvider next() {
        throw error;
      }
    };
  }

  @Test
  void actions_are_found_by_name_and_the_slf4j_sink_by_its_id() {
    GatedActionProvider provider =
        new GatedActionProvider() {
          @Override
          public String name() {
            return "label-it";
          }

          @Override
          public GatedAction<?> create(List<String> arguments, Map<String, String> environment) {
            throw new IllegalArgumentException("no label: " + arguments);
          }
        };
    GatedActionProviders actions = GatedActionProviders.of(List.of(provider));
    assertThat(actions.names()).containsExactly("label-it");
    assertThatThrownBy(() -> actions.create("label-it", List.of("x"), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> actions.create("other", List.of(), Map.of()))
        .isInstanceOf(LeaseConfigurationException.class);

    AuditSinkProviders sinks = AuditSinkProviders.discover();
    assertThat(sinks.ids()).contains("slf4j");
    assertThat(sinks.open("slf4j", new AuditContext(Map.of()))).isInstanceOf(Slf4jAuditSink.class);
  }
}
