#!/usr/bin/env bash
# What the user sees: the editor in a terminal of its own, keys typed, screen read.
#
#   screen.sh NVIM SOCKET
set -euo pipefail

nvim=$1
socket=$2
tmp=$PARLENS_TEST_TMP
# shellcheck source=../../screen.sh
. "$(dirname "$0")/../../screen.sh"
parlens() { keys -l ":silent Parlens $1" && keys Enter; }

start_screen "exec '$nvim' --clean -n --cmd 'set packpath^=$tmp/site' --cmd 'lua vim.diagnostic.config({ virtual_text = true })' '$tmp/ws/laplace.f90'"
check 'on screen: hints are drawn' has_hints
check 'on screen: a hint stands before the diagnostic of its line' shows '0\.25 .*[0-9] [mun]?s  +[a-z]+ +[0-9]+% +■'
check 'on screen: the total stands above its unit' above '[0-9] [mun]?s on 2x2 processors' '^ *program laplace$'
before=$(settled)
keys -l '/parameter.*256'
keys Enter
keys -l '/256'
keys Enter
keys -l 'ciw512'
check 'on screen: the typed number stands there' shows 'n *= *512'
check 'on screen: the hints change while typing' others_than "$before"
keys Escape
before=$(settled)
parlens 'set n=64'
check 'on screen: a setting changes the hints too' others_than "$before"

parlens 'tree'
check 'on screen: the tree has the unit and its loop' shows '[0-9] [mun]?s +100% +[a-z]+ +program laplace'
check 'on screen: and the loop below it' shows '[0-9] [mun]?s +[0-9]+% +[a-z]+ +do sweep'
keys -l 'q'
check 'on screen: it is closed again' hides '100% +[a-z]+ +program laplace'
parlens 'scaling'
check 'on screen: the curves have bars and speedups' shows '^>? +4 +[0-9.]+ [mun]?s c+[cmow]* +speedup'
keys -l 'q'
parlens 'compare DISTRIBUTE t(BLOCK,*)'
check 'on screen: mappings stand side by side' shows '[0-9] [mun]?s +[0-9.]+ +DISTRIBUTE t\(BLOCK,\*\)'
keys -l 'q'
parlens 'timeline'
check 'on screen: the timeline has rows of processors' shows '\(1,1\) +[0-9.]+ [mun]?s +[0-9.]+ [mun]?s'
keys -l 'q'
parlens 'report'
check 'on screen: the report has the program' shows 'speedup [0-9.]+ over one processor'
keys -l 'q'
check 'on screen: back in the program, hints stand' has_hints
