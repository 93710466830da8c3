/** The yardstick for small responses: a Fastify server with one route that sends given bytes. A process of its own. */
import Fastify from "fastify";
import type { WireAnswer } from "./load.ts";

let answer: WireAnswer = { status: 503, headers: {}, body: new Uint8Array() };
let body = Buffer.alloc(0);

const server = Fastify();
server.get("/*", (_request, reply) =>
  reply
    .code(answer.status)
    .headers(answer.headers)
    .send(answer.status === 304 ? undefined : body),
);
const listening = server.listen({ port: 0, host: "127.0.0.1" });

process.on("message", async (next: WireAnswer) => {
  answer = next;
  body = Buffer.from(next.body);
  process.send?.(Number(new URL(await listening).port));
});
