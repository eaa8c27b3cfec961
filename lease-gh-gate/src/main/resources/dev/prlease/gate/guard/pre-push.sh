#!/bin/sh
# prlease-guard: keeps this repository's pushes from a pull request that another session holds.
# Installed by prlease hook install; prlease hook uninstall removes it, and puts back the hook that was here before, which
# runs after this one with the same words and the same input. If prlease fails, the push goes on, and a line says so.
before=$0.before-prlease
input=
[ -t 0 ] || input=$(cat)
refs() { [ -z "$input" ] || printf '%s\n' "$input"; }

if [ -n "$input" ]; then
  prlease=@PRLEASE@
  [ -x "$prlease" ] || prlease=$(command -v prlease) || prlease=
  if [ -n "$prlease" ]; then
    refs | "$prlease" hook run pre-push -- "$1" "$2"
    code=$?
    case $code in
      0) ;;
      75) exit 1 ;;
      *) echo "prlease: the guard failed (exit $code), so this push goes on without it. Look at: prlease doctor" >&2 ;;
    esac
  else
    echo 'prlease: not found, so this push goes on without the guard: install prlease, or remove its hook' >&2
  fi
fi

[ -x "$before" ] || exit 0
IFS= read -r first <"$before"
case $first in
  # Such hooks may go by their own name: it stays what it was.
  '#!/bin/sh' | '#! /bin/sh' | '#!/usr/bin/env sh') refs | sh -c '. "$0.before-prlease"' "$0" "$@" ;;
  *) refs | "$before" "$@" ;;
esac
