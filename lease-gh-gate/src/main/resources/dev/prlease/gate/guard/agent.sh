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
  case $plain in *git* | *gh* | *hub* | *glab* | *pulls* | *GIT* | *GH*) ;; *) return 1 ;; esac
  case $plain in
    *push* | *send-pack* | *merge* | *Merge* | *close* | *update-branch* | *git/refs* | *pdateRef* | *eleteRef*) return 0 ;;
    *pdatePullRequest* | *enqueuePullRequest* | *createCommitOnBranch* | *contents/* | *repo\ sync*) return 0 ;;
  esac
  case $plain in *git*) aliased && return 0 ;; esac
  case $plain in *gh*) nicknamed ;; *) return 1 ;; esac
}

# Whether $2 calls program $1 by the name $3, as a word; an n or t may be what is left of a line end or tab in JSON.
calls() {
  case $2 in *"$1"*[!A-Za-mo-su-z0-9_-]"$3" | *"$1"*[!A-Za-mo-su-z0-9_-]"$3"[!A-Za-mo-su-z0-9_-]*) return 0 ;; esac
  return 1
}

# Whether an alias of git that pushes is called, or one that calls such an alias.
aliased() {
  aliases=$(git config --get-regexp '^alias\.' 2>/dev/null) || return 1
  case $aliases in *push* | *send-pack*) ;; *) return 1 ;; esac
  words='|push|send-pack|'
  # The case of their letters does not count; git shows them in lower case.
  lower=$(printf '%s' "$plain" | tr '[:upper:]' '[:lower:]')
  for pass in 1 2 3; do
    name=
    while IFS=' ' read -r first rest; do
      case $first in alias.*) name=${first#alias.} ;; *) rest="$first $rest" ;; esac
      case $rest in *push* | *send-pack*) ;; *) case $words in *"|${rest%% *}|"*) ;; *) continue ;; esac ;; esac
      words="$words$name|"
      calls git "$lower" "$name" && return 0
    done <<EOF
$aliases
EOF
  done
  return 1
}

# Whether an alias of gh that merges, closes or pushes is called: gh keeps them in a file, below "aliases:".
nicknamed() {
  file=${GH_CONFIG_DIR:-${XDG_CONFIG_HOME:-$HOME/.config}/gh}/config.yml
  [ -f "$file" ] && [ -r "$file" ] || return 1
  inside=
  indent=
  name=
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      '' | '#'*) continue ;;
      aliases:*) inside=1 indent= ; continue ;;
      [!\ ]*) inside= ;;
    esac
    [ -n "$inside" ] || continue
    [ -n "$indent" ] || indent=${line%%[!\ ]*}
    case $line in
      "$indent"[!\ ]*:*)
        name=${line#"$indent"}
        name=${name%%:*}
        ;;
    esac
    case $line in
      *merge* | *close* | *update-branch* | *pulls* | *push* | *graphql*) calls gh "$plain" "$name" && return 0 ;;
    esac
  done <"$file"
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
