#!/bin/sh
# `npm start`: installs and builds what is missing, then starts the server. If the playground cannot be built, Palaver starts
# without it.
set -eu
cd "$(dirname "$0")/.."

sh scripts/install-if-needed.sh
if [ "${PALAVER_PLAYGROUND:-}" != 0 ]; then
  sh scripts/build-console-if-needed.sh || echo 'The page of the playground could not be built.' >&2
fi
exec node_modules/.bin/node --max-semi-space-size=8 packages/server/bin/palaver.js start "$@"
