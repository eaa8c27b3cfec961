#!/bin/sh
# prlease-guard: keeps a coding agent from pushing to, or merging, a pull request that another session holds.
# Installed by prlease hook install; prlease hook uninstall removes it. Reads what the agent is about to run, and starts
# prlease only if that may push or merge. Whatever goes wrong here: the command runs, and a line on stderr says so.
kind=$1
[ -t 0 ] && exit 0
if command -v timeout >/dev/null 2>&1; then input=$(timeout 5 cat); else input=$(cat); fi

# Without quotes and backslashes, as a shell reads pu''sh: they split the text, and nothing joins it again.
set -f
IFS='\"'\'
set -- $input
IFS=
plain="$*"

matters() {
  # Escapes that write letters may write anything, and a line that goes on may go on within a word.
  case $input in *\$\'* | *\\u00* | *[!\ ]\\\\\\n*) return 0 ;; esac
  case $plain in *git* | *gh* | *hub* | *glab* | *pulls*) ;; *) return 1 ;; esac
  case $plain in
    *push* | *send-pack* | *merge* | *Merge* | *close* | *update-branch* | *git/refs* | *pdateRef* | *eleteRef*) return 0 ;;
    *pdatePullRequest* | *enqueuePullRequest* | *createCommitOnBranch* | *contents/*) return 0 ;;
  esac
  case $plain in *git*) aliased ;; *) return 1 ;; esac
}

# Whether an alias of git that pushes is called, or one that calls such an alias.
aliased() {
  aliases=$(git config --get-regexp '^alias\.' 2>/dev/null) || return 1
  case $aliases in *push* | *send-pack*) ;; *) return 1 ;; esac
  words='|push|send-pack|'
  for pass in 1 2 3; do
    name=
    while IFS=' ' read -r first rest; do
      case $first in alias.*) name=${first#alias.} ;; *) rest="$first $rest" ;; esac
      case $rest in *push* | *send-pack*) ;; *) case $words in *"|${rest%% *}|"*) ;; *) continue ;; esac ;; esac
      words="$words$name|"
      case $plain in *git*"$name"*) return 0 ;; esac
    done <<EOF
$aliases
EOF
  done
  return 1
}

matters || exit 0
prlease=@PRLEASE@
[ -x "$prlease" ] || prlease=$(command -v prlease) || {
  echo 'prlease: not found, so this command runs without the guard: install prlease, or remove its hooks' >&2
  exit 0
}
answer=$(printf '%s\n' "$input" | "$prlease" hook run "$kind")
code=$?
if [ "$code" -ne 0 ]; then
  echo "prlease: the guard failed (exit $code), so this command runs without it. Look at: prlease doctor" >&2
elif [ -n "$answer" ]; then
  printf '%s\n' "$answer"
fi
exit 0
