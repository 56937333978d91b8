#!/bin/sh
# For the Dockerfile: image-packages.sh PROGRAM PACKAGE…, PROGRAM included. Creates /apps/PROGRAM with the foreign packages that
# the program needs to run, and with folders for ours.
set -eu
target=/apps/$1
mkdir -p "$target"
# The lock file lists every package, and npm needs all of them.
cp --parents package.json package-lock.json .npmrc */package.json "$target"

workspaces=
for name in "$@"; do
  workspaces="$workspaces --workspace=$name"
done
cd "$target"
# shellcheck disable=SC2086
npm ci --omit=dev --no-progress $workspaces

for folder in */; do
  name=${folder%/}
  case " $* node_modules " in
    *" $name "*) ;;
    *) rm -rf "${target:?}/$name" ;;
  esac
done
# Links to our packages that this program does not need.
find node_modules -xtype l -delete
rm .npmrc
