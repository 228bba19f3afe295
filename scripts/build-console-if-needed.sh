#!/bin/sh
# Builds the web pages of the server, packages/console/dist, if they are missing or older than their sources. Takes 5 ms if
# there is nothing to do.
set -eu
cd "$(dirname "$0")/.."

page=packages/console/dist/index.html
if [ -f "$page" ]; then
  # (Deleting a file makes its folder newer.)
  changed=$(cd packages && find console/src react/src console/public console/index.html console/package.json console/vite.config.ts \
    client/src client/service-worker ../package-lock.json -newer "../$page" -print -quit)
  if [ -z "$changed" ]; then exit 0; fi
fi
node_modules/.bin/node node_modules/vite/bin/vite.js build packages/console --logLevel warn >&2
