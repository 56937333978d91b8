#!/bin/sh
# Every test, on the built files. Real servers and browsers run in them, so two files at a time are enough for two cores.
set -eu
cd "$(dirname "$0")/.."

node standalone/dist/install-main.js
node test/dist/kit/install-s3-server.js
node test/dist/kit/install-helm.js
node test/dist/kit/install-control-plane.js
node test/dist/kit/install-python-playwright.js
node --test --test-concurrency="${TINTYPE_TEST_CONCURRENCY:-2}" --test-reporter=spec \
  'contracts/dist/**/*.test.js' \
  'crds/dist/**/*.test.js' \
  'runtime/dist/**/*.test.js' \
  'api/dist/**/*.test.js' \
  'browser-node/dist/**/*.test.js' \
  'ledger/dist/**/*.test.js' \
  'stores/dist/**/*.test.js' \
  'operator/dist/**/*.test.js' \
  'standalone/dist/**/*.test.js' \
  'test/dist/architecture/*.test.js' \
  'test/dist/integration/*.test.js' </dev/null || failed=1

# These keep the machine busy on purpose, and would make others wait.
node --test --test-concurrency=1 --test-reporter=spec 'test/dist/alone/*.test.js' </dev/null || failed=1
exit "${failed:-0}"
