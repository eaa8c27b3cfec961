# Sourced by bin/prlease after java.sh: builds the command into target/launcher. Uses top, home, current, jar and stale of its
# caller. Whatever it prints goes to stderr.

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
  if ! { mkdir "$home/$name" && put_stores "$tree" "$home/$name" && cp "$top/lease-cli/$tree/prlease.jar" "$new" &&
    echo "$name" >"$begun.new" && touch -r "$begun" "$begun.new" && mv "$begun.new" "$current"; } >&2; then
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

# put_stores TREE DIRECTORY: puts what is not in the jar beside it: each store with its drivers, in stores/SCHEME.
put_stores() {
  local stores
  for stores in "$top"/lease-store-*/"$1"/stores; do
    if [ -d "$stores" ]; then cp -R "$stores" "$2/" || return; fi
  done
}

run_maven() {
  cd "$top" || return 1
  # One that names no JDK would keep Maven from using the java that was found.
  if [ ! -x "${JAVA_HOME-}/bin/java" ]; then unset JAVA_HOME; fi
  local modules=lease-cli pom
  for pom in lease-store-*/pom.xml; do
    if [ -r "$pom" ]; then modules+=,${pom%/pom.xml}; fi
  done
  exec mvn -q -B -ntp -Dbuild.tree="$1" -Dmaven.test.skip=true -Dspotless.check.skip=true \
    -Dcompiler.checks=-XDnone -Dcompiler.docs=-XDnone -T1C -pl "$modules" -am package
}
