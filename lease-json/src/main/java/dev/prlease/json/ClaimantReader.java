package dev.prlease.json;

import com.fasterxml.jackson.core.JsonParser;
import dev.prlease.api.claim.Claimant;
import java.io.IOException;
import java.util.Optional;

/** Reads {@code {"user", "profile"}}; without a profile it is empty. */
final class ClaimantReader {
  private final Field<String> user = new Field<>();
  private final Field<String> profile = new Field<>();

  private ClaimantReader() {}

  /** Reads the value that the parser stands on, to its end. */
  static Optional<Claimant> read(JsonParser in) throws IOException {
    ClaimantReader fields = new ClaimantReader();
    ObjectFields.read(in, fields::take);
    boolean oddProfile = fields.profile.isThere() && fields.profile.unique().isEmpty();
    return oddProfile
        ? Optional.empty()
        : fields.user.unique().map(user -> new Claimant(user, fields.profile.unique().orElse("")));
  }

  private void take(String name, JsonParser in) throws IOException {
    switch (name) {
      case "user" -> user.setOptional(Values.word(in));
      case "profile" -> profile.setOptional(Values.string(in));
      default -> in.skipChildren();
    }
  }
}
