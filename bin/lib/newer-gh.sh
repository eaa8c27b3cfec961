#!/usr/bin/env bash
# newer-gh.sh DIRECTORY: fetches the gh of the Debian after the oldest that is supported, from where this machine's packages
# come from, into DIRECTORY: nothing is installed or configured. Prints what to put before the PATH, or, with exit code 1,
# why there is none.
set -u
into=$1
release=trixie
keys=/usr/share/keyrings/debian-archive-keyring.gpg
bin=$into/usr/bin

none() { echo "$1"; exit 1; }

if [ -x "$bin/gh" ]; then
  echo "$bin"
  exit
fi
for tool in apt-get dpkg-deb; do
  command -v "$tool" >/dev/null 2>&1 || none "there is no $tool"
done
[ -r "$keys" ] || none "Debian's keys are not here"
# Where packages come from: not the place for security alone.
from=$(apt-get indextargets --format '$(CREATED_BY) $(COMPONENT) $(RELEASE) $(REPO_URI)' 2>/dev/null |
  awk -v newest="$release" '$1 == "Packages" && $2 == "main" && $3 !~ /-/ {print ($3 == newest ? "same" : $4); exit}')
[ -n "$from" ] || none 'apt-get does not say where packages come from'
[ "$from" != same ] || none "packages are of $release already"

apt=$into/apt
mkdir -p "$apt/lists/partial" "$apt/archives/partial" || none "$into cannot be written"
echo "deb [signed-by=$keys] $from $release main" >"$apt/sources.list"
options=(-q -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists="$apt/lists"
  -o Dir::Cache="$apt" -o APT::Sandbox::User= -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::Languages=none)
{ apt-get "${options[@]}" update && (cd "$apt" && apt-get "${options[@]}" download gh); } >"$apt/log" 2>&1 ||
  none "it cannot be fetched; see $apt/log"
# Whole or not at all, for who comes next.
dpkg-deb -x "$apt"/gh_*.deb "$into/unpacked" >>"$apt/log" 2>&1 && GH_CONFIG_DIR=$apt "$into/unpacked/usr/bin/gh" --version >>"$apt/log" 2>&1 ||
  none "it does not run; see $apt/log"
mv "$into/unpacked/usr" "$into/usr" || none "$into/usr is there already"
rm -rf "$apt" "$into/unpacked"
echo "$bin"
