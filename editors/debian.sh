#!/usr/bin/env bash
# Unpacks an editor of another release of Debian into a cache folder, beside the
# system, and prints the path of a script that starts it. Prints the reason as
# the last line of standard error and fails where that cannot be done.
#
#   debian.sh CACHE SUITE PACKAGE     PACKAGE: neovim, hx (Helix) or emacs-nox
set -euo pipefail

suite=$2
package=$3
dest=$1/$package-$suite
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
  private_apt -y --download-only install "$package" || give_up "$package of $suite cannot be downloaded"
}

# The editor's program inside the folder given, and what it needs in its environment
# to find its own files there instead of the system's.
program() {
  case $package in
    neovim) echo usr/bin/nvim ;;
    hx) echo usr/lib/hx/hx ;;
    emacs-nox) echo usr/bin/emacs-nox ;;
  esac
}

environment() {
  case $package in
    neovim) echo "VIMRUNTIME='$dest/usr/share/nvim/runtime'" ;;
    hx) echo "HELIX_RUNTIME='$dest/usr/lib/hx/runtime'" ;;
    emacs-nox) (cd "$1" && echo "EMACSLOADPATH='$dest/$(echo usr/share/emacs/[0-9]*/lisp)' EMACSDATA='$dest/$(echo usr/share/emacs/[0-9]*/etc)'" \
      "EMACSPATH='$dest/$(echo usr/libexec/emacs/*/*-linux-gnu*)'") ;;
  esac
}

# Emacs is given the image of its memory, which it looks for where Debian installs it.
arguments() {
  [ "$package" != emacs-nox ] || (cd "$1" && echo "--dump-file='$dest/$(echo usr/libexec/emacs/*/*/emacs*.pdmp)'")
}

# Its own loader and libraries, so that the system's older ones do not matter.
# Prepared aside and moved into place, since other runs may be under way.
unpack() {
  local deb new=$dest.$$ interpreter libs
  mkdir -p "$new"
  for deb in "$work"/cache/archives/*.deb; do
    dpkg-deb -x "$deb" "$new"
  done
  interpreter=$(patchelf --print-interpreter "$new/$(program)")
  libs=$(dirname "$(find "$new/usr/lib" -name libc.so.6 | head -n 1)")
  patchelf --set-interpreter "$dest/usr$interpreter" --force-rpath \
    --set-rpath "$dest${libs#"$new"}" "$new/$(program)"
  printf '#!/bin/sh\n%s exec %s %s "$@"\n' \
    "$(environment "$new")" "'$dest/$(program)'" "$(arguments "$new")" >"$new/start"
  chmod +x "$new/start"
  rm -rf "$dest"
  mv -T "$new" "$dest" 2>/dev/null || rm -rf "$new"
}

if ! "$dest/start" --version >/dev/null 2>&1; then
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || give_up "this is not a Debian machine"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  need_patchelf
  download
  unpack
  "$dest/start" --version >/dev/null || give_up "the unpacked editor does not start"
fi
echo "$dest/start"
