#!/usr/bin/env bash
# Opens what parlens writes for a browser in the viewers that people open it in, in a headless Chromium: traces in Chrome's
# trace viewer (as the Go toolchain ships it for "go tool trace") and in speedscope, reports light, dark and in print.
#
#   editors/viewers/test/run.sh
#
# Environment:
#   PARLENS_SHOT        a folder to write pictures to
#   PARLENS_TEST_CACHE  where downloads are kept between runs (default ~/.cache/parlens-test)
#   CHROMIUM            the browser (default: chromium, installed with apt if it is missing)
#
# Nothing is written into the source tree. Needs bash, go, node 20 or newer, npm.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
cache=${PARLENS_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/parlens-test}
work=$(mktemp -d "${TMPDIR:-/tmp}/parlens-viewers.XXXXXX")
mkdir -p "$cache"
trap 'rm -rf "$work"' EXIT

# shellcheck source=../../vscode/test/install.sh
. "$root/editors/vscode/test/install.sh"
install_packages
install_modules "$root/editors/viewers" "$cache"

(cd "$root" && go build -o "$work/parlens" ./cmd/parlens)
waits=$root/testdata/hpf/waits
for program in unequal pipeline; do
  "$work/parlens" trace "$waits/$program.f90" -m "$waits/round.toml" -o "$work/$program.json"
done
"$work/parlens" trace "$root/testdata/suite/nbody.f90" -m ipsc860 -p 64 -o "$work/nbody.json"

MODULES=$modules/node_modules CHROMIUM=$chromium VIEWER=$(go env GOROOT)/src/internal/trace/traceviewer/static \
  node "$here/traces.mjs" "$work"

mkdir "$work/pages"
for program in hpf/laplace suite/nbody; do
  (cd "$root" && "$work/parlens" report "testdata/$program.f90" -m cluster -p 8 -o "$work/pages/$(basename "$program").html")
done
MODULES=$modules/node_modules CHROMIUM=$chromium node "$here/pages.mjs" "$work/pages"
echo "viewers: all as expected (${SECONDS} s)"
