/** The context in which limits are collected: objects that outlive a call must not keep it. */
import { AsyncResource } from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pino from "pino";
import { expect, test } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { createHttpServer } from "./server.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

test("what begins during a call and lasts, as a connection, does not keep the body that was sent", async () => {
  const app = await createHttpServer(readConfig({}), pino({ level: "silent" }));
  const lasting: AsyncResource[] = [];
  const bodies: WeakRef<object>[] = [];
  app.post("/api/things", async ({ body }) => {
    lasting.push(new AsyncResource("connection"));
    bodies.push(new WeakRef(body as object));
    return {};
  });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const answer = await fetch(`${origin}/api/things`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ text: "x".repeat(10_000) }),
  });
  expect(await answer.json()).toEqual({});
  await expect
    .poll(() => {
      collectGarbage();
      return bodies.map((body) => body.deref());
    })
    .toEqual([undefined]);
  expect(lasting).toHaveLength(1);
  await app.close();
});
