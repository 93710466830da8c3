#!/bin/sh
# Runs Node.js with the site's memory settings: for the site (serve.sh), and for commands, which run beside the site
# in the same machine or container. From the repository's root: scripts/node.sh src/app/operations/command.ts doctor
#
# Returns freed memory to the system: pictures and password hashes take megabytes on several threads, and glibc would
# keep them in an arena for each thread (docs/performance.md has the figures).
export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
# Caches compiled sources for the next start.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-node_modules/.cache/node}"
# The heap stays small at the cost of more garbage collection: without a limit it grows with the machine's memory.
exec scripts/with-node.sh node --max-semi-space-size=8 --max-old-space-size=160 "$@"
