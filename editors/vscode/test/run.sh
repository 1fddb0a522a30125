#!/usr/bin/env bash
# Tests the extension in the real workbench: VS Code's own server (as code-server ships it) in a headless Chromium.
#
#   editors/vscode/test/run.sh [PROGRAM]     PROGRAM: the HPF file to open (default testdata/hpf/laplace.f90)
#
# Environment:
#   PARLENS_SERVER      a server binary to pack into the extension instead of building one
#   PARLENS_SHOT        where to write the screenshot of hints and hover (NAME.png; NAME-action.png shows the code
#                       action, and so on: -typing, -mappings, -tree, -panel, -walkthrough, -phases)
#   PARLENS_THEME       a colour theme of VS Code, for screenshots
#   PARLENS_TEST_CACHE  where downloads are kept between runs (default ~/.cache/parlens-test)
#   PARLENS_CHECKS      a regular expression: only checks with such titles are run; "typing" replays the typing alone, "fortls" looks for
#                       what is there twice beside another extension
#   PARLENS_COMMAND     a regular expression: of the checks inside the extension host only these, when PARLENS_CHECKS is "commands"
#   CHROMIUM            the browser (default: chromium, installed with apt if it is missing)
#
# Nothing is written into the source tree. Needs bash, go, node 20 or newer, npm.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
extension=$(dirname "$here")
root=$(cd "$extension/../.." && pwd)
program=$(realpath "${1:-$root/testdata/hpf/laplace.f90}")
cache=${PARLENS_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/parlens-test}
work=$(mktemp -d "${TMPDIR:-/tmp}/parlens-vscode.XXXXXX")
mkdir -p "$cache"
tester=

# Runs at every exit. The test ends what it started; the second step is for the case that it was killed.
finish() {
  status=$?
  if [ -n "$tester" ] && kill -TERM "$tester" 2>/dev/null; then wait "$tester" || true; fi
  for leader in $(cat "$work"/{,beside/,typing/}*.pid 2>/dev/null); do kill -KILL -- "-$leader" 2>/dev/null || true; done
  if [ "$status" = 0 ]; then rm -rf "$work"; else echo "vscode: left for inspection: $work" >&2; fi
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say() { echo "vscode: $* (${SECONDS} s)"; }

# Runs a script of tests, for so many seconds at most; in the background, so that a signal is answered at once.
run_tests() {
  CHROMIUM="$chromium" timeout --signal=TERM --kill-after=20 "$1" node "test/$2" "$vscode" "${@:3}" &
  tester=$!
  wait "$tester"
}

# shellcheck source=install.sh
. "$here/install.sh"
say "browser and ripgrep" && install_packages
say "VS Code server" && install_vscode "$cache/code-server-$code_server"
say "node modules of the extension" && install_modules "$extension" "$cache"

say "server and .vsix"
cp -R "$extension" "$work/extension"
rm -rf "$work/extension/"{node_modules,dist,server}
ln -s "$modules/node_modules" "$work/extension/node_modules"
mkdir "$work/extension/server"
if [ -n "${PARLENS_SERVER:-}" ]; then
  install -m 755 "$PARLENS_SERVER" "$work/extension/server/parlens"
else
  (cd "$root" && go build -o "$work/extension/server/parlens" ./cmd/parlens)
fi
cd "$work/extension"
npm run --silent package -- --out "$work/parlens.vsix" >"$work/package.log" 2>&1 &&
  node test/vsix.mjs "$work/parlens.vsix" "$(node -p 'process.platform + "-" + process.arch')" server/parlens >>"$work/package.log" 2>&1 &&
  ! grep -i warning "$work/package.log" &&
  (cd test/standin && ../../node_modules/.bin/vsce package --skip-license --allow-missing-repository --out "$work/standin.vsix") >>"$work/package.log" 2>&1 ||
  { cat "$work/package.log" >&2; exit 1; }

say "parts without an editor"
node_modules/.bin/esbuild test/unit/*.test.ts --bundle --platform=node --format=cjs --outdir="$work/unit" --log-level=error
VSCODE=$vscode node --test "$work"/unit/*.js >"$work/unit.log" || { cat "$work/unit.log" >&2; exit 1; }

# The program itself has an ending that nobody owns; the others are owned by this extension and by the stand-in.
mkdir "$work/workspace"
cp "$program" "$work/workspace/"
cp "$root/testdata/hpf/laplace_fixed.f" "$work/workspace/fixed.hpf"
cp "$root/testdata/hpf/laplace.f90" "$work/workspace/owned.f95"
cp "$root/costmodel/phases/pstswm.toml" "$work/workspace/"
mkdir "$work/host" # for the tests inside the extension host
cp "$root/testdata/hpf/laplace.f90" "$root/testdata/spar/adi.spar" "$work/host/"

if ! [[ ${PARLENS_CHECKS:-} =~ ^(typing|fortls)$ ]]; then
  say "workbench"
  run_tests 1800 checks.mjs "$work" "$(basename "$program")"
fi

if [[ fortls =~ ${PARLENS_CHECKS:-} ]]; then
  say "beside fortls"
  mkdir "$work/beside" "$work/beside/workspace"
  (cd test/fortls && ../../node_modules/.bin/esbuild extension.ts --bundle --platform=node --format=cjs --external:vscode --outfile=extension.js --log-level=error &&
    ../../node_modules/.bin/vsce package --no-dependencies --skip-license --allow-missing-repository --out "$work/beside/fortls.vsix") >"$work/package.log" 2>&1 ||
    { cat "$work/package.log" >&2; exit 1; }
  ln -s ../parlens.vsix "$work/beside/"
  cp "$root/testdata/hpf/laplace.f90" test/fortls/wrong.f90 "$work/beside/workspace/"
  run_tests 600 beside.mjs "$work/beside"
fi

if [[ typing =~ ${PARLENS_CHECKS:-} ]]; then
  say "typing in a file of 10,000 lines"
  mkdir "$work/typing"
  ln -s ../parlens.vsix ../standin.vsix "$work/typing/"
  run_tests 900 typing.mjs "$work/typing"
  say "done"
fi
