#!/bin/sh
# Every test, on the built files. Real servers and browsers run in them, so two files at a time are enough for two cores.
set -eu
cd "$(dirname "$0")/.."

node standalone/dist/install-main.js
node test/dist/kit/install-s3-server.js
exec node --test --test-concurrency="${TINTYPE_TEST_CONCURRENCY:-2}" --test-reporter=spec \
  'contracts/dist/**/*.test.js' \
  'runtime/dist/**/*.test.js' \
  'api/dist/**/*.test.js' \
  'browser-node/dist/**/*.test.js' \
  'standalone/dist/**/*.test.js' \
  'test/dist/**/*.test.js' </dev/null
