package dev.prlease.cli.command;

import dev.prlease.api.LeaseException;
import dev.prlease.cli.doctor.Check;
import dev.prlease.cli.output.Counted;
import dev.prlease.spi.Finding;
import dev.prlease.store.file.ConfigFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Whether the jars of the plugins can be loaded, and what they offer. Nothing of them is opened.
 */
final class PluginsCheck implements Check {
  private static final String SUBJECT = "plugins";

  private final Map<String, String> environment;

  PluginsCheck(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public List<Finding> look() {
    try {
      Plugins.Offer offer = new Plugins(environment, () -> ConfigFile.of(environment)).offer();
      List<Finding> findings = new ArrayList<>();
      findings.add(
          Finding.ok(
              SUBJECT,
              offer.jars().isEmpty()
                  ? "there are none in " + offer.directory()
                  : Counted.of(offer.jars().size(), "jar") + " in " + offer.directory()));
      findings.add(
          Finding.ok(
              SUBJECT,
              "stores: "
                  + String.join(", ", offer.stores())
                  + "; audit sinks: "
                  + String.join(", ", offer.sinks())
                  + "; actions: "
                  + String.join(", ", offer.actions())));
      return findings;
    } catch (LeaseException wrong) {
      return List.of(Finding.error(SUBJECT, String.valueOf(wrong.getMessage()), wrong.nextStep()));
    }
  }
}
