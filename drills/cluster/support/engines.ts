/** Where the engines' programs are, and which Debian package brings a missing one. */
import { accessSync, constants, readdirSync } from "node:fs";
import { join } from "node:path";

/** Debian packages by program. */
const PACKAGES: Record<string, string> = {
  createdb: "postgresql-client-15",
  createuser: "postgresql-client-15",
  etcd: "etcd-server",
  etcdctl: "etcd-client",
  haproxy: "haproxy",
  initdb: "postgresql-15",
  ip: "iproute2",
  patroni: "patroni",
  patronictl: "patroni",
  pg_basebackup: "postgresql-15",
  pg_ctl: "postgresql-15",
  pg_rewind: "postgresql-15",
  pgbackrest: "pgbackrest",
  pgbouncer: "pgbouncer",
  postgres: "postgresql-15",
  psql: "postgresql-client-15",
  setpriv: "util-linux",
  tar: "tar",
  varnishadm: "varnish",
  varnishd: "varnish",
  varnishstat: "varnish",
  wrk: "wrk",
};
const POSTGRES = "/usr/lib/postgresql";

function versionsOfPostgres(): string[] {
  try {
    return readdirSync(POSTGRES).sort((a, b) => Number(b) - Number(a));
  } catch {
    return [];
  }
}

/** Debian keeps PostgreSQL's programs out of PATH, and root's out of other users'. */
const FOLDERS = [
  ...versionsOfPostgres().map((version) => join(POSTGRES, version, "bin")),
  ...(process.env.PATH ?? "").split(":"),
  "/usr/sbin",
  "/sbin",
];

function find(program: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, program)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Path of a program. @throws when it is not installed */
export function pathTo(program: string): string {
  const path = find(program);
  if (!path) throw new Error(`${program} is not installed (Debian: ${PACKAGES[program] ?? program})`);
  return path;
}

/** The folder of PostgreSQL's programs, as Patroni wants it. */
export function postgresFolder(): string {
  return join(pathTo("postgres"), "..");
}

/** Programs that are not installed, with their Debian packages. */
export function missing(programs: Iterable<string>): { programs: string[]; packages: string[] } {
  const absent = [...new Set(programs)].filter((program) => !find(program)).sort();
  return {
    programs: absent,
    packages: [...new Set(absent.map((program) => PACKAGES[program] ?? program))].sort(),
  };
}
