# Sourced by bin/prlease: looks at the JDK, and makes class-data archives. Uses home, cache, scripts, jar, java, flags, archive
# and runtime_of of its caller. Whatever it prints goes to stderr.

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

# archive_home: leaves in $home where this user may put an archive, and in $archive its name there; returns 1 if nowhere. Places
# of others are left alone, also by root: who writes an archive writes the classes that run.
archive_home() {
  local place
  if [ -n "${home-}" ]; then
    [ -w "${jar%/*}" ]
    return
  fi
  for place in "$scripts/archives" "${cache-}"; do
    if [ -n "$place" ] && (umask 022 && mkdir -p -- "$place") 2>/dev/null && [ -O "$place" ] && [ -w "$place" ]; then
      home=$place
      archive=$place/${archive##*/}
      return 0
    fi
  done
  return 1
}

# usable_options: returns 1, having said why, if $java does not start with PRLEASE_JAVA_OPTS. Remembers the last that it did
# start with.
usable_options() {
  local wanted="$java $PRLEASE_JAVA_OPTS" seen= said
  [ -n "${home-}" ] || archive_home || home=
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

# make_archive: a class-data archive for $jar and $java, of the classes that the usual commands load. Without one every
# command is slower, so a failure is told; it is not tried again with this build and JDK.
make_archive() {
  local dir release
  dir=$(mktemp -d "$home/archive.XXXXXX") || return 1
  debris=("$dir")
  release=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
  as_job fill_archive "$dir" >"$dir/log" 2>&1
  if ! runtime_of "$release" || [ ! -s "$dir/prlease.jsa" ]; then
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
  # What other versions and killed ones have left, long ago.
  find "$home" -mindepth 1 -maxdepth 1 -mtime +30 \( -name '*.jsa*' -o -name 'archive.*' \) -exec rm -rf {} + 2>/dev/null
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
