#!/bin/sh
# Starts the built site: what `npm start`, the benchmark and deploy/ run.
exec scripts/node.sh src/app/server/main.ts
