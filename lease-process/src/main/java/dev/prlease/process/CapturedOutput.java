package dev.prlease.process;

import java.time.Duration;
import java.util.Optional;

/**
 * What a supervised command wrote, where that was to be kept.
 *
 * @param out its standard output
 * @param err its standard error
 */
public record CapturedOutput(Output out, Output err) {
  /** Nothing was written, or nothing was to be kept. */
  public static final CapturedOutput NONE = new CapturedOutput(Output.NONE, Output.NONE);

  /** Reads while the command runs. */
  record Reading(Optional<Pump> out, Optional<Pump> err) {
    static final Reading NOTHING = new Reading(Optional.empty(), Optional.empty());

    static Reading of(Process process, Streams streams, Threads threads) {
      if (!(streams instanceof Streams.Captured captured)) {
        return NOTHING;
      }
      return new Reading(
          Optional.of(
              Pump.of(process.getInputStream(), captured.limit(), captured.charset(), threads)),
          Optional.of(
              Pump.of(process.getErrorStream(), captured.limit(), captured.charset(), threads)));
    }

    CapturedOutput collect(Duration atMost) {
      return new CapturedOutput(
          out.map(pump -> pump.collect(atMost)).orElse(Output.NONE),
          err.map(pump -> pump.collect(atMost)).orElse(Output.NONE));
    }
  }
}
