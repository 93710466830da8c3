/** Addresses of the site where this one was before. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";

const UUID = "3f2b8c1e-7d4a-4e19-9b60-5a1c2d3e4f50";
let site: TestApp;
let id: number;

beforeAll(async () => {
  site = await createTestApp({}, "built");
  ({ id } = await publishPrompt(site, await createUser(site.ctx), { title: "Veio de antes" }));
  for (const old of [UUID, "9876543210123"])
    await site.ctx.pool.query("insert into moved_prompts values ($1, $2, '', 0)", [old, id]);
});
afterAll(() => site.close());

const ask = async (url: string) => {
  const { statusCode, headers } = await site.app.inject({ url, headers: { accept: "text/html" } });
  return { status: statusCode, to: headers.location };
};

test("an old address leads to the prompt, with its query", async () => {
  const to = `/prompts/${id}`;
  expect(await ask(`/prompts/${UUID}`)).toEqual({ status: 301, to });
  expect(await ask(`/prompts/${UUID.toUpperCase()}?utm=1`)).toEqual({ status: 301, to: `${to}?utm=1` });
  expect(await ask("/prompts/9876543210123")).toEqual({ status: 301, to });
  expect(await ask(to)).toEqual({ status: 200, to: undefined });
});

test("one that leads nowhere is not found, also once its prompt is gone", async () => {
  const none = UUID.replace("3f", "4f");
  expect(await ask(`/prompts/${none}`)).toEqual({ status: 404, to: undefined });
  const { id: gone } = await publishPrompt(site, await createUser(site.ctx), { title: "Já se foi daqui" });
  await site.ctx.pool.query("insert into moved_prompts values ($1, $2, '', 0)", [none, gone]);
  await site.ctx.pool.query("delete from prompts where id = $1", [gone]);
  await expect.poll(() => ask(`/prompts/${none}`)).toEqual({ status: 404, to: undefined });
});
