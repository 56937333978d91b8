#!/bin/sh
# Runs the tests on the built files:
#   test.sh            every test that CI runs
#   test.sh PACKAGE    the unit and integration tests of one package, such as api
#   test.sh unit       the tests without a server or a browser
#   test.sh long       the integration tests that are too long for CI
# Node.js expands the patterns below, not the shell, whose ** is *.
set -euf
cd "$(dirname "$0")/.."

packages='contracts runtime crds stores ledger operator api console browser-node standalone clients/javascript clients/cli clients/n8n clients/zapier'
what=${1:-all}
if [ $# -gt 1 ]; then
  echo "PACKAGE takes one package." >&2
  exit 2
fi

case " all unit long charts clients $packages " in
*" $what "*) ;;
*)
  echo "There is no package $what. PACKAGE takes one of: $packages charts clients." >&2
  exit 2
  ;;
esac

# Each test file loads some 1,000 modules: without compiling them, in 0.2 s of CPU less. `make clean` removes the cache.
export NODE_COMPILE_CACHE="$PWD/test/dist/compile-cache"

failed=$(mktemp -d)
trap 'rm -rf "$failed"' EXIT
status=0

# test_run AT_ONCE PATTERN...: runs each file in its own process and adds failing ones to $failed/all.
test_run() {
  : >"$failed/cpu"
  # Three reporters add more listeners to one stream than Node.js expects.
  TEST_FILE_CPU="$failed/cpu" node --disable-warning=MaxListenersExceededWarning test/dist/kit/runner/run-files.js \
    --failed="$failed/now" --at-once="$@" </dev/null || status=1
  cat "$failed/now" >>"$failed/all"
}

# One process runs all files: 4,000 tests take as long as the start of 240 processes.
unit() {
  node --disable-warning=MaxListenersExceededWarning --import ./test/dist/kit/runner/must-end.js --test --test-isolation=none \
    --test-timeout=60000 --test-reporter="${reporter:-spec}" "$@" </dev/null
}

unit_files() { for package in "$@"; do echo "$package/dist/**/*.test.js"; done; }

# Two processes, one a core, take about the same time. The report of the first comes last.
every_unit() {
  slow='browser-node standalone' others=
  for package in $packages; do
    case " $slow " in *" $package "*) ;; *) others="$others $package" ;; esac
  done
  # shellcheck disable=SC2046,SC2086
  unit $(unit_files $slow) >"$failed/unit" 2>&1 &
  passed=0
  # shellcheck disable=SC2046,SC2086
  unit $(unit_files $others) 'test/dist/architecture/*.test.js' || passed=1
  wait $! || passed=1
  cat "$failed/unit"
  return "$passed"
}

install() {
  node standalone/dist/install-main.js
  node test/dist/kit/programs/install-test-programs.js
  node test/dist/kit/programs/install-control-plane.js
  node test/dist/kit/programs/install-python-libraries.js
  node test/dist/kit/programs/install-npm-packages.js
  node test/dist/kit/programs/install-wordpress.js
}

concurrency=${TINTYPE_TEST_CONCURRENCY:-4}

case $what in
unit)
  begin=$(date +%s)
  reporter=dot every_unit
  echo "All unit tests passed in $(($(date +%s) - begin)) s."
  exit
  ;;
long)
  install
  test_run 1 'test/dist/long/**/*.test.js'
  exit "$status"
  ;;
all)
  every_unit
  # The check runs after the first tests, so that these start early.
  # The bundles have a cache of their own, which this one would replace.
  env -u NODE_COMPILE_CACHE make --no-print-directory check
  install
  test_run "$concurrency" 'test/dist/integration/**/*.test.js'
  # These load both cores on purpose, so nothing may run beside them.
  test_run 1 'test/dist/alone/*.test.js'
  ;;
*)
  case $what in
  charts) ;;
  # shellcheck disable=SC2046
  clients) unit $(unit_files clients/javascript clients/cli clients/n8n clients/zapier) ;;
  *) unit "$(unit_files "$what")" ;;
  esac
  # contracts has only unit tests.
  [ -d "test/dist/integration/$what" ] || exit 0
  install
  test_run "$concurrency" "test/dist/integration/$what/**/*.test.js"
  ;;
esac

# Shared machines are noisy: up to three failed files run again, one at a time. The end names those that then pass.
again=$(cat "$failed/all")
count=$(printf '%s' "$again" | grep -c . || true)
if [ "$status" = 0 ] || [ "$count" = 0 ] || [ "$count" -gt 3 ]; then exit "$status"; fi
printf '\nFailed, once more by themselves:\n%s\n' "$again"
status=0
# shellcheck disable=SC2086
test_run 1 $again
if [ "$status" = 0 ]; then
  printf '\nFailed first and passed when tried again. That is a fault too, of the test or of the code it tests:\n%s\n' "$again"
fi
exit "$status"
