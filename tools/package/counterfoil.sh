#!/bin/sh
# Starts Counterfoil, or one of its commands, with the Node that came in this archive.
set -eu
folder=$(CDPATH='' cd -- "${0%/*}/.." && pwd -P)
command=${1:-start}
[ $# -eq 0 ] || shift
case $command in
  start) set -- --no-build "$@" ;;
  version) exec "$folder/node/bin/node" --print "require('$folder/package.json').version" ;;
  administrator | spread | backup | restore | audit-verify | verify-export) ;;
  *)
    echo "There is no command \"$command\". There are: start, administrator, spread, backup, restore, audit-verify, verify-export, version." >&2
    exit 2
    ;;
esac
exec "$folder/node/bin/node" --max-semi-space-size=32 "$folder/tools/$command.ts" "$@"
