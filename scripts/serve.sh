#!/bin/sh
# Starts the built site: what `npm start`, the benchmark and deploy/ run.
#
# What Node.js made of the sources is kept for the next start.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-node_modules/.cache/node}"
exec scripts/node.sh src/app/main.ts
