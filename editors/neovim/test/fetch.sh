#!/usr/bin/env bash
# Unpacks Neovim from Debian's next release into a cache folder, beside the
# system, and prints the path of a script that starts it. Prints the reason as
# the last line of standard error and fails where that cannot be done.
#
#   fetch.sh CACHE [SUITE]
set -euo pipefail

suite=${2:-trixie}
dest=$1/neovim-$suite
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

give_up() {
  echo "$1" >&2
  exit 1
}

# The Debian mirror that this machine uses already.
mirror() {
  apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Component: main' 2>/dev/null |
    grep -E '/debian/?$' | head -n 1
}

# apt with a private, empty state: neither the system's sources nor its packages count.
private_apt() {
  apt-get -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=- \
    -o Dir::State="$work" -o Dir::State::lists="$work/lists" -o Dir::State::status="$work/status" \
    -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root -o Debug::NoLocking=1 \
    -o APT::Install-Recommends=0 -o Acquire::Retries=3 "$@" >&2
}

need_patchelf() {
  command -v patchelf >/dev/null && return
  apt-get -o DPkg::Lock::Timeout=500 install -y -qq --no-install-recommends patchelf >/dev/null 2>&1 ||
    give_up "patchelf cannot be installed"
}

download() {
  local site
  site=$(mirror)
  [ -n "$site" ] || give_up "no Debian mirror among this machine's package sources"
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  : >"$work/status"
  echo "deb [signed-by=$keyring] $site $suite main" >"$work/sources.list"
  private_apt update || give_up "$site has no reachable suite $suite"
  private_apt -y --download-only install neovim || give_up "neovim of $suite cannot be downloaded"
}

# Its own loader and libraries, so that the system's older ones do not matter.
# Prepared aside and moved into place, since other runs may be under way.
unpack() {
  local deb new=$dest.$$ interpreter libs
  mkdir -p "$new"
  for deb in "$work"/cache/archives/*.deb; do
    dpkg-deb -x "$deb" "$new"
  done
  interpreter=$(patchelf --print-interpreter "$new/usr/bin/nvim")
  libs=$(dirname "$(find "$new/usr/lib" -name libc.so.6 | head -n 1)")
  patchelf --set-interpreter "$dest/usr$interpreter" --force-rpath \
    --set-rpath "$dest${libs#"$new"}" "$new/usr/bin/nvim"
  printf '#!/bin/sh\nVIMRUNTIME=%s exec %s "$@"\n' \
    "'$dest/usr/share/nvim/runtime'" "'$dest/usr/bin/nvim'" >"$new/nvim"
  chmod +x "$new/nvim"
  rm -rf "$dest"
  mv -T "$new" "$dest" 2>/dev/null || rm -rf "$new"
}

if ! "$dest/nvim" --version >/dev/null 2>&1; then
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || give_up "this is not a Debian machine"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  need_patchelf
  download
  unpack
  "$dest/nvim" --version >/dev/null 2>&1 || give_up "the unpacked editor does not start"
fi
echo "$dest/nvim"
