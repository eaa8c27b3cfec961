package dev.prlease.testkit.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * What a long run is told, and where it tells its figures: {@code bin/soak} sets the properties
 * {@code soak.seed}, {@code soak.count} and {@code soak.figures}.
 *
 * @param seed of everything that is random; a new one unless it is given
 * @param count how much is done
 */
public record SoakRun(long seed, int count) {
  /** As the properties say. */
  public static SoakRun of(int count) {
    return new SoakRun(
        Long.getLong("soak.seed", new Random().nextLong()),
        Integer.getInteger("soak.count", count));
  }

  /** Tells {@code figures} of the part {@code name}, names and values. */
  public void tell(String name, Map<String, String> figures) throws IOException {
    Map<String, String> all = new TreeMap<>(figures);
    all.put("seed", Long.toString(seed));
    StringBuilder lines = new StringBuilder();
    all.forEach((figure, value) -> lines.append(figure + "=" + value + "\n"));
    String directory = System.getProperty("soak.figures", "");
    if (!directory.isEmpty()) {
      Files.writeString(Files.createDirectories(Path.of(directory)).resolve(name), lines);
    }
    System.out.println("soak " + name + "\n" + lines);
  }
}
