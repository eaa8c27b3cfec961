package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import java.util.Locale;

/** Stores in which keys share a slot that must not, or do not that must. */
final class BrokenNames {
  private BrokenNames() {}

  /** L7: keys are compared with case. */
  static final class CaseSensitive extends ReferenceStore {
    CaseSensitive(Place place) {
      super(place);
    }

    @Override
    protected String name(LeaseKey key) {
      return key.host() + "/" + key;
    }
  }

  /** L6: what is no letter or digit becomes an underscore. */
  static final class SloppyNames extends ReferenceStore {
    SloppyNames(Place place) {
      super(place);
    }

    @Override
    protected String name(LeaseKey key) {
      return super.name(key).replaceAll("[^A-Za-z0-9-]", "_");
    }
  }

  /** L43: the engine's collation folds more than ASCII. */
  static final class FoldsUnicode extends ReferenceStore {
    FoldsUnicode(Place place) {
      super(place);
    }

    @Override
    protected String name(LeaseKey key) {
      return super.name(key).toUpperCase(Locale.ROOT);
    }
  }

  /** L42: the engine's names end after 65 characters. */
  static final class CutsNames extends ReferenceStore {
    CutsNames(Place place) {
      super(place);
    }

    @Override
    protected String name(LeaseKey key) {
      String name = super.name(key);
      return name.length() <= 65 ? name : name.substring(0, 65);
    }
  }
}
