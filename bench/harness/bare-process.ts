/** The yardsticks: a bare node:http server and a route of Fastify that send given bytes. A process of their own. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import type { Yardstick } from "./bare.ts";
import type { WireAnswer } from "./load.ts";

let answer: WireAnswer = { status: 503, headers: {}, body: new Uint8Array() };
let body = Buffer.alloc(0);

const http = createServer((_request, response) => {
  response.writeHead(answer.status, answer.headers).end(body);
});
const fastify = Fastify();
// A body that is posted is read and parsed, as by the site.
fastify.route({
  method: ["GET", "POST"],
  url: "/*",
  handler: (_request, reply) => {
    reply.code(answer.status).headers(answer.headers);
    return reply.send(answer.status === 304 ? undefined : body);
  },
});
const listening = Promise.all([
  once(http.listen(0, "127.0.0.1"), "listening"),
  fastify.listen({ port: 0, host: "127.0.0.1" }),
]);

process.on("message", async ({ yardstick, ...next }: WireAnswer & { yardstick: Yardstick }) => {
  answer = next;
  body = Buffer.from(next.body);
  await listening;
  const server = yardstick === "bare node:http" ? http : fastify.server;
  process.send?.((server.address() as AddressInfo).port);
});
