# Sourced by bin/prlease: builds the command into target/launcher. Uses top, home, current, java and stale of its caller.

# build: makes $current name a jar as new as the sources. Prints to stderr only. Returns 1, having said why, if it cannot.
build() {
  if ! type -P mvn >/dev/null; then
    echo 'prlease: must be built first, and Maven was not found. Install Maven 3.8.7 or newer and try again.' >&2
    return 1
  fi
  mkdir -p "$home" || return 1
  # The lock is a file that is never removed, as with leases: who removes a lock file lets two in.
  exec 8>"$home/build.lock" || return 1
  if type -P flock >/dev/null; then
    if ! flock -n 8; then
      echo 'prlease: waiting for a build that another process has started …' >&2
      flock 8
      if ! stale; then
        exec 8>&-
        return 0
      fi
    fi
  fi
  echo 'prlease: building the command; this happens once, and after a source has changed …' >&2
  local log=$home/build.log begun=$home/begun.$$ tree=target/launcher/tree name jar
  # Whatever is saved from now on is newer than this build.
  : >"$begun" || return 1
  if ! (cd "$top" && mvn -q -B -ntp -Dbuild.tree="$tree" -Dmaven.test.skip=true -Dspotless.check.skip=true \
    -pl lease-cli -am package </dev/null >"$log" 2>&1 8>&-); then
    echo "prlease: the build failed. The end of $log:" >&2
    tail -n 30 "$log" >&2
    rm -f "$begun"
    return 1
  fi
  name=$(date +%s)-$$
  jar=$home/$name/prlease.jar
  mkdir "$home/$name" && cp "$top/lease-cli/$tree/prlease.jar" "$jar" && echo "$jar" >"$begun.new" &&
    touch -r "$begun" "$begun.new" && mv "$begun.new" "$current" || return 1
  rm -f "$begun"
  # Older builds go; whoever runs one keeps the open file.
  find "$home" -mindepth 1 -maxdepth 1 -type d -name '[0-9]*-*' ! -name "$name" -exec rm -rf {} +
  exec 8>&-
}

# make_archive: a class-data archive for $jar and $java, made from the classes that a run of the usual commands loads.
make_archive() {
  local made=$archive.$$
  "$java" -XX:ArchiveClassesAtExit="$made" -Xlog:disable -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
    -cp "$jar" dev.prlease.cli.Main --help >/dev/null 2>&1 </dev/null
  [ -s "$made" ] && mv "$made" "$archive"
}
