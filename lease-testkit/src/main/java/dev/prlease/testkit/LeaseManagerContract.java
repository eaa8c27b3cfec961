package dev.prlease.testkit;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What leases must do on a store, as a suite: the protocol rules P1 to P15, the lessons behind
 * them, and the twelve guarantees of the reference implementation by its own names. Time is
 * virtual, so nothing here waits.
 *
 * <p>Applied like {@link LeaseStoreContract}, with the same {@link StoreFixture}; a store that
 * passes that one passes this one, unless lease-core is at fault.
 */
@ExtendWith(NotOffered.class)
public abstract class LeaseManagerContract {
  /** For subclasses. */
  protected LeaseManagerContract() {}

  /** Makes a fresh, empty place for slots; called once a test, which closes it. */
  protected abstract StoreFixture newPlace() throws Exception;

  @Nested
  @DisplayName("the twelve guarantees of the reference")
  class Guarantees extends ReferenceGuarantees {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("acquiring")
  class Acquiring extends AcquireRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("what lies in a slot")
  class Judging extends JudgementRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("limits")
  class Limiting extends LimitRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("claims: exact owners")
  class Claiming extends ClaimRenewalRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("claims: confirmations")
  class Confirming extends ClaimConfirmationRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("claims: from taking to ending")
  class Living extends ClaimLifeRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("handles")
  class Handling extends HandleRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("giving back")
  class Releasing extends ReleaseRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("attaching")
  class Attaching extends AttachRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("handing over")
  class HandingOver extends HandOverRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("waiting")
  class Waiting extends WaitRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("unknown outcomes")
  class Settling extends UnknownOutcomeRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("unknown outcomes among older programs")
  class Tracing extends LostTraceRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("older programs")
  class Coexisting extends OlderProgramRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("attach, adopt, break, release by session")
  class Operating extends OperatorRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("keepers")
  class Keeping extends KeeperRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("ends of keepers")
  class Ending extends KeeperEndRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }

  @Nested
  @DisplayName("gated actions")
  class Gating extends GateRules {
    @Override
    protected StoreFixture newPlace() throws Exception {
      return LeaseManagerContract.this.newPlace();
    }
  }
}
