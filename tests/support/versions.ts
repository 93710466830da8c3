/** Versions of prompts for API tests: edits, histories, and whether a picture is still there. */
import sharp from "sharp";
import { beforeAll, expect } from "vitest";
import type { PromptView } from "#prompts/contract.ts";
import type { PromptHistory } from "#prompts/versions.ts";
import { setUpTestApp } from "./accounts.ts";
import { publishPrompt } from "./prompts.ts";
import { createUser, type TestUser } from "./users.ts";

/** A site for the tests of a file, with an author, `people[0]`, and somebody else. */
export function setUpVersions() {
  const site = setUpTestApp();
  const { call, sql } = site;
  const people = [] as unknown as [ana: TestUser, beto: TestUser];
  beforeAll(async () => {
    people.push(await createUser(site.ctx, { username: "Ana" }), await createUser(site.ctx));
  });

  const publish = async (fields = {}) =>
    publishPrompt(site, people[0], { title: "Receita", content: "Escreva uma receita de bolo.", ...fields });
  const edit = (id: number, changes: object, who = people[0]) =>
    call("PATCH", `/api/prompts/${id}`, who, changes);
  /** As if the ten minutes of the present version were over. */
  const wait = (id: number) =>
    sql("update prompts set version_at = version_at - interval '11 minutes' where id = $1", id);
  async function editLater(id: number, changes: object): Promise<PromptView> {
    await wait(id);
    const answer = await edit(id, changes);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }
  async function historyOf(id: number): Promise<PromptHistory["versions"]> {
    site.ctx.responseCache.clear();
    return (await call("GET", `/api/prompts/${id}/versions`)).json().versions;
  }
  const numbers = async (id: number) => (await historyOf(id)).map(({ number }) => number);
  async function get(path: string) {
    site.ctx.responseCache.clear();
    return call("GET", path);
  }
  const version = async (id: number, number: number) =>
    (await get(`/api/prompts/${id}/versions/${number}`)).json();
  const keyOf = (url: string) => url.replace("/media/", "");
  /** Whether a picture's file is there once all removals have been tried. */
  async function isKept(key: string): Promise<boolean> {
    const waiting =
      "select from pgboss.job where name = 'remove-pictures' and state in ('created', 'retry', 'active') and start_after <= now()";
    await expect.poll(async () => (await sql(waiting)).length).toBe(0);
    return site.ctx.storage.exists(key);
  }
  /** Pixels of a prompt's link preview, without noise. */
  const pixels = async (id: number) =>
    sharp((await get(`/media/preview-${id}.jpg`)).rawPayload)
      .resize(60)
      .raw()
      .toBuffer();
  /** The mean, per channel. */
  const difference = (one: Buffer, other: Buffer) =>
    one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
  const wasRefused = (answer: { statusCode: number; json(): { code: string } }) => [
    answer.statusCode,
    answer.json().code,
  ];
  return {
    site,
    call,
    sql,
    people,
    publish,
    edit,
    wait,
    editLater,
    historyOf,
    numbers,
    get,
    version,
    keyOf,
    isKept,
    pixels,
    difference,
    wasRefused,
  };
}
