/** A TCP proxy to PostgreSQL whose other end can vanish silently, like a machine that loses power. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

export interface VanishingProxy {
  /** Overrides of a test database's connection options. */
  address: { host: string; port: number };
  /** From now on, existing connections get no responses; new ones work. */
  vanish(): void;
  /** Milliseconds until the next TCP keep-alive probe of each connection; null without one. */
  asksIn(): Promise<(number | null)[]>;
  close(): void;
}

/** Linux reports timers in hundredths of a second. */
const TICK_MS = 10;
const ESTABLISHED = "01";
const KEEP_ALIVE_TIMER = "02";

/** @param server the folder of PostgreSQL's socket, and its port */
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
        // Accepts data, but never responds.
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
