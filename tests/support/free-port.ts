/** Finds a free port, for servers that need their URL before they listen. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Above the last port that browsers and `fetch` refuse (10080), and below those that the system gives to outgoing
 * connections (from 32768 on Linux): until the server listens, one of a test run's many connections could take such a port.
 */
const [LOWEST, HIGHEST] = [10_081, 32_767];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
