#!/bin/sh
# Starts the built site: what `npm start`, the benchmark and deploy/ run.
#
# Memory that was used once goes back to the system: pictures and password hashes take megabytes on several threads, and glibc
# would keep them in an arena for each thread (docs/performance.md has the figures).
export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
# What Node.js made of the sources is kept for the next start.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-node_modules/.cache/node}"
# The collector works a little more often and the heap stays small: without a limit it grows with the machine's memory.
exec node --max-semi-space-size=8 --max-old-space-size=192 src/app/main.ts
