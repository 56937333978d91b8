#!/bin/sh
# Used by the Dockerfile: makes /apps/PROGRAM with the packages of others that a program needs to run, and with the
# places for ours: image-packages.sh PROGRAM PACKAGE…, where PROGRAM is a package, too.
set -eu
target=/apps/$1
mkdir -p "$target"
# The lock file speaks of every package, and npm wants to see them all.
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
# Links to packages of ours that this program does not have.
find node_modules -xtype l -delete
rm .npmrc
