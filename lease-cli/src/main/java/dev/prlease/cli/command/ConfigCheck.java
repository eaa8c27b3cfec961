package dev.prlease.cli.command;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.cli.doctor.Check;
import dev.prlease.spi.Finding;
import dev.prlease.store.file.ConfigFile.Setting;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Whether the config file can be read, and says what it may. */
final class ConfigCheck implements Check {
  private static final String SUBJECT = "config";

  private final Map<String, String> environment;

  ConfigCheck(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public List<Finding> look() {
    try {
      Settings settings = Settings.of(environment);
      String names =
          settings.file().settings().stream().map(Setting::name).collect(Collectors.joining(", "));
      String path = settings.file().path().map(Object::toString).orElse("config.properties");
      return List.of(
          Finding.ok(SUBJECT, names.isEmpty() ? path + " settles nothing" : path + ": " + names));
    } catch (LeaseConfigurationException wrong) {
      return List.of(Finding.error(SUBJECT, String.valueOf(wrong.getMessage()), wrong.nextStep()));
    }
  }
}
