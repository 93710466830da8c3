/** Remixes over HTTP: who may make one, what must be different, who is credited, and where they are listed. */
import { describe, expect, test } from "vitest";
import type { PromptView } from "#prompts/contract.ts";
import {
  inputMessages,
  profanityMessages,
  remixesOff,
  remixNoteAlone,
  remixNoteNeeded,
  unchangedMessage,
} from "#prompts/input-messages.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { setUpRemixes, TEXT } from "#tests/support/remixes.ts";
import type { TestUser } from "#tests/support/users.ts";

const {
  site,
  people,
  publish,
  other,
  remix,
  remixed,
  get,
  detail,
  remixesOf,
  idsOf,
  credit,
  refusal,
  remove,
} = setUpRemixes();
const { call, sql } = site;
let [ana, beto, caio]: TestUser[] = [];
const NEARLY = TEXT.replace("três dias", "cinco dias");

describe("POST /api/prompts with remixed_from", () => {
  test("credits the direct and the first source; its lists know both ways, and other lists neither", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    expect(source).toMatchObject({ remixed_from: null, has_remixes: false, allow_remixes: true });
    const second = await remixed(beto, source, { remix_note: "  Outra cidade. " });
    const third = await remixed(caio, second);
    expect(second.remixed_from).toEqual({
      direct: credit(source),
      root: credit(source),
      gone: false,
      note: "Outra cidade.",
    });
    expect(third.remixed_from).toEqual({
      direct: credit(second),
      root: credit(source),
      gone: false,
      note: null,
    });
    expect(await detail(third)).toMatchObject({
      remixed_from: third.remixed_from,
      version: 1,
      has_remixes: false,
    });
    expect(await detail(source)).toMatchObject({ remixed_from: null, has_remixes: true });
    expect(idsOf(await remixesOf(source))).toEqual([second.id]);
    expect(idsOf(await remixesOf(second))).toEqual([third.id]);
    const [listed] = (await get(`/api/users/${beto?.id}/prompts`)).json().data;
    expect(listed).toMatchObject({ id: second.id, allow_remixes: true });
    expect(listed).not.toHaveProperty("remixed_from");
  });

  test("refuses an unchanged copy, whatever its title, case, accents and lines", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    for (const content of [TEXT, `  ${TEXT.toUpperCase().replaceAll("\n", "  ")}`]) {
      expect(refusal(await remix(beto, source.id, { content, remix_note: "Nada" }))).toEqual({
        status: 400,
        code: "unchanged_copy",
        field: "content",
        message: unchangedMessage({ title: "Ouro Preto", username: ana?.username ?? "" }),
      });
    }
  });

  test("asks of one that is nearly unchanged what is different: of the same text for another tool too", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    for (const fields of [{ content: NEARLY }, { content: TEXT, llm_type_id: 6 }]) {
      const asked = refusal(await remix(beto, source.id, { ...fields, remix_note: " " }));
      expect(asked).toEqual({
        status: 400,
        code: "remix_note_required",
        field: "remix_note",
        message: remixNoteNeeded({ title: "Ouro Preto", username: ana?.username ?? "" }),
      });
      const answered = await remixed(beto, source, { ...fields, remix_note: "Cinco dias" });
      expect(answered.remixed_from?.note).toBe("Cinco dias");
    }
  });

  test("lets people remix their own, also where they let nobody else", async () => {
    [ana, beto, caio] = await people();
    const own = await publish(ana, { allow_remixes: false });
    expect((await remixed(ana, own)).remixed_from?.direct?.id).toBe(own.id);
  });

  test.each([
    [{ remix_note: "que porra" }, "profanity", "remix_note", profanityMessages.remix_note],
    [{ remix_note: "x".repeat(281) }, "bad_request", "remix_note", inputMessages.remixNoteTooLong],
    [{ remixed_from: null, remix_note: "Outra" }, "no_remix", "remix_note", remixNoteAlone],
    [{ remixed_from: "1" }, "bad_request", "remixed_from", inputMessages.remixedFromInvalid],
    [{ remixed_from: -1 }, "bad_request", "remixed_from", inputMessages.remixedFromInvalid],
    [{ remixed_from: 2 ** 50 }, "unknown_source", "remixed_from", inputMessages.remixedFromInvalid],
    [{ allow_remixes: "sim" }, "bad_request", "allow_remixes", inputMessages.allowRemixesInvalid],
  ])("refuses %j", async (fields, code, field, message) => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    const answer = refusal(await remix(beto, source.id, fields));
    expect(answer).toMatchObject({ status: 400, field, message });
    if (code !== "bad_request") expect(answer).toMatchObject({ code });
  });

  test("sent twice after a lost answer, it is one remix", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    const sent = {
      title: "A minha",
      content: other(),
      llm_type_id: 1,
      thumbnail_url: await pictureDataUrl("#a1b2c3"),
      remixed_from: source.id,
    };
    const headers = { "idempotency-key": "remix-sent-twice-1" };
    const answers = await Promise.all([1, 2].map(() => call("POST", "/api/prompts", beto, sent, headers)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(idsOf(await remixesOf(source))).toEqual([answers[0]?.json().id]);
  });
});

describe("a prompt whose author allows no remixes", () => {
  test("has none from then on; what was made before stays, and nothing says it was edited", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    const before = await remixed(beto, source);
    const off = await call("PATCH", `/api/prompts/${source.id}`, ana, { allow_remixes: false });
    expect(off.json()).toMatchObject({ allow_remixes: false, edited_at: null, version: 1 });
    expect(refusal(await remix(beto, source.id))).toEqual({
      status: 403,
      code: "remixes_off",
      field: "remixed_from",
      message: remixesOff,
    });
    expect(idsOf(await remixesOf(source))).toEqual([before.id]);
    expect((await detail(before)).remixed_from?.direct?.id).toBe(source.id);
    await call("PATCH", `/api/prompts/${source.id}`, ana, { allow_remixes: true });
    await remixed(beto, source);
  });

  test("refuses the one that was on its way", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    const { rateLimits } = site.ctx;
    try {
      site.ctx.rateLimits = {
        ...rateLimits,
        async timed(name, subject, work) {
          const done = await rateLimits.timed(name, subject, work);
          await sql("update prompts set allow_remixes = false where id = $1", source.id);
          return done;
        },
      };
      expect(refusal(await remix(beto, source.id))).toMatchObject({ status: 403, code: "remixes_off" });
    } finally {
      site.ctx.rateLimits = rateLimits;
    }
  });
});

describe("GET /api/prompts/{id}/remixes", () => {
  test("has pages, the most liked first or the newest, with the reader's own state", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    const ids: number[] = [];
    for (const author of [beto, caio, beto]) ids.push((await remixed(author, source)).id);
    const [oldest, middle, newest] = ids as [number, number, number];
    await call("POST", `/api/prompts/${oldest}/like`, ana, { liked: true });
    expect(idsOf(await remixesOf(source))).toEqual([oldest, newest, middle]);
    expect(idsOf(await remixesOf(source, "?orderBy=newest"))).toEqual([newest, middle, oldest]);
    expect(await remixesOf(source, "?limit=2&page=2")).toMatchObject({
      data: [{ id: middle }],
      pagination: { page: 2, limit: 2, pages: 2, total: 3, more: false },
    });
    const own = (await get(`/api/prompts/${source.id}/remixes`, ana)).json();
    expect(own.data[0]).toMatchObject({ id: oldest, is_liked: true });
    expect(await remixesOf(source, "?page=9")).toMatchObject({ data: [], pagination: { total: 3 } });
  });

  test.each([
    ["/api/prompts/999999999/remixes", 404],
    ["/api/prompts/x/remixes", 404],
    ["/api/prompts/1/remixes?orderBy=views", 400],
    ["/api/prompts/1/remixes?limit=0", 400],
  ])("GET %s answers %i", async (path, status) => {
    expect((await get(path)).statusCode).toBe(status);
  });
});

test("related prompts leave out what has a place of its own: remixes, the source and the root", async () => {
  [ana, beto, caio] = await people();
  const fields = { tags: ["Praia deserta"], llm_type_id: 12 };
  const source = await publish(ana, fields);
  const second = await remixed(beto, source, fields);
  const third = await remixed(caio, second, fields);
  const tagged = await publish(beto, { tags: ["Praia deserta"], llm_type_id: 3 });
  const ofTool = await publish(caio, { llm_type_id: 12 });
  const related = async ({ id }: PromptView) =>
    (await get(`/api/prompts/${id}/related`)).json().map((one: PromptView) => one.id);
  expect(await related(source)).toEqual([third.id, tagged.id, ofTool.id]);
  expect(await related(second)).toEqual([tagged.id, ofTool.id]);
  expect(await related(third)).toEqual([tagged.id, ofTool.id]);
});

describe("PATCH /api/prompts/{id} of a remix", () => {
  test("does not make it the copy that publishing refuses", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    const own = await remixed(beto, source, { content: NEARLY, remix_note: "Cinco dias" });
    const named = { title: source.title, username: source.user.username };
    const edit = (changes: object) => call("PATCH", `/api/prompts/${own.id}`, beto, changes);
    expect(refusal(await edit({ content: TEXT.toUpperCase() }))).toEqual({
      status: 400,
      code: "unchanged_copy",
      field: "content",
      message: unchangedMessage(named),
    });
    for (const changes of [{ remix_note: null }, { content: `${TEXT} Obrigado.`, remix_note: null }])
      expect(refusal(await edit(changes))).toEqual({
        status: 400,
        code: "remix_note_required",
        field: "remix_note",
        message: remixNoteNeeded(named),
      });
    expect((await detail(own)).content).toBe(NEARLY);
    expect((await edit({ content: TEXT, llm_type_id: 2 })).statusCode).toBe(200);
    // With another tool the same text was a remix; with the source's tool it is a copy.
    expect(refusal(await edit({ llm_type_id: source.llm_type.id }))).toMatchObject({
      code: "unchanged_copy",
    });
    expect((await edit({ title: "Com outro título", remix_note: "Em outra ferramenta" })).statusCode).toBe(
      200,
    );
    expect((await edit({ content: other(), remix_note: null })).statusCode).toBe(200);
  });

  test("is not refused for what the source has become, or once that is gone", async () => {
    [ana, beto, caio] = await people();
    const source = await publish(ana);
    const own = await remixed(beto, source);
    await call("PATCH", `/api/prompts/${source.id}`, ana, { content: own.content });
    const edit = (changes: object) => call("PATCH", `/api/prompts/${own.id}`, beto, changes);
    expect((await edit({ title: "Ainda a minha", content: own.content, remix_note: null })).statusCode).toBe(
      200,
    );
    await remove(ana, source);
    expect((await edit({ content: TEXT })).statusCode).toBe(200);
  });

  test("changes what a remix says of itself, without a version", async () => {
    [ana, beto, caio] = await people();
    const own = await remixed(beto, await publish(ana), { remix_note: "Mais barato" });
    const change = async (remix_note: string | null) =>
      (await call("PATCH", `/api/prompts/${own.id}`, beto, { remix_note })).json();
    expect(await change("Bem mais barato")).toMatchObject({
      version: 1,
      edited_at: expect.any(String),
      remixed_from: { note: "Bem mais barato" },
    });
    expect((await change(null)).remixed_from.note).toBeNull();
    expect(await change("que porra")).toMatchObject({ code: "profanity", field: "remix_note" });
    const plain = await publish(ana);
    const refused = await call("PATCH", `/api/prompts/${plain.id}`, ana, { remix_note: "Outra" });
    expect(refusal(refused)).toMatchObject({ status: 400, code: "no_remix", field: "remix_note" });
  });
});
