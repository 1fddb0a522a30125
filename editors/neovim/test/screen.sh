#!/usr/bin/env bash
# What the user sees: the editor in a terminal of its own, keys typed, screen read.
#
#   screen.sh NVIM SOCKET
set -euo pipefail

nvim=$1
socket=$2
deadline=$((${PARLENS_TEST_DEADLINE_MS:-60000} / 1000))
tmp=$PARLENS_TEST_TMP
trap 'tmux -L "$socket" kill-server 2>/dev/null || true' EXIT

screen() { tmux -L "$socket" capture-pane -p; }
keys() { tmux -L "$socket" send-keys "$@"; }

# Polls until the screen matches (or no longer does) an extended regular expression.
check() { # name pattern [-v]
  local end=$((SECONDS + deadline))
  while [ $SECONDS -lt $end ]; do
    if [ "${3:-}" = -v ]; then
      screen | grep -qE "$2" || { echo "ok - $1"; return; }
    elif screen | grep -qE "$2"; then
      echo "ok - $1"
      return
    fi
    sleep 0.1
  done
  echo "not ok - $1"
  screen | sed 's/^/  |/'
}

hint='[0-9] [mun]?s  +[a-z]+ +[0-9]+%'
tmux -u -L "$socket" -f /dev/null new-session -d -x 150 -y 50 \
  "exec '$nvim' --clean -n --cmd 'set packpath^=$tmp/site' '$tmp/ws/laplace.f90'"
check 'on screen: hints are drawn' "$hint"
first=$(screen | grep -oE "[0-9.]+ [mun]?s  +[a-z]+ +[0-9]+%" | head -n 1 || true)
keys -l '/parameter.*256'
keys Enter
keys -l '/256'
keys Enter
keys -l 'ciw512'
check 'on screen: the typed number stands there' 'n *= *512'
check 'on screen: the hint changes while typing' "$(printf '%s' "$first" | sed 's/[.%]/\\&/g')" -v
check 'on screen: hints are still drawn' "$hint"
keys Escape
before=$(screen | grep -oE "[0-9.]+ [mun]?s  +[a-z]+ +[0-9]+%" | head -n 1 || true)
keys -l ':silent Parlens set n=64'
keys Enter
check 'on screen: a setting changes the hint too' "$(printf '%s' "$before" | sed 's/[.%]/\\&/g')" -v
check 'on screen: and there are hints' "$hint"
