#!/usr/bin/env bash
# Installs prlease from the package that this lies in, or removes it again.
#
#   ./install.sh [--prefix DIRECTORY]
#   ./install.sh --uninstall [--prefix DIRECTORY]
#
# Without a prefix it goes below /usr/local, or below ~/.local if this user may not write there. DESTDIR is put before the
# prefix, for those who make packages of packages. Installing over an older version is safe while that one runs, and
# removes what only that one had.
set -eu
here=$(CDPATH='' cd -P -- "$(dirname -- "$0")" && pwd)
prefix=
what=install
while [ $# -gt 0 ]; do
  case $1 in
    --prefix)
      [ -n "${2-}" ] || { echo 'install.sh: --prefix needs a directory' >&2; exit 64; }
      prefix=$2
      shift 2
      ;;
    --prefix=?*) prefix=${1#*=}; shift ;;
    --uninstall) what=uninstall; shift ;;
    -h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) echo "install.sh: unknown argument '$1'; there are --prefix and --uninstall" >&2; exit 64 ;;
  esac
done
if [ -z "$prefix" ]; then
  if [ -w /usr/local ]; then prefix=/usr/local; else prefix=${HOME:?install.sh: no HOME; name a --prefix}/.local; fi
fi
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
into=${DESTDIR-}$prefix

# Everything but the licence and this: what lies below these goes to the same place below the prefix.
files() { (cd "$here" && find bin lib share -type f ! -path 'lib/prlease/archives/*'); }

remove() {
  rm -f -- "$into/$1"
  # Directories that are empty then go too, up to the prefix.
  (cd "$into" && rmdir -p -- "${1%/*}") 2>/dev/null || :
}

if [ "$what" = uninstall ]; then
  if [ ! -f "$into/lib/prlease/files" ]; then
    echo "install.sh: prlease is not installed below $into" >&2
    echo '  next: Name the --prefix that it was installed with.' >&2
    exit 1
  fi
  # Also what an installation that was cut off was still to remove.
  cat "$into/lib/prlease/files" "$into"/lib/prlease/files.old* >"$into/lib/prlease/files.gone" 2>/dev/null || :
  while IFS= read -r file; do
    remove "$file"
  done <"$into/lib/prlease/files.gone"
  rm -rf -- "$into/lib/prlease"
  rmdir -- "$into/lib" 2>/dev/null || :
  echo "removed prlease from $into"
  exit 0
fi

if [ ! -r "$here/lib/prlease/prlease.jar" ]; then
  echo "install.sh: $here is no package of prlease; bin/package makes one" >&2
  exit 1
fi
umask 022
mkdir -p "$into" 2>/dev/null && [ -w "$into" ] || {
  echo "install.sh: this user may not write $into" >&2
  echo '  next: Choose another --prefix, or run it as who may.' >&2
  exit 1
}
# Before anything is changed: whatever comes to an end midway, the next one removes what was there.
old=$into/lib/prlease/files.old
if [ -f "$into/lib/prlease/files" ]; then
  cat "$into/lib/prlease/files" >>"$old"
fi
# Each file is put beside the one that it replaces, and takes its name: who runs the old one keeps it.
files | while IFS= read -r file; do
  mkdir -p "$into/${file%/*}"
  cp -- "$here/$file" "$into/$file.new.$$"
  # Of the same version the same times: an archive of classes is for a jar of one time.
  touch -r "$here/$file" "$into/$file.new.$$"
  chmod "$([ -x "$here/$file" ] && echo 755 || echo 644)" "$into/$file.new.$$"
  mv -f -- "$into/$file.new.$$" "$into/$file"
done
rm -rf -- "$into/lib/prlease/archives"
mkdir -p "$into/lib/prlease/archives"
files >"$into/lib/prlease/files"
# What only the older version had.
if [ -f "$old" ]; then
  while IFS= read -r file; do
    [ -f "$here/$file" ] || remove "$file"
  done <"$old"
  rm -f -- "$old"
fi
if [ -n "${DESTDIR-}" ]; then
  echo "installed prlease below $into, for $prefix"
  exit 0
fi
# The first start makes what later ones start faster with. It may fail: who has no Java yet can install one later.
if said=$("$into/bin/prlease" --version); then
  echo "installed $said below $into"
else
  echo "installed prlease below $into; it does not start yet, see above"
fi
case :$PATH: in
  *":$into/bin:"*) ;;
  *) echo "  next: Put $into/bin on your PATH." ;;
esac
