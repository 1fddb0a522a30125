# shellcheck shell=bash
# A program in a terminal of its own: keys typed, screen read. Sourced by tests, which set socket.

deadline=$((${PARLENS_TEST_DEADLINE_MS:-60000} / 1000))
trap 'tmux -L "$socket" kill-server 2>/dev/null || true' EXIT

start_screen() { tmux -u -L "$socket" -f /dev/null new-session -d -x 150 -y 50 "$1"; }
screen() { tmux -L "$socket" capture-pane -p; }
keys() { tmux -L "$socket" send-keys "$@"; }

# Polls until a command succeeds; its name and arguments follow that of the check. A busy machine may be slow: what
# counts is how often it was asked.
check() { # name command argument...
  local name=$1
  shift
  for _ in $(seq $((10 * deadline))); do
    if "$@"; then
      echo "ok - $name"
      return
    fi
    sleep 0.1
  done
  echo "not ok - $name"
  screen | sed 's/^/  |/'
}

shows() { screen | grep -qE "$1"; }
hides() { ! shows "$1"; }

# A line that looks like the first stands right above one that looks like the second.
above() { screen | grep -E -A 1 "$1" | grep -qE "$2"; }

# The hints from the top down, one in each line.
hints() { screen | grep -oE '[0-9.]+ [mun]?s  +[a-z]+ +[0-9]+%' || true; }
has_hints() { [ -n "$(hints)" ]; }

# There are hints, others than these: none at all are no other ones.
others_than() { has_hints && [ "$(hints)" != "$1" ]; }

# The hints once they have stood still for a second: what was typed before must not be taken for what is typed next.
settled() {
  local now before=
  for _ in $(seq "$deadline"); do
    now=$(hints)
    if [ -n "$now" ] && [ "$now" = "$before" ]; then break; fi
    before=$now
    sleep 1
  done
  echo "$now"
}
