#!/bin/sh
# `npm start`: installs and builds what is missing, and serves. The playground is served where only this machine can reach it;
# without its page, if that cannot be built, Palaver starts all the same.
set -eu
cd "$(dirname "$0")/.."

sh scripts/install-if-needed.sh
if [ -z "${PALAVER_PLAYGROUND_FILE:-}" ]; then export PALAVER_PLAYGROUND="${PALAVER_PLAYGROUND:-auto}"; fi
if [ "${PALAVER_PLAYGROUND:-}" != 0 ]; then
  sh scripts/build-console-if-needed.sh || echo 'The page of the playground could not be built.' >&2
fi
exec node_modules/.bin/node --max-semi-space-size=8 packages/server/bin/palaver.js start
