/** Finds a free port, for servers that need their URL before they listen. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that the system gives to outgoing connections (from 32768 on Linux): until the server listens, one of
 * the many connections of a test run could take such a port.
 */
const [LOWEST, HIGHEST] = [10_000, 32_767];

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
