#!/usr/bin/env bash
# Tests the configurations of docs/editors.md in the editors that need no plugin: Helix in a terminal, and Emacs 30
# with eglot in batch, both from Debian's next release. What is tested is the text of the document itself.
#
#   PARLENS_SERVER=/path/to/parlens   use this server instead of building one
#   PARLENS_TEST_DEADLINE_MS=60000    how long one wait may take
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
cache=${PARLENS_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/parlens-test}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/parlens-others.XXXXXX")
socket=parlens-others-$$
trap 'tmux -L "$socket" kill-server 2>/dev/null || true; rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP

mkdir -p "$tmp/bin" "$tmp/home" "$cache"
"$root/tools/install-packages" tmux
if [ -n "${PARLENS_SERVER:-}" ]; then
  ln -s "$(realpath "$PARLENS_SERVER")" "$tmp/bin/parlens"
else
  (cd "$root" && go build -o "$tmp/bin/parlens" ./cmd/parlens)
fi

# The code blocks of one language in a section of docs/editors.md, one file each: BASE.1, BASE.2, ...
blocks() { # section language base
  awk -v section="## $1" -v fence="\`\`\`$2" -v base="$3" '
    /^## / { inside = $0 == section }
    inside && $0 == fence { file = base "." ++n; next }
    /^```/ { file = "" }
    file { print > file }' "$root/docs/editors.md"
}

unpacked() { # package
  bash "$root/editors/debian.sh" "$cache" trixie "$1" 2>"$tmp/fetch.log" || { tail -n 20 "$tmp/fetch.log" >&2; return 1; }
}

fresh_work() {
  rm -rf "$tmp/ws"
  mkdir "$tmp/ws"
  cp "$root/testdata/hpf/laplace.f90" "$tmp/ws/"
}

editor() {
  env HOME="$tmp/home" XDG_CONFIG_HOME="$tmp/home/.config" XDG_CACHE_HOME="$tmp/home/cache" LANG=C.UTF-8 \
    PATH="$tmp/bin:$PATH" PARLENS_TEST_TMP="$tmp" "$@"
}

helix() {
  local program
  program=$(unpacked hx)
  mkdir -p "$tmp/home/.config/helix"
  blocks Helix toml "$tmp/helix"
  mv "$tmp/helix.1" "$tmp/home/.config/helix/languages.toml"
  mv "$tmp/helix.2" "$tmp/home/.config/helix/config.toml"
  editor bash "$here/helix.sh" "$program" "$socket"
}

emacs() {
  local program
  program=$(unpacked emacs-nox)
  blocks Emacs elisp "$tmp/emacs"
  editor timeout 300 "$program" --quick --batch --load "$tmp/emacs.1" --load "$here/emacs.el" 2>"$tmp/emacs.log" ||
    { cat "$tmp/emacs.log"; return 1; }
}

passes() { # editor
  fresh_work
  "$1" >"$tmp/$1.out" 2>&1 && ! grep -q '^not ok' "$tmp/$1.out"
}

# Helix on a busy machine has once refused the edit of an action as outdated, though nothing had been typed since it
# was offered. With that word on its screen it is started once more.
outdated() { grep 'outdated workspace edit' "$tmp/$1.out"; }

status=0
for name in helix emacs; do
  if passes "$name" || { outdated "$name" && passes "$name"; }; then
    cat "$tmp/$name.out"
    echo "$name: $(grep -c '^ok' "$tmp/$name.out") passed"
  else
    cat "$tmp/$name.out"
    echo "$name: FAILED"
    status=1
  fi
done
exit $status
