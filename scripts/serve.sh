#!/bin/sh
# Starts the built site: what `npm start`, the benchmark and deploy/ run. Arguments are options of Node.js.
exec scripts/node.sh "$@" src/app/server/main.ts
