#!/usr/bin/env bash
# What the user of Helix sees: keys typed, screen read.
#
#   helix.sh PROGRAM SOCKET
set -euo pipefail

program=$1
socket=$2
file=$PARLENS_TEST_TMP/ws/laplace.f90
# shellcheck source=../../screen.sh
. "$(dirname "$0")/../../screen.sh"

# What follows at once is taken for a key with Alt.
escape() { keys Escape && sleep 0.5; }

start_screen "exec '$program' '$file'"
# Helix asks for hints with a key, when the server is there by then.
asked() { keys l && sleep 0.3 && has_hints; }
check 'hints are drawn' asked
before=$(settled)
keys -l '/= 256'
keys Enter
check 'the text is found' shows '= 256'
# One key at a time: this Helix hands changes that come close together to the server in any order.
for key in c '=' ' ' 5 1 2; do keys -l "$key"; sleep 0.2; done
escape
check 'the typed number stands there' shows 'n = 512'
others() { asked && others_than "$before"; }
check 'the hints are others' others
keys -l '/do sweep'
keys Enter
keys -l ' k'
check 'the line has its table' shows 'communication +[│|] +[0-9.]+ [mun]?s|communication.*[0-9.]+ [mun]?s'
check 'with its share' shows '[0-9]+% of laplace'
escape
keys -l '/DISTRIBUTE t'
keys Enter
before=$(settled)
# The first menus come before the mappings have been found: it is opened until they are in it.
offered() { escape; keys -l ' a'; sleep 1; shows 'DISTRIBUTE.*->.*-[0-9]+%'; }
check 'other distributions are offered with their gain' offered
keys Down
keys Enter
check 'one is written into the program' hides 't\(BLOCK,BLOCK\) ONTO'
check 'and the hints are others' others
keys -l ':wq'
keys Enter
saved() { grep -q 'DISTRIBUTE t(' "$file" && ! grep -q 't(BLOCK,BLOCK)' "$file"; }
check 'the file has it' saved
