#!/bin/sh
# Ensures that `node` on PATH is 22.19 or newer. If the machine's is older, npm fetches one into .tools, which the Makefile
# puts first on PATH. Nothing outside of this folder changes.
set -eu
cd "$(dirname "$0")/.."

least=22.19

new_enough() {
  command -v node >/dev/null && node -e '
    const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 22 || (major === 22 && minor >= 19) ? 0 : 1)'
}

new_enough && exit 0

have=$(node --version 2>/dev/null || echo none)
if ! command -v npm >/dev/null; then
  echo "Tintype needs Node.js $least or newer with npm; this machine has $have and no npm." >&2
  echo "Install Node.js 24 from https://nodejs.org or your system's packages, then run this again." >&2
  exit 1
fi

# The system's own package: the package `node` only has a script that fetches it, and npm may run no scripts.
package=$(node -p '`node-${process.platform}-${process.arch}@24`')
echo "Node.js here is $have, Tintype needs $least or newer: fetching one into .tools (npm install $package)"
mkdir -p .tools/node
# Without its own package.json, npm would use the project's.
[ -f .tools/node/package.json ] || echo '{"private":true}' >.tools/node/package.json
npm install --prefix .tools/node --no-audit --no-fund --no-progress "node@npm:$package"

# The shell remembers the path of the old one.
hash -r
if ! new_enough; then
  echo "The Node.js from npm does not run on this system. Install Node.js $least or newer, then run this again." >&2
  exit 1
fi
