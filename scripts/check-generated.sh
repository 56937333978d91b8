#!/bin/sh
# Fails when a committed generated file is not what its generator writes. Compares with what lies in the tree, so that it
# works in the middle of a change; the tree is left as it was.
set -eu
cd "$(dirname "$0")/.."

kept=$(mktemp -d)
list=$(find . \( -name node_modules -o -name dist -o -name .tools -o -name .git \) -prune -o \
  \( -name '*.generated.*' -o -path ./docs/openapi.json -o -path './crds/manifests/*' \
  -o -path './charts/tintype/crds/*' -o -path './charts/tintype/files/*.json' -o -path ./charts/tintype/README.md \
  -o -path ./docs/crds.md -o -path ./docs/security.md \) -print)

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
echo "Not what its generator writes:$stale. Run \`make generate\` and commit the result." >&2
exit 1
