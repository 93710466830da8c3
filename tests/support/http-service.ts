/** A service on this machine that the site calls over HTTP. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface HttpService {
  url: string;
  port: number;
  /** Refuses every connection from now on. */
  close(): void;
}

/** Starts a service, which ends with the test. */
export async function startHttpService(answer: RequestListener, host = "127.0.0.1"): Promise<HttpService> {
  const server = createServer(answer).listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => server.close().closeAllConnections();
  onTestFinished(close);
  return { url: `http://127.0.0.1:${port}`, port, close };
}
