/** New accounts publish and report less at a time, are told when to come back, and become known. */
import { beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { createAdmin, createUser, type TestUser } from "#tests/support/users.ts";
import { hasPublished } from "./authoring.queries.ts";
import { hidePrompt, showPrompt } from "./hiding.service.ts";

const site = setUpTestApp({ RATE_LIMITS: "on" });
let thumbnail_url: string;
beforeAll(async () => {
  thumbnail_url = await pictureDataUrl();
});

const publish = (who: TestUser, fields: object = {}) =>
  site.call("POST", "/api/prompts", who, {
    title: "Um prompt",
    content: "Escreva um poema sobre o mar.",
    llm_type_id: 1,
    thumbnail_url,
    ...fields,
  });
const statusesOf = async (who: TestUser, times: number) => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await publish(who)).statusCode);
  return statuses;
};
const makeOlder = ({ id }: TestUser) =>
  site.sql("update users set created_at = now() - interval '25 hours' where id = $1", id);

describe("a new author", () => {
  test("publishes five prompts an hour; what was refused for another reason does not count", async () => {
    const ana = await createUser(site.ctx);
    for (let time = 0; time < 3; time++) {
      expect((await publish(ana, { title: "Que merda" })).statusCode).toBe(400);
    }
    expect(await statusesOf(ana, 5)).toEqual([201, 201, 201, 201, 201]);
    const { statusCode, headers, json } = await publish(ana);
    expect([statusCode, json().code]).toEqual([429, "over_request_rate_limit"]);
    expect(json().message).toMatch(
      /^Contas novas publicam até 5 prompts por hora e 10 por dia\. Você pode publicar o próximo em (1 hora|5\d minutos)\.$/,
    );
    expect(Number(headers["retry-after"])).toBeGreaterThan(3000);
  });

  test("publishes ten prompts a day", async () => {
    const ana = await createUser(site.ctx);
    for (let use = 0; use < 10; use++) await site.ctx.rateLimits.take("publishPerNewAuthorDaily", ana.id);
    const { statusCode, json } = await publish(ana);
    expect([statusCode, json().message]).toEqual([
      429,
      "Contas novas publicam até 5 prompts por hora e 10 por dia. Você pode publicar o próximo em 24 horas.",
    ]);
  });

  test("is known after a day, with three public prompts", async () => {
    const ana = await createUser(site.ctx);
    expect(await statusesOf(ana, 2)).toEqual([201, 201]);
    await makeOlder(ana);
    expect(await statusesOf(ana, 4)).toEqual([201, 201, 201, 201]);
    const old = await createUser(site.ctx);
    await makeOlder(old);
    await Promise.all([1, 2, 3, 4, 5].map(() => site.ctx.rateLimits.take("publishPerNewAuthor", old.id)));
    expect((await publish(old)).statusCode).toBe(429);
  });

  test("stays known while what a report has hidden waits for a decision", async () => {
    const ana = await createUser(site.ctx);
    expect(await statusesOf(ana, 3)).toEqual([201, 201, 201]);
    await makeOlder(ana);
    const [{ id } = { id: 0 }] = await site.sql("select id from prompts where user_id = $1", ana.id);
    const known = () => hasPublished(site.ctx.db, ana.id, 3);
    const hide = (undecided: boolean) =>
      inTransaction(site.ctx.db, (trx) => hidePrompt(trx, id, { undecided }));
    await hide(true);
    expect(await known()).toBe(true);
    expect(await statusesOf(ana, 3)).toEqual([201, 201, 201]);
    await site.sql(
      "delete from prompts where user_id = $1 and id not in (select id from prompts where user_id = $1 order by id limit 3)",
      ana.id,
    );
    // A person decides: it is hidden.
    await hide(false);
    expect(await known()).toBe(false);
    await inTransaction(site.ctx.db, (trx) => showPrompt(trx, id, { withAuthor: false }));
    expect(await known()).toBe(true);
    // What its author deletes counts no more, whatever it waits for.
    await hide(true);
    await site.sql("update prompts set deleted_at = now() where id = $1", id);
    expect(await known()).toBe(false);
  });

  test("is not the admin", async () => {
    const admin = await createAdmin(site.ctx);
    expect(await statusesOf(admin, 6)).toEqual([201, 201, 201, 201, 201, 201]);
  });
});

test("a new account reports five times an hour, an older one more often", async () => {
  const ana = await createUser(site.ctx);
  const report = async (count: number) => {
    const target = await createUser(site.ctx);
    const report = { target_type: "user", target_id: target.id, category: "spam", standing: "anyone" };
    return (
      await site.call("POST", "/api/reports", ana, { ...report, explanation: `É propaganda ${count}.` })
    ).statusCode;
  };
  for (let count = 0; count < 5; count++) expect(await report(count)).toBe(201);
  expect(await report(5)).toBe(429);
  await makeOlder(ana);
  expect(await report(6)).toBe(201);
});
