package dev.prlease.cli.session;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The session of a git worktree: an id in a file of its git directory, so that commands typed one
 * after the other in one worktree belong together.
 *
 * <p>The file's name has the identity of the worktree's {@code .git} in it, its device and inode: a
 * copy of the checkout takes the file along, but finds none of its own, and gets one. A checkout
 * that is moved within its file system keeps its session.
 *
 * <p>The file is written under another name and then linked to its own, which fails if it is there
 * already: of two processes that make it at the same time one wins, and both read that one's id.
 */
public final class WorktreeSession {
  /** How the file's name begins; where directories have no identity, it is all of the name. */
  static final String FILE = "prlease-session";

  private final Path file;

  /** The session of the worktree that {@code directory} was found for. */
  public WorktreeSession(GitDirectory directory) {
    this.file = directory.path().resolve(FILE + identity(directory.entry()));
  }

  private static String identity(Path entry) {
    try {
      Map<String, Object> found = Files.readAttributes(entry, "unix:dev,ino");
      return "-" + number(found.get("dev")) + "-" + number(found.get("ino"));
    } catch (UnsupportedOperationException | IllegalArgumentException | IOException none) {
      return "";
    }
  }

  private static String number(@Nullable Object value) {
    return value instanceof Number number ? Long.toHexString(number.longValue()) : "";
  }

  /** The file that keeps the session. */
  Path file() {
    return file;
  }

  /**
   * The session, if one was made.
   *
   * @throws LeaseStoreException if the file cannot be read, or holds no session id
   */
  public Optional<SessionId> find() {
    try {
      if (!Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .isRegularFile()) {
        // A FIFO would be waited for without end, and a link leads to somebody else's session.
        throw new IOException("it is no regular file");
      }
      return Optional.of(SessionId.of(Files.readString(file).strip()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (CharacterCodingException | IllegalArgumentException e) {
      throw failed("the session file " + file + " holds no session id", "Remove it", e);
    } catch (IOException e) {
      throw failed("the session file " + file + " cannot be read: " + reason(e), "Mend that", e);
    }
  }

  /**
   * The session; made now if there was none.
   *
   * @throws LeaseStoreException if the file can be neither read nor written
   */
  public SessionId findOrCreate() {
    Optional<SessionId> found = find();
    return found.isPresent() ? found.get() : create();
  }

  private SessionId create() {
    SessionId made = SessionId.random();
    Path draft = file.resolveSibling(FILE + "-" + made + ".new");
    try {
      try {
        write(draft, made);
        Files.createLink(file, draft);
        return made;
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (FileAlreadyExistsException another) {
      return find()
          .orElseThrow(
              () -> failed("the session file " + file + " vanished", "Try again", another));
    } catch (IOException | UnsupportedOperationException e) {
      throw failed("the session file " + file + " cannot be made: " + reason(e), "Mend that", e);
    }
  }

  private static void write(Path draft, SessionId session) throws IOException {
    try {
      Files.createFile(
          draft,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (UnsupportedOperationException noPosix) {
      Files.createFile(draft);
    }
    Files.write(draft, (session + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static String reason(Exception e) {
    return e instanceof java.nio.file.AccessDeniedException
        ? "permission denied"
        : String.valueOf(e.getMessage());
  }

  private static LeaseStoreException failed(String message, String mend, Exception cause) {
    return new LeaseStoreException(
        Optional.empty(),
        message,
        mend + ", or name the session: --session ID or PRLEASE_SESSION.",
        cause);
  }
}
