/** Three machines with etcd, Patroni and PostgreSQL, and HAProxy before them, all with the files of deploy/cluster/. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { freePort } from "#tests/support/free-port.ts";
import type { Context } from "../part.ts";
import { postgresFolder } from "./engines.ts";
import { type Machine, openNetwork } from "./network.ts";
import type { Engine } from "./processes.ts";
import { until } from "./until.ts";

const DEPLOY = new URL("../../../deploy/cluster/", import.meta.url);
const PASSWORDS = {
  PATRONI_SUPERUSER_PASSWORD: "superuser-of-the-test",
  PATRONI_REPLICATION_PASSWORD: "replicator-of-the-test",
  PATRONI_REWIND_PASSWORD: "rewinder-of-the-test",
  PROMPTECA_PASSWORD: "prompteca-of-the-test",
};
/** Milliseconds that a cluster may take to be whole: a copy of the database among them. */
const WHOLE_TIMEOUT = 180_000;

/** Programs that it starts. */
export const DATABASE_PROGRAMS = ["etcd", "haproxy", "ip", "patroni", "postgres", "psql", "setpriv"] as const;

/** A member as Patroni tells it (GET /cluster). */
interface Member {
  name: string;
  role: "leader" | "replica" | "sync_standby";
  state: string;
  timeline?: number;
  lag?: number | "unknown";
}

export interface Node extends Machine {
  /** Starts etcd and Patroni, which starts PostgreSQL. */
  start(): void;
}

export interface DatabaseCluster {
  nodes: Node[];
  /** The leader, through HAProxy, for DATABASE_URL. */
  primaryUrl: string;
  /** Through HAProxy, for DATABASE_REPLICA_URL. */
  replicasUrl: string;
  haproxy: Engine;
  /** The members as a node sees them that answers; empty when none does. */
  members(): Promise<Member[]>;
  /** The node that Patroni says leads and that takes writes; undefined while there is none. */
  leader(): Promise<Node | undefined>;
  /** Waits until one leads and the others follow it, one of them synchronously. @returns milliseconds */
  whole(): Promise<number>;
  /** Asks Patroni to make another node the leader. */
  switchOver(): Promise<void>;
  remove(): void;
}

async function template(path: string): Promise<string> {
  return readFile(new URL(path, DEPLOY), "utf8");
}

/** The variables of a file, but for those that the test has other values for. */
async function variables(path: string, changed: Record<string, string>): Promise<Record<string, string>> {
  const named = parseEnv(await template(path)) as Record<string, string>;
  for (const name of Object.keys(changed)) {
    if (!(name in named)) throw new Error(`deploy/cluster/${path} has no ${name}`);
  }
  return { ...named, ...changed };
}

export async function startDatabaseCluster({ folder, processes }: Context): Promise<DatabaseCluster> {
  const { machines, remove } = await openNetwork(["a", "b", "c"]);
  const each = (port: number, form: (machine: Machine, address: string) => string) =>
    machines.map((machine) => form(machine, `${machine.address}:${port}`)).join(",");
  const postInit = await folder.file("post-init.sh", await template("patroni/post-init.sh"));

  async function prepare(machine: Machine): Promise<Node> {
    const { name, address, namespace } = machine;
    const home = await folder.folder(name);
    const patroni = (await template("patroni/patroni.yml"))
      .replace("/etc/patroni/post-init.sh", postInit)
      .replace("/var/run/postgresql", home);
    await folder.file(`${name}/patroni.yml`, patroni);
    const etcdEnv = await variables("etcd/etcd.env", {
      ETCD_NAME: name,
      ETCD_DATA_DIR: join(home, "etcd"),
      ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
      ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
      ETCD_INITIAL_CLUSTER: each(2380, (node, place) => `${node.name}=http://${place}`),
    });
    const patroniEnv = await variables("patroni/node.env", {
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: `${address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: join(home, "data"),
      PATRONI_POSTGRESQL_BIN_DIR: postgresFolder(),
      PATRONI_POSTGRESQL_PGPASS: join(home, "pgpass"),
      PATRONI_ETCD_HOSTS: each(2379, (_, place) => place),
      ...PASSWORDS,
    });
    return {
      ...machine,
      start() {
        const options = { owner: folder.owner, namespace, cwd: home };
        processes.start("etcd", [], { ...options, env: etcdEnv, log: join(home, "etcd.log") });
        processes.start("patroni", [join(home, "patroni.yml")], {
          ...options,
          env: patroniEnv,
          log: join(home, "patroni.log"),
        });
      },
    };
  }

  const nodes = await Promise.all(machines.map(prepare));
  for (const node of nodes) node.start();
  const [primary, replicas] = [await freePort(), await freePort()];
  const haproxy = processes.start(
    "haproxy",
    ["-f", await folder.file("haproxy.cfg", await template("haproxy/haproxy.cfg"))],
    {
      owner: folder.owner,
      log: join(folder.path, "haproxy.log"),
      env: {
        PRIMARY: `127.0.0.1:${primary}`,
        REPLICAS: `127.0.0.1:${replicas}`,
        ...Object.fromEntries(machines.map(({ name, address }) => [`NODE_${name.toUpperCase()}`, address])),
      },
    },
  );

  async function ask(node: Node, path: string, options?: RequestInit): Promise<Response> {
    return fetch(`http://${node.address}:8008${path}`, { signal: AbortSignal.timeout(1500), ...options });
  }
  async function members(): Promise<Member[]> {
    const answers = await Promise.allSettled(
      nodes.map(
        async (node) => ((await (await ask(node, "/cluster")).json()) as { members: Member[] }).members,
      ),
    );
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []))[0] ?? [];
  }
  async function leader(): Promise<Node | undefined> {
    const answers = await Promise.all(
      nodes.map((node) =>
        ask(node, "/primary").then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    return nodes[answers.indexOf(true)];
  }
  async function isWhole(): Promise<boolean> {
    if (!(await leader())) return false;
    const found = await members();
    const running = ({ role, state }: Member) =>
      role === "leader" ? state === "running" : ["running", "streaming"].includes(state);
    return (
      found.length === nodes.length &&
      found.every(
        (member) =>
          running(member) && (member.role === "leader" || member.lag === 0 || Number(member.lag) < 1e6),
      ) &&
      new Set(found.map(({ timeline }) => timeline)).size === 1 &&
      found.some(({ role }) => role === "sync_standby")
    );
  }
  const url = (port: number) =>
    `postgres://prompteca:${PASSWORDS.PROMPTECA_PASSWORD}@127.0.0.1:${port}/prompteca`;
  return {
    nodes,
    primaryUrl: url(primary),
    replicasUrl: url(replicas),
    haproxy,
    members,
    leader,
    async whole() {
      const began = performance.now();
      await until("the cluster is whole", isWhole, { timeout: WHOLE_TIMEOUT, pause: 200 });
      return performance.now() - began;
    },
    async switchOver() {
      const from = await until("there is a leader", leader);
      const answer = await ask(from, "/switchover", {
        method: "POST",
        body: JSON.stringify({ leader: from.name }),
        signal: AbortSignal.timeout(60_000),
      });
      if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
    },
    remove,
  };
}
