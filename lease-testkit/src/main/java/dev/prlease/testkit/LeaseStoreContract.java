package dev.prlease.testkit;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What every {@link dev.prlease.spi.LeaseStore} must do, as a suite: a test or more for each of the
 * rules LS-1 to LS-21, named by the rule's number.
 *
 * <p>Subclass it in the store's own tests and write one method:
 *
 * <pre>
 * final class MyStoreContractTest extends LeaseStoreContract {
 *   &#64;Override
 *   protected StoreFixture newPlace() {
 *     String name = …;                              // a fresh, empty place
 *     return StoreFixture.of(() -&gt; new MyStore(name));
 *   }
 * }
 * </pre>
 *
 * <p>What a place offers beyond that, see {@link StoreFixture}, lets more tests run; what the
 * others would need is said once all have run, rule by rule ({@link NotOffered}).
 */
@ExtendWith(NotOffered.class)
public abstract class LeaseStoreContract {
  /** For subclasses. */
  protected LeaseStoreContract() {}

  /** Makes a fresh, empty place for slots; called once a test, which closes it. */
  protected abstract StoreFixture newPlace() throws Exception;

  @Nested
  @DisplayName("compare and exchange")
  class Exchanging extends ExchangeRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseStoreContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("vacant slots and fences")
  class Fencing extends FenceRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseStoreContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("keys")
  class Keying extends KeyRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseStoreContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("records")
  class Recording extends RecordRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseStoreContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("unreadable slots and the archive")
  class Archiving extends UnreadableRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseStoreContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("lists and batches")
  class Batching extends ListRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseStoreContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("threads and interrupts")
  class Threading extends ThreadRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseStoreContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("writes that overlap")
  class Overlapping extends OverlapRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseStoreContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("garbage collection")
  class Collecting extends CollectRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseStoreContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("diagnosis")
  class Diagnosing extends DiagnoseRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseStoreContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("failing and closing")
  class Failing extends FailureRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseStoreContract.this.newPlace();
    }
  }
}
