package dev.prlease.spi;

import java.util.List;

/**
 * A store that can say what is wrong with itself and its surroundings, for {@code prlease doctor}.
 *
 * <ol>
 *   <li><b>DG-1</b> It changes nothing that others rely on, and takes or opens no lock of theirs: a
 *       sick store must not get worse. To try what it judges it may write something of its own,
 *       which it removes again.
 *   <li><b>DG-2</b> What it finds is a finding and no exception, however bad it is; where there is
 *       nothing, it says at least that it looked.
 *   <li><b>DG-3</b> It waits for nobody longer than seconds: neither for locks, nor for an answer
 *       over a network. A call that the operating system does not return from, such as one to a
 *       network file system whose server is gone, is beyond it.
 *   <li><b>DG-4</b> Findings are fit for print, and tell no secret.
 *   <li><b>DG-5</b> What is a warning or an error says what to do about it, as a command where
 *       there is one.
 *   <li><b>DG-6</b> A store whose only trouble is that somebody holds leases has neither warnings
 *       nor errors.
 * </ol>
 */
public interface Diagnosable {
  /** What there is to say, in the order of a report. */
  List<Finding> diagnose();
}
