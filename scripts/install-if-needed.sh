#!/bin/sh
# Makes `npm start` and `npm test` work on a fresh clone: installs exactly what package-lock.json lists if node_modules is
# missing or older, and makes sure that node_modules/.bin/node is a Node that can run the sources (the one pinned in the lock
# file, or else an installed Node of at least version 24). Install scripts stay off because nothing needs them. Takes 3 ms if
# there is nothing to do.
set -eu
cd "$(dirname "$0")/.."

installed=node_modules/.palaver-lock.json
if ! cmp -s package-lock.json "$installed"; then
  echo 'Installing dependencies (first run, or package-lock.json has changed) ...' >&2
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  cp package-lock.json "$installed"
fi

if [ ! -x node_modules/.bin/node ]; then
  major=$(node -p 'process.versions.node.split(".")[0]')
  if [ "$major" -lt 24 ]; then
    echo "No Node runtime package exists for this platform, and the installed Node $major is older than 24." >&2
    exit 1
  fi
  ln -s "$(command -v node)" node_modules/.bin/node
fi
