#!/bin/sh
# Runs a command while no other `make` in this folder does: two installs at once would break each other's packages.
# Usage: scripts/alone.sh COMMAND [ARGUMENT…]
set -eu
cd "$(dirname "$0")/.."

waiting() {
  echo "waiting for another make in this folder"
}

# The system frees the lock when the command ends, which inherits file 9.
if command -v flock >/dev/null; then
  exec 9<Makefile
  flock -n 9 || { waiting; flock 9; }
  exec "$@"
fi

# macOS has no flock. A killed make leaves its folder, so the process in it has to run.
lock=.making
waits=
until mkdir "$lock" 2>/dev/null; do
  holder=$(cat "$lock/pid" 2>/dev/null || true)
  if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
    rm -rf "$lock"
    continue
  fi
  [ -n "$waits" ] || waiting
  waits=yes
  sleep 1
done
trap 'rm -rf "$lock"' EXIT
trap 'exit 130' INT TERM
echo $$ >"$lock/pid"
"$@"
