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
    -Dcompiler.checks=-XDnone -T1C \
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

# make_archive: a class-data archive for $jar and $java, of the classes that the usual commands load. Without one every
# command is slower, so a failure is told; it is not tried again with this build and JDK.
make_archive() {
  local dir release
  dir=$(mktemp -d "$home/archive.XXXXXX") || return 1
  release=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
  train() {
    env -u JAVA_TOOL_OPTIONS -u JDK_JAVA_OPTIONS -u CLASSPATH -u PRLEASE_STORE -u PRLEASE_SESSION -u PRLEASE_KEY \
      PRLEASE_HOME="$dir/home" \
      "$java" "${flags[@]}" -Xshare:off -XX:DumpLoadedClassList="$dir/list.$1" -cp "$jar" dev.prlease.cli.Main \
      "${@:2}" </dev/null >/dev/null 2>&1
  }
  train 1 run --repo acme/app --pr 1 -- true
  train 2 acquire --repo acme/app --pr 1 --session training
  train 3 status --repo acme/app --pr 1
  train 4 status --repo acme/app --pr 1 --json
  train 5 run --repo acme/app --pr 1 -- true
  train 6 release --repo acme/app --pr 1 --session training
  # Newer JDKs number the classes of a list, which means nothing once lists are put together.
  awk '/^#/ || / source: / { next } !/^@/ { $0 = $1 } !seen[$0]++' "$dir"/list.* >"$dir/list"
  env -u JAVA_TOOL_OPTIONS -u JDK_JAVA_OPTIONS -u CLASSPATH \
    "$java" "${flags[@]}" -Xshare:dump -XX:SharedClassListFile="$dir/list" \
    -XX:SharedArchiveFile="$dir/prlease.jsa" -cp "$jar" </dev/null >"$dir/log" 2>&1
  if [ ! -s "$dir/prlease.jsa" ] || ! runtime_of "$release"; then
    echo "prlease: no class-data archive could be made (see $archive.log); commands start slower without one" >&2
    mv "$dir/log" "$archive.log"
    printf '%s\n%s\n' "$release" "$runtime" >"$archive.failed"
    rm -rf "$dir"
    return 1
  fi
  printf '%s\n%s\n' "$release" "$runtime" >"$dir/prlease.jsa.for"
  rm -f "$archive.for" "$archive.failed"
  mv "$dir/prlease.jsa" "$archive" && mv "$dir/prlease.jsa.for" "$archive.for"
  rm -rf "$dir"
}
