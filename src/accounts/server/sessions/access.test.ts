/** When a call with a body asks who makes it: once, between the body and its validation. */
import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";

const site = setUpAccountsSite();

test("who is logged out while the body arrives writes nothing", async () => {
  const ana = await createUser(site.ctx);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const text = new TextEncoder();
  const body = new ReadableStream({
    async start(sender) {
      sender.enqueue(text.encode('{"title":'));
      await ended;
      sender.enqueue(text.encode('"Tarde demais"}'));
      sender.close();
    },
  });
  const begun = once(site.app.server, "request");
  const call = fetch(site.authUrl.replace("/auth/v1", "/api/collections"), {
    method: "POST",
    headers: { authorization: `Bearer ${ana.token}`, "content-type": "application/json" },
    body,
    duplex: "half",
  } as RequestInit);
  await begun;
  // Whatever was asked before the body has been answered when this is.
  await site.call("GET", "/api/collections", await createUser(site.ctx));
  await site.sql("delete from sessions where user_id = $1", ana.id);
  resolve();
  const answer = await call;
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: "unauthorized" }]);
  expect(await site.sql("select from collections where user_id = $1", ana.id)).toEqual([]);
});

const WRITES = [
  ["POST", "/api/collections", { title: "Para o almoço" }, { title: 1 }],
  ["POST", "/api/prompts/:id/like", { liked: true }, { liked: "sim" }],
  ["PUT", "/api/prompts/:id/result", { model: "GPT-5", outcome: "worked" }, { outcome: "talvez" }],
] as const;

test.each(WRITES)("%s %s asks once, and strangers before their input", async (method, path, right, wrong) => {
  const { id } = await publishPrompt(site, await createUser(site.ctx));
  const url = path.replace(":id", String(id));
  const stranger = await site.call(method, url, null, wrong);
  expect([stranger.statusCode, stranger.json().code]).toEqual([401, "unauthorized"]);

  const ana = await createUser(site.ctx);
  const ask = vi.spyOn(site.ctx.batchedReads, "ask");
  const answer = await site.call(method, url, ana, right);
  const names = ask.mock.calls.map(([{ name }]) => name);
  ask.mockRestore();
  expect(answer.statusCode).toBeLessThan(300);
  expect(names.filter((name) => name === "viewer")).toHaveLength(1);
});
