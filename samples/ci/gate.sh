#!/bin/sh
# Fails where session files leak a secret, are damaged, or could not be resumed.
#
#   gate.sh [PATH...]      what to check; sessions/ if nothing is named
#   PANE_KNOWN=FILE        findings that do not fail; .pane/known.json if it is there
#
# A team that begins with findings writes them down first, and commits the file:
#
#   pane check --rules ci --write-baseline .pane/known.json sessions/
set -eu

known=${PANE_KNOWN:-.pane/known.json}
[ "$#" -gt 0 ] || set -- sessions/
if [ -f "$known" ]; then
  set -- --baseline "$known" "$@"
fi
exec pane check --rules ci "$@"
