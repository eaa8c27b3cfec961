package dev.prlease.store.file;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is wrong with the home of prlease on this host, and with what lies in it beside leases. It
 * changes nothing, and works where nothing else does.
 */
public final class HomeDiagnosis {
  private static final String SUBJECT = "home";
  private static final String AUDIT = "audit";

  private HomeDiagnosis() {}

  /** What there is to say about the home of the user whose environment this is. */
  public static List<Finding> of(Map<String, String> environment) {
    Path home;
    try {
      home = PrleaseHome.find(environment);
    } catch (LeaseException unknown) {
      return List.of(
          Finding.error(SUBJECT, String.valueOf(unknown.getMessage()), unknown.nextStep()));
    }
    List<Finding> findings = new ArrayList<>();
    try {
      CurrentUser user = CurrentUser.find();
      Optional<Entry> found = new DirectoryGuard(home, Optional.empty(), user).look();
      if (found.isEmpty()) {
        findings.add(Finding.ok(SUBJECT, home + " is not there yet: the first lease makes it"));
        return findings;
      }
      findings.add(judge(home, found.get()));
      lookAtAudit(home, user, findings);
    } catch (LeaseStoreException unfit) {
      findings.add(Finding.error(SUBJECT, String.valueOf(unfit.getMessage()), unfit.nextStep()));
    } catch (IOException e) {
      LeaseStoreException told =
          StoreTrouble.of(Optional.empty(), "could not look at " + home, home, e);
      findings.add(Finding.error(SUBJECT, String.valueOf(told.getMessage()), told.nextStep()));
    }
    return findings;
  }

  private static Finding judge(Path home, Entry found) {
    return found.isReadableByOthers()
        ? Finding.warning(
            SUBJECT,
            home + " may be read by other users, and so who works on what",
            "If they need not know, keep them out: chmod 700 " + ShellWord.of(home))
        : Finding.ok(SUBJECT, home + " is this user's alone");
  }

  private static void lookAtAudit(Path home, CurrentUser user, List<Finding> findings)
      throws IOException {
    Path file = home.resolve(AuditLog.FILE_NAME);
    Optional<Entry> found = Entry.at(file);
    if (found.isEmpty()) {
      return;
    }
    Entry entry = found.get();
    if (!entry.isRegularFile()) {
      findings.add(
          Finding.error(
              AUDIT,
              file + " is " + entry.kindText() + ", so that no event is written down",
              "Find out who put it there, and move it away: mv -- " + ShellWord.of(file) + " ~/"));
    } else if (entry.uid() != user.uid()) {
      findings.add(
          Finding.error(
              AUDIT,
              file + " belongs to user " + entry.uid() + ", so that no event is written down",
              "Give it to this user: chown " + user.uid() + " " + ShellWord.of(file)));
    } else if (entry.isWritableByOthers()) {
      findings.add(
          Finding.error(
              AUDIT,
              file + " may be written by other users, so that no event is written down",
              "Keep others out: chmod 600 " + ShellWord.of(file)));
    } else {
      findings.add(Finding.ok(AUDIT, file + " has " + entry.size() + " bytes"));
    }
  }
}
