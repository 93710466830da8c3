#!/bin/sh
# Runs README's two commands in a Debian that has Node.js, npm and git and nothing else, from a clone of the last commit:
# scripts/bare-debian.sh trixie. CONTRIBUTING.md says what it wants.
set -eu

if [ -z "${BARE_ROOT-}" ]; then
  BARE_ROOT=$(mktemp -d)
  export BARE_ROOT
  # What is mounted there, and what runs there, ends with its namespaces, before the folder is removed.
  trap 'rm -rf --one-file-system "$BARE_ROOT"' EXIT
  trap 'exit 130' INT TERM
  unshare --mount --pid --fork --kill-child "$0" "${1:?which Debian? scripts/bare-debian.sh trixie}"
  exit $?
fi

chmod 755 "$BARE_ROOT"
debootstrap --variant=minbase "$1" "$BARE_ROOT"
mount --types proc proc "$BARE_ROOT/proc"
mount --rbind /dev "$BARE_ROOT/dev"
# Of its own: a test run removes what runs left there whose process it cannot see, and these it cannot.
mount --types tmpfs tmpfs "$BARE_ROOT/dev/shm"
# By apt: debootstrap leaves some of npm's packages out.
chroot "$BARE_ROOT" /usr/bin/env DEBIAN_FRONTEND=noninteractive sh -c \
  'apt-get update && apt-get install --yes --no-install-recommends nodejs npm git ca-certificates'
git clone --quiet . "$BARE_ROOT/root/prompteca"
# As Debian's installer writes it: without it, bookworm does not know where localhost is, and no test can ask its site.
[ -f "$BARE_ROOT/etc/hosts" ] || echo '127.0.0.1 localhost' > "$BARE_ROOT/etc/hosts"
# The registry is reached as from here.
cp /etc/resolv.conf "$BARE_ROOT/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$BARE_ROOT/etc/ssl/certs/"
[ ! -f ~/.npmrc ] || cp ~/.npmrc "$BARE_ROOT/root/"

exec chroot "$BARE_ROOT" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin PORT="${PORT:-3000}" sh -euc '
  cd ~/prompteca
  node --version
  npm --version
  npm ci
  npm start &
  site=$!
  until node --eval "fetch(\`http://127.0.0.1:$PORT/prompts\`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"; do
    kill -0 $site
    sleep 1
  done
  kill $site
  wait $site || true
  echo "npm ci && npm start: the site answers"
  npm ci
  npm test
'
