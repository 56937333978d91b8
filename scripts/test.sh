#!/bin/sh
# Every test, on the built files. Real servers and browsers run in them, so two files at a time are enough for two cores.
set -eu
cd "$(dirname "$0")/.."

node standalone/dist/install-main.js
node test/dist/kit/install-s3-server.js
node test/dist/kit/install-helm.js
node test/dist/kit/install-kubeconform.js
node test/dist/kit/install-control-plane.js
node test/dist/kit/install-python-playwright.js
# A file that does not end fails, and takes no other down with it.
run() {
  node --import ./test/dist/kit/must-end.js --test --test-timeout=3000000 \
    --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=./test/dist/kit/file-times.js --test-reporter-destination=stdout "$@" </dev/null || failed=1
}

run --test-concurrency="${TINTYPE_TEST_CONCURRENCY:-2}" \
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
  'test/dist/integration/*.test.js'

# These keep the machine busy on purpose, and would make others wait.
run --test-concurrency=1 'test/dist/alone/*.test.js'
exit "${failed:-0}"
