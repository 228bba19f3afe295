#!/bin/sh
# Builds the web pages that the server sends, packages/console/dist, when they are missing or older than what they are made
# from. Takes 5 ms when there is nothing to do.
set -eu
cd "$(dirname "$0")/.."

page=packages/console/dist/index.html
if [ -f "$page" ]; then
  changed=$(find packages/console packages/client/src node_modules/.palaver-lock.json -newer "$page" -type f \
    -not -path '*/dist/*' -not -path '*/test/*' -print -quit)
  if [ -z "$changed" ]; then exit 0; fi
fi
node_modules/.bin/node node_modules/vite/bin/vite.js build packages/console --logLevel warn >&2
