#!/bin/sh
# Used by the Dockerfile: lays out /apps/PROGRAM with the program, the packages of ours that it imports, and what those
# need to run: image-app.sh PROGRAM PACKAGE…
set -eu
program=$1
cd "$(dirname "$0")/.."
target=/apps/$program
mkdir -p "$target"
# The lock file speaks of every package, and npm wants to see them all.
cp --parents package.json package-lock.json .npmrc */package.json "$target"

workspaces=
for name in "$@"; do
  workspaces="$workspaces --workspace=$name"
done
# shellcheck disable=SC2086
(cd "$target" && { npm ci --omit=dev --no-progress $workspaces || npm install --no-save --omit=dev --no-progress $workspaces; })

for folder in */; do
  name=${folder%/}
  case " $* " in
    *" $name "*) ;;
    *) rm -rf "${target:?}/$name"; continue ;;
  esac
  cp -R "$name/dist" "$target/$name/dist"
done
cp LICENSE NOTICE "$target"
# Pages, programs and manifests that are read at run time beside what was compiled.
if [ -d "$target/standalone" ]; then
  cp -R --parents standalone/bin standalone/src/example-page/page.html "$target"
fi
# Links to packages of ours that this program does not have.
find "$target/node_modules" -xtype l -delete
rm -f "$target/.npmrc" "$target/node_modules/.package-lock.json.tmp"
