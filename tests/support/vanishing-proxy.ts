/** A way to PostgreSQL over TCP whose other end can vanish without a word, as a machine does that loses its power. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

export interface VanishingProxy {
  /** To be put over the connection of a test's database. */
  address: { host: string; port: number };
  /** From now on nothing comes back over the connections that there are; new ones work. */
  vanish(): void;
  /** Milliseconds until TCP asks over each connection whether the other side is there; null where it never will. */
  asksIn(): Promise<(number | null)[]>;
  close(): void;
}

/** Linux counts timers in hundredths of a second. */
const TICK_MS = 10;
const ESTABLISHED = "01";
const KEEP_ALIVE_TIMER = "02";

/** @param server where PostgreSQL listens: the folder of its socket, and its port */
export async function startVanishingProxy(server: { host: string; port: number }): Promise<VanishingProxy> {
  const pairs = new Set<[Socket, Socket]>();
  const proxy = createServer((near) => {
    const far = createConnection(`${server.host}/.s.PGSQL.${server.port}`);
    pairs.add([near, far]);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on("error", () => {});
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    address: { host: "127.0.0.1", port },
    vanish() {
      for (const [near, far] of pairs) {
        far.unpipe(near);
        near.unpipe(far);
        // What is sent is taken, and never answered.
        near.resume();
        far.resume();
      }
    },
    async asksIn() {
      const lines = (await readFile("/proc/net/tcp", "utf8")).trim().split("\n").slice(1);
      const remote = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
      return lines
        .map((line) => line.trim().split(/\s+/))
        .filter(([, , to = "", state]) => to.endsWith(remote) && state === ESTABLISHED)
        .map(([, , , , , timer = ""]) => {
          const [kind, ticks = "0"] = timer.split(":");
          return kind === KEEP_ALIVE_TIMER ? Number.parseInt(ticks, 16) * TICK_MS : null;
        });
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      proxy.close();
    },
  };
}
