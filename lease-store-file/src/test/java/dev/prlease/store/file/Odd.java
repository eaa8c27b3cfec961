package dev.prlease.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What may stand where a regular file should. */
enum Odd {
  SYMBOLIC_LINK {
    @Override
    void makeAt(Path path) throws IOException {
      Path target = path.resolveSibling("target of a link");
      Files.writeString(target, "{\"record\": null}");
      Files.createSymbolicLink(path, target);
    }
  },
  DANGLING_LINK {
    @Override
    void makeAt(Path path) throws IOException {
      Files.createSymbolicLink(path, path.resolveSibling("nowhere"));
    }
  },
  FIFO {
    @Override
    void makeAt(Path path) throws IOException, InterruptedException {
      Process mkfifo = new ProcessBuilder("mkfifo", path.toString()).inheritIO().start();
      if (mkfifo.waitFor() != 0) {
        throw new IOException("mkfifo failed");
      }
    }
  },
  DIRECTORY {
    @Override
    void makeAt(Path path) throws IOException {
      Files.createDirectory(path);
    }
  };

  abstract void makeAt(Path path) throws IOException, InterruptedException;
}
