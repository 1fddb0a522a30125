#!/usr/bin/env bash
# Packs the plugin as releases have it: unpacked in pack/parlens/start/ it is there, its help too.
#
#   pack.sh FILE.tar.gz
set -euo pipefail

plugin=$(cd "$(dirname "$0")" && pwd)
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
  --exclude=./test --exclude=./pack.sh --exclude=./.gitignore --exclude=./doc/tags --transform='s,^\./*,parlens/,;s,^LICENSE,parlens/&,' \
  -czf "$1" -C "$plugin" . -C "$plugin/../.." LICENSE
