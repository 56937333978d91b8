#!/bin/sh
# Installs the packages of package-lock.json, unless another make did while this one waited.
set -eu
cd "$(dirname "$0")/.."

mark=node_modules/.installed
if [ -f "$mark" ] && [ -z "$(find package-lock.json -newer "$mark")" ]; then
  exit 0
fi
echo "installing the packages of package-lock.json"
npm ci --no-progress --loglevel=error
touch "$mark"
