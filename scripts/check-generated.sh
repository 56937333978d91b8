#!/bin/sh
# Fails if a committed generated file differs from its generator's output. It compares with the working tree, so it works in
# the middle of a change, and restores the tree.
set -eu
cd "$(dirname "$0")/.."

kept=$(mktemp -d)
list=$(find . \( -name node_modules -o -name dist -o -name .tools -o -name .git -o -path './clients/*/target' \) -prune -o \
  \( -name '*.generated.*' -o -path './contracts/vectors/*.json' -o \( -type f -path './clients/*' -name '*generated*' \) -o -path './clients/python/src/tintype/_sync/*.py' -o -path './clients/php/src/Generated*.php' -o -path ./docs/openapi.json -o -path './crds/manifests/*' \
  -o -path './charts/tintype/crds/*' -o -path './charts/tintype/files/*.json' -o -path ./charts/tintype/README.md \
  -o -path ./docs/crds.md -o -path ./docs/devtools.md -o -path ./docs/security.md \) -print)

restore() {
  for file in $list; do cp -p "$kept/$file" "$file"; done
  rm -rf "$kept"
}

for file in $list; do
  mkdir -p "$kept/$(dirname "$file")"
  cp -p "$file" "$kept/$file"
done
trap restore EXIT
trap 'exit 1' HUP INT TERM

make --no-print-directory generate >/dev/null

stale=
for file in $list; do cmp -s "$file" "$kept/$file" || stale="$stale $file"; done
[ -z "$stale" ] && exit 0
echo "Differs from its generator:$stale. Run \`make generate\` and commit the result." >&2
exit 1
