#!/usr/bin/env bash
# Tests the plugin in the real editor: the installed Neovim (Debian 12: 0.7.2,
# without inlay hints), 0.10, which has them, and 0.12, which starts servers itself.
#
#   PARLENS_SERVER=/path/to/parlens   use this server instead of building one
#   NVIM=/path/to/nvim                test this editor only
#   PARLENS_TEST_DEADLINE_MS=60000    how long one wait may take
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
plugin=$(dirname "$here")
root=$(cd "$plugin/../.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/parlens-test
tmp=$(mktemp -d "${TMPDIR:-/tmp}/parlens-neovim.XXXXXX")
socket=parlens-test-$$
trap 'tmux -L "$socket" kill-server 2>/dev/null || true; rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP

install_packages() {
  command -v tmux >/dev/null || "$root/tools/install-packages" tmux
  [ -n "${NVIM:-}" ] || command -v nvim >/dev/null || "$root/tools/install-packages" neovim
}

build_server() {
  if [ -n "${PARLENS_SERVER:-}" ]; then
    ln -s "$(realpath "$PARLENS_SERVER")" "$tmp/bin/parlens"
  else
    (cd "$root" && go build -o "$tmp/bin/parlens" ./cmd/parlens)
  fi
}

# The archive of a release, unpacked as a package, with its help tags.
install_plugin() {
  local pack=$tmp/site/pack/test/start
  mkdir -p "$pack"
  tar -xzf "$tmp/parlens-neovim.tar.gz" -C "$pack"
  "$1" --clean --headless -n -c "helptags $pack/parlens/doc" -c 'qall!'
}

# Fresh folders for the editor's state, so that nothing of the user's is read or written.
fresh_work() {
  rm -rf "$tmp/ws" "$tmp/home"
  mkdir -p "$tmp/ws" "$tmp/home"
  cp "${PARLENS_TEST_PROGRAM:-$root/testdata/hpf/laplace.f90}" "$tmp/ws/laplace.f90"
  printf '      PROGRAM fixed\nCHPF$ PROCESSORS p(2)\n      END\n' >"$tmp/ws/fixed.hpf"
  cp "$root/costmodel/phases/pstswm.toml" "$tmp/ws/pstswm.toml"
  printf '%% a model\nresource parameter fcfs(i, m)\nresource cpu = fcfs(0, 1)\nprocess main = seq (i = 1, 10) use(cpu, 3)\n' \
    >"$tmp/ws/model.pam"
}

editor() { # nvim argument...
  env HOME="$tmp/home" XDG_CONFIG_HOME="$tmp/home/config" XDG_DATA_HOME="$tmp/home/data" \
    XDG_STATE_HOME="$tmp/home/state" XDG_CACHE_HOME="$tmp/home/cache" LANG=C.UTF-8 \
    PATH="$tmp/bin:$PATH" PARLENS_TEST_DIR="$here" PARLENS_TEST_TMP="$tmp" \
    "$@"
}

headless() { # nvim script
  fresh_work
  editor timeout 300 "$1" --clean --headless -n --cmd "set packpath^=$tmp/site" \
    -c "luafile $here/$2" 2>"$tmp/stderr" || { printf '%s\n' "$(cat "$tmp/stderr")"; return 1; }
}

# The archive installed by the commands of README.md, and the editor started as a user starts it.
as_documented() { # nvim
  local user=(env -u XDG_CONFIG_HOME -u XDG_DATA_HOME -u XDG_STATE_HOME -u XDG_CACHE_HOME)
  fresh_work
  ln -sfn "$1" "$tmp/bin/nvim"
  (cd "$tmp" && sed -n 's/^    //; /^mkdir -p .*pack/,/^$/p' "$plugin/README.md" >"$tmp/install.sh" &&
    editor "${user[@]}" bash -euo pipefail "$tmp/install.sh" >"$tmp/stderr" 2>&1 &&
    cd "$tmp/ws" && editor "${user[@]}" timeout 300 nvim --headless -n -c "luafile $here/archive.lua" laplace.f90 2>"$tmp/stderr") ||
    { printf '%s\n' "$(cat "$tmp/stderr")"; return 1; }
}

test_editor() { # nvim
  local version out=$tmp/results passed failed
  version=$("$1" --version | sed -n '1s/^NVIM v//p')
  rm -rf "$tmp/site"
  install_plugin "$1"
  echo "# neovim $version"
  {
    as_documented "$1" || echo "not ok - archive.lua ends well"
    headless "$1" unit.lua || echo "not ok - unit.lua ends well"
    headless "$1" session.lua || echo "not ok - session.lua ends well"
    fresh_work
    editor bash "$here/screen.sh" "$1" "$socket" || echo "not ok - screen.sh ends well"
  } | tee "$out"
  passed=$(grep -c '^ok - ' "$out" || true)
  failed=$(grep -c '^not ok - ' "$out" || true)
  summary+=("neovim $version: $passed passed, $failed failed")
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ] || status=1
}

status=0
summary=()
mkdir -p "$tmp/bin" "$cache"
install_packages
build_server
"$plugin/pack.sh" "$tmp/parlens-neovim.tar.gz"
test_editor "${NVIM:-$(command -v nvim)}"
if [ -z "${NVIM:-}" ]; then
  for suite in trixie sid; do
    if newer=$(bash "$root/editors/debian.sh" "$cache" "$suite" neovim 2>"$tmp/fetch.log"); then
      test_editor "$newer"
    else
      summary+=("neovim of $suite: not tested: $(tail -n 1 "$tmp/fetch.log")")
      status=1
    fi
  done
fi
printf '%s\n' "${summary[@]}"
exit $status
