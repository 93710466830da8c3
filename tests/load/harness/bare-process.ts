/** The yardstick: a bare node:http server that sends given bytes and nothing else. A process of its own. */
import { createServer } from "node:http";
import type { WireAnswer } from "./load.ts";

let answer: WireAnswer = { status: 503, headers: {}, body: new Uint8Array() };
let body = Buffer.alloc(0);

const server = createServer((_request, response) => {
  response.writeHead(answer.status, answer.headers).end(body);
});
server.listen(0, "127.0.0.1");

process.on("message", (next: WireAnswer) => {
  answer = next;
  body = Buffer.from(next.body);
  const tell = () => {
    const address = server.address();
    process.send?.(typeof address === "object" && address ? address.port : 0);
  };
  if (server.listening) tell();
  else server.once("listening", tell);
});
