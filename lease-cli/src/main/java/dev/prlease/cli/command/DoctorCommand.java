package dev.prlease.cli.command;

import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.Version;
import dev.prlease.cli.World;
import dev.prlease.cli.doctor.Check;
import dev.prlease.cli.doctor.EnvironmentCheck;
import dev.prlease.cli.doctor.HomeCheck;
import dev.prlease.cli.doctor.ProgramsCheck;
import dev.prlease.cli.doctor.VersionCheck;
import dev.prlease.cli.doctor.WatchdogCheck;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.Counted;
import dev.prlease.cli.output.Escape;
import dev.prlease.cli.output.Palette;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.json.JsonText;
import dev.prlease.json.JsonText.ObjectFields;
import dev.prlease.spi.Finding;
import dev.prlease.spi.Finding.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code prlease doctor}: looks for what is wrong with this installation. */
final class DoctorCommand implements Subcommand {
  @Override
  public int run(Call call, World world) {
    List<Finding> findings = new ArrayList<>();
    for (Check check : checks(call, world)) {
      findings.addAll(look(check));
    }
    if (call.has("json")) {
      world.console().json(JsonText.object(o -> json(o, findings)));
    } else {
      print(world.console(), findings);
    }
    return count(findings, Level.ERROR) == 0 ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static List<Check> checks(Call call, World world) {
    return List.of(
        new VersionCheck(Version.read()),
        new ProgramsCheck(world.environment(), world.directory()),
        new WatchdogCheck(world.environment()),
        new EnvironmentCheck(world.environment()),
        new HomeCheck(world.environment()),
        new ConfigCheck(world.environment()),
        new PluginsCheck(world.environment()),
        new StoreInUseCheck(call, world));
  }

  /** A fault of a check, or of a plugin that it meets, must not hide what the others find. */
  private static List<Finding> look(Check check) {
    try {
      return check.look();
    } catch (UsageException wrong) {
      throw wrong;
    } catch (RuntimeException | LinkageError fault) {
      return List.of(
          Finding.error(
              "doctor",
              check.getClass().getSimpleName() + " failed: " + fault,
              "Please report it, with the trace that PRLEASE_DEBUG=1 prints."));
    }
  }

  private static void print(Console console, List<Finding> findings) {
    for (Finding finding : findings) {
      String level = level(finding.level());
      console.raw(
          paint(console.palette(), finding.level(), level)
              + " ".repeat(9 - level.length())
              + Escape.line(pad(finding.subject()) + finding.what()));
      if (finding.remedy().isPresent()) {
        console.out("           next: " + finding.remedy().get());
      }
    }
    int errors = count(findings, Level.ERROR);
    int warnings = count(findings, Level.WARNING);
    console.out(
        errors + warnings == 0
            ? "all is well"
            : Counted.of(errors, "error") + ", " + Counted.of(warnings, "warning"));
  }

  private static String pad(String subject) {
    return subject + " ".repeat(Math.max(1, 13 - subject.length()));
  }

  private static String paint(Palette palette, Level level, String text) {
    return switch (level) {
      case OK -> palette.good(text);
      case WARNING -> palette.busy(text);
      case ERROR -> palette.bad(text);
    };
  }

  private static String level(Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  private static int count(List<Finding> findings, Level level) {
    int count = 0;
    for (Finding finding : findings) {
      count += finding.level() == level ? 1 : 0;
    }
    return count;
  }

  private static void json(ObjectFields to, List<Finding> findings) {
    to.put("errors", count(findings, Level.ERROR));
    to.put("warnings", count(findings, Level.WARNING));
    to.array(
        "findings",
        items ->
            findings.forEach(
                finding ->
                    items.object(
                        o ->
                            o.put("level", level(finding.level()))
                                .put("subject", finding.subject())
                                .put("what", finding.what())
                                .putOrNull("remedy", finding.remedy(), ObjectFields::put))));
  }
}
