#!/bin/sh
# Starts Counterfoil, or one of its commands, with the Node that came in this archive.
set -eu
folder=$(CDPATH='' cd -- "${0%/*}/.." && pwd -P)
node="$folder/node/bin/node"
# the loader names a library that it does not find, but not how one gets it
"$node" --version >/dev/null || {
  echo "The Node of this archive does not start here. A slim Debian or Ubuntu lacks libatomic: apt-get install libatomic1" >&2
  exit 1
}
command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  start) set -- --no-build "$@" ;;
  version) exec "$node" --print "require('$folder/package.json').version" ;;
  administrator | spread | backup | restore | audit-verify | verify-export) ;;
  *)
    echo "There is no command \"$command\". There are: start, administrator, spread, backup, restore, audit-verify, verify-export, version." >&2
    exit 2
    ;;
esac
exec "$node" --max-semi-space-size=32 "$folder/tools/$command.ts" "$@"
