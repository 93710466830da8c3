/** Remixes whose source is hidden or goes, also while they are published. */
import { describe, expect, test } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import { remixNoteNeeded, unchangedMessage } from "#prompts/input-messages.ts";
import { hidePromptsOf } from "#prompts/server/hiding.service.ts";
import { lockRows, untilWaiting } from "#tests/support/database.ts";
import { setUpRemixes, TEXT } from "#tests/support/remixes.ts";
import type { TestUser } from "#tests/support/users.ts";

const {
  site,
  people,
  publish,
  remix,
  remixed,
  get,
  detail,
  remixesOf,
  credit,
  refusal,
  hide,
  show,
  remove,
  GONE,
} = setUpRemixes();
const { call, sql } = site;
let [ana, beto, caio]: TestUser[] = [];
const NEARLY = TEXT.replace("três dias", "cinco dias");

describe("a source that is not public", () => {
  test("is named nowhere, nor by its id, and neither is it among the remixes of its own", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana, { title: "Segredo de Ouro Preto" });
    const second = await remixed(beto, source, { title: "Segredo segundo" });
    const third = await remixed(caio, second);
    await hide(source);
    expect((await detail(second)).remixed_from).toEqual(GONE);
    expect((await detail(third)).remixed_from).toEqual({ ...third.remixed_from, root: null });
    expect((await get(`/api/prompts/${second.id}`)).body).not.toContain("Segredo de Ouro Preto");
    expect((await get(`/api/prompts/${source.id}/remixes`)).statusCode).toBe(410);
    const copy = refusal(await remix(beto, source.id, { content: TEXT }));
    expect(copy).toMatchObject({ code: "unchanged_copy", message: unchangedMessage(null) });
    expect(refusal(await remix(beto, source.id, { content: NEARLY }))).toMatchObject({
      message: remixNoteNeeded(null),
    });
    // Begun before.
    expect((await remixed(beto, source)).remixed_from).toEqual(GONE);
    await show(source);
    expect((await detail(second)).remixed_from).toEqual(second.remixed_from);

    await hide(second);
    expect(await remixesOf(source)).toMatchObject({ data: [{ title: "A minha" }], pagination: { total: 1 } });
    expect((await detail(third)).remixed_from).toMatchObject({
      direct: null,
      root: { id: source.id },
      gone: true,
    });
  });

  test("is so while all of a blocked author's is hidden", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    const second = await remixed(beto, source);
    await inTransaction(site.ctx.db, (trx) => hidePromptsOf(trx, ana?.id ?? ""));
    expect((await detail(second)).remixed_from).toEqual(GONE);
  });

  test("says so when the only remix is hidden", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    await hide(await remixed(beto, source));
    expect((await detail(source)).has_remixes).toBe(false);
    expect(await remixesOf(source)).toMatchObject({ data: [], pagination: { total: 0, pages: 0 } });
  });
});

describe("a source that goes", () => {
  test("leaves a remix; what it began with is still named", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    const second = await remixed(beto, source);
    const third = await remixed(caio, second, { remix_note: "Sem filas" });
    expect((await remove(beto, second)).statusCode).toBe(204);
    const left = { direct: null, root: credit(source), gone: true, note: "Sem filas" };
    expect((await detail(third)).remixed_from).toEqual(left);
    const fourth = await remixed(ana, third);
    expect(fourth.remixed_from).toEqual({
      direct: credit(third),
      root: credit(source),
      gone: false,
      note: null,
    });
    expect((await remove(ana, source)).statusCode).toBe(204);
    expect((await detail(third)).remixed_from).toEqual({ ...GONE, note: "Sem filas" });
    expect((await detail(fourth)).remixed_from).toEqual({
      direct: credit(third),
      root: null,
      gone: false,
      note: null,
    });
    const fifth = await remixed(beto, fourth);
    expect(fifth.remixed_from).toEqual({ direct: credit(fourth), root: null, gone: false, note: null });
    expect((await get(`/api/prompts/${source.id}/remixes`)).statusCode).toBe(404);
    // Begun before it went.
    expect((await remixed(caio, source)).remixed_from).toEqual(GONE);
  });

  test("goes with its author's account, and a remix with that of its own", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    const second = await remixed(beto, source);
    await sql("delete from users where id = $1", ana?.id);
    expect((await detail(second)).remixed_from).toEqual(GONE);
    await sql("delete from users where id = $1", beto?.id);
    expect(await sql("select from remixes where prompt_id = $1", second.id)).toEqual([]);
  });
});

describe("at the same time", () => {
  test.each(["direct", "first"] as const)(
    "the %s source is deleted while the remix is published",
    async (which) => {
      [ana, beto, caio] = await people();
      const first = await publish(ana);
      const direct = await remixed(beto, first);
      const going = which === "direct" ? direct : first;
      const deleting = await lockRows(site.ctx.pool, "delete from prompts where id = $1", going.id);
      const publishing = remix(caio, direct.id);
      await untilWaiting(site.ctx.pool);
      await deleting.release();
      const answer = await publishing;
      expect(answer.statusCode, answer.body).toBe(201);
      expect(answer.json().remixed_from).toEqual(
        which === "direct"
          ? { direct: null, root: credit(first), gone: true, note: null }
          : { direct: credit(direct), root: null, gone: false, note: null },
      );
    },
  );

  test("a source is deleted after the remix holds it, and before that is there", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    // Publishing counts for the tool, after it has held the source.
    const counting = await lockRows(site.ctx.pool, "select from llm_types where id = $1 for update", 3);
    const publishing = remix(beto, source.id, { llm_type_id: 3 });
    await untilWaiting(site.ctx.pool);
    const removing = remove(ana, source);
    await untilWaiting(site.ctx.pool, 2);
    await counting.release();
    const [published, removed] = await Promise.all([publishing, removing]);
    expect([published.statusCode, removed.statusCode]).toEqual([201, 204]);
    expect((await detail(published.json())).remixed_from).toEqual(GONE);
  });

  test("a whole chain of one author is deleted while it is remixed, and nobody waits for ever", async () => {
    [ana, beto, caio] = await people();
    const first = await publish(ana);
    const direct = await remixed(ana, first);
    const [published, left] = await Promise.all([
      remix(beto, direct.id),
      call("DELETE", `/api/prompts/${first.id}`, ana),
      call("DELETE", `/api/prompts/${direct.id}`, ana),
    ]);
    expect([published.statusCode, left.statusCode]).toEqual([201, 204]);
    expect((await detail(published.json())).remixed_from).toEqual(GONE);
  });
});
