# Sourced by bin/prlease: builds the command into target/launcher, and looks at the JDK. Uses top, home, current, jar, java,
# flags, archive, stale and runtime_of of its caller. Whatever it prints goes to stderr.

# What a signal to this shell ends and removes first: the process group $job, and what $debris names.
job=
debris=()
give_up() {
  trap '' HUP INT TERM
  if [ -n "$job" ]; then
    kill -s TERM -- "-$job" 2>/dev/null
    wait "$job" 2>/dev/null
  fi
  rm -rf -- "${debris[@]}"
  trap - "$1"
  kill -s "$1" "$$"
}

# as_job COMMAND …: runs it in a process group of its own, with nothing to read: all of it can be ended, and Ctrl-C comes
# to this shell alone.
as_job() {
  local code
  trap 'give_up HUP' HUP
  trap 'give_up INT' INT
  trap 'give_up TERM' TERM
  set -m
  "$@" </dev/null &
  job=$!
  set +m
  wait "$job"
  code=$?
  job=
  trap - HUP INT TERM
  return "$code"
}

# usable_java: returns 1, having said why, if $java does not run or is too old.
usable_java() {
  local said version
  said=$("$java" -XshowSettings:properties -version 2>&1 </dev/null)
  version=$(sed -n 's/^ *java\.specification\.version = //p' <<<"$said")
  case $version in
    '')
      echo "prlease: $java does not work: ${said%%$'\n'*}" >&2
      ;;
    1.* | ? | 1[0-6])
      echo "prlease: $java is of Java $version, and 17 or newer is needed" >&2
      ;;
    *) return 0 ;;
  esac
  echo '  next: Set JAVA_HOME to a JDK 17 or newer.' >&2
  return 1
}

# usable_options: returns 1, having said why, if $java does not start with PRLEASE_JAVA_OPTS. Remembers the last that it did
# start with.
usable_options() {
  local wanted="$java $PRLEASE_JAVA_OPTS" seen= said
  [ -r "$home/options" ] && IFS= read -r -d '' seen <"$home/options"
  [ "$seen" = "$wanted" ] && return
  if ! said=$("$java" "${flags[@]}" $PRLEASE_JAVA_OPTS -version 2>&1 </dev/null); then
    echo "prlease: Java does not start with PRLEASE_JAVA_OPTS='$PRLEASE_JAVA_OPTS': ${said%%$'\n'*}" >&2
    echo '  next: Mend PRLEASE_JAVA_OPTS, or unset it.' >&2
    return 1
  fi
  { printf '%s' "$wanted" >"$home/options"; } 2>/dev/null
  return 0
}

# build: makes $current name a jar as new as the sources, and $jar that jar. Returns 1, having said why, if it cannot.
build() {
  local tool
  for tool in awk cp date find mkdir mktemp mv rm sed tail touch; do
    if ! type -P "$tool" >/dev/null; then
      echo "prlease: cannot be built or looked at without $tool, which is not on the PATH" >&2
      echo '  next: Put the usual tools (coreutils, findutils, sed, awk) on the PATH.' >&2
      return 1
    fi
  done
  if ! { mkdir -p "$home" && : >>"$home/build.lock"; } 2>/dev/null; then
    echo "prlease: must be built, and this user may not write $home" >&2
    echo "  next: Let who may run $top/bin/prlease --version once, after each change of a source." >&2
    return 1
  fi
  usable_java || return 1
  if ! type -P mvn >/dev/null; then
    echo 'prlease: must be built first, and Maven was not found. Install Maven 3.8.7 or newer and try again.' >&2
    return 1
  fi
  # The lock is a file that is never removed, as with leases: who removes a lock file lets two in. Maven inherits it: should
  # this shell be killed, nobody builds in the same tree beside it.
  exec 8>>"$home/build.lock"
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
  make_jar
  local code=$?
  exec 8>&-
  return "$code"
}

make_jar() {
  local log=$home/build.log begun=$home/begun.$$ tree=target/launcher/tree name new old
  echo 'prlease: building the command; this happens once, and after a source has changed …' >&2
  debris=("$begun" "$begun.new")
  # Whatever is saved from now on is newer than this build.
  : >"$begun"
  if ! as_job run_maven "$tree" >"$log" 2>&1; then
    echo "prlease: the build failed. The end of $log:" >&2
    tail -n 30 "$log" >&2
    rm -f "$begun"
    return 1
  fi
  name=$(date +%s)-$$
  new=$home/$name/prlease.jar
  old=${jar%/*}
  if ! { mkdir "$home/$name" && cp "$top/lease-cli/$tree/prlease.jar" "$new" && echo "$name" >"$begun.new" &&
    touch -r "$begun" "$begun.new" && mv "$begun.new" "$current"; } >&2; then
    echo "prlease: the build could not be put into $home" >&2
    return 1
  fi
  jar=$new
  rm -f "$begun"
  # Older builds go, but for the last: another prlease may just have read its name. Whoever runs one keeps the open file.
  find "$home" -mindepth 1 -maxdepth 1 -type d -name '[0-9]*-*' ! -name "$name" ! -name "${old##*/}" -exec rm -rf {} +
  # So does what killed builds have left.
  find "$home" -mindepth 1 -maxdepth 1 \( -name 'begun.*' -o -name 'archive.*' \) -mmin +60 -exec rm -rf {} +
}

run_maven() {
  cd "$top" || return 1
  # One that names no JDK would keep Maven from using the java that was found.
  if [ ! -x "${JAVA_HOME-}/bin/java" ]; then unset JAVA_HOME; fi
  exec mvn -q -B -ntp -Dbuild.tree="$1" -Dmaven.test.skip=true -Dspotless.check.skip=true \
    -Dcompiler.checks=-XDnone -T1C -pl lease-cli -am package
}

# make_archive: a class-data archive for $jar and $java, of the classes that the usual commands load. Without one every
# command is slower, so a failure is told; it is not tried again with this build and JDK.
make_archive() {
  local dir release
  dir=$(mktemp -d "$home/archive.XXXXXX") || return 1
  debris=("$dir")
  release=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
  as_job fill_archive "$dir" >"$dir/log" 2>&1
  if [ ! -s "$dir/prlease.jsa" ] || ! runtime_of "$release"; then
    echo "prlease: no class-data archive could be made (see $archive.log); commands start slower without one" >&2
    mv "$dir/log" "$archive.log"
    printf '%s\n%s\n%s\n' "$release" "$runtime" "$jar" >"$archive.failed"
    rm -rf "$dir"
    return 1
  fi
  printf '%s\n%s\n%s\n' "$release" "$runtime" "$jar" >"$dir/prlease.jsa.for"
  rm -f "$archive.for" "$archive.failed"
  mv "$dir/prlease.jsa" "$archive" && mv "$dir/prlease.jsa.for" "$archive.for"
  rm -rf "$dir"
}

# fill_archive DIRECTORY: makes prlease.jsa there.
fill_archive() {
  local dir=$1
  unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS CLASSPATH PRLEASE_STORE PRLEASE_SESSION PRLEASE_KEY
  train() {
    PRLEASE_HOME=$dir/home "$java" "${flags[@]}" -Xshare:off -XX:DumpLoadedClassList="$dir/list.$1" \
      -cp "$jar" dev.prlease.cli.Main "${@:2}" >/dev/null 2>&1
  }
  train 1 run --repo acme/app --pr 1 -- true
  train 2 acquire --repo acme/app --pr 1 --session training
  train 3 status --repo acme/app --pr 1
  train 4 status --repo acme/app --pr 1 --json
  train 5 run --repo acme/app --pr 1 -- true
  train 6 release --repo acme/app --pr 1 --session training
  # Newer JDKs number the classes of a list, which means nothing once lists are put together.
  awk '/^#/ || / source: / { next } !/^@/ { $0 = $1 } !seen[$0]++' "$dir"/list.* >"$dir/list"
  "$java" "${flags[@]}" -Xshare:dump -XX:SharedClassListFile="$dir/list" -XX:SharedArchiveFile="$dir/prlease.jsa" -cp "$jar"
}
