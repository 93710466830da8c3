/** A server of the test's own in place of the site, behind a Varnish of its own. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort } from "#tests/support/free-port.ts";
import type { Front } from "./front.ts";

/**
 * @param name of Varnish's files
 * @param vcl Varnish's configuration, for the server's port
 * @returns Varnish's address; `close` ends the server
 */
export async function startOrigin(
  front: Front,
  name: string,
  answer: RequestListener,
  vcl: (port: number) => string | Promise<string>,
): Promise<{ origin: string; close(): void }> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const varnish = await freePort();
  await front.startVarnish(name, await vcl((server.address() as AddressInfo).port), varnish);
  return { origin: `http://127.0.0.1:${varnish}`, close: () => void server.close() };
}
