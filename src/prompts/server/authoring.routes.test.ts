import { sql } from "kysely";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import type { NewPrompt, PromptView } from "#prompts/contract.ts";
import { inputMessages, profanityMessages } from "#prompts/input-messages.ts";
import { messages } from "#prompts/messages.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createTestApp } from "#tests/support/app.ts";
import { mediaFiles } from "#tests/support/media-files.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { deleteForGood, publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { removePrompt } from "./removal.service.ts";

const site = setUpTestApp();
let ana: TestUser;
let beto: TestUser;

beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto" });
});

const { call } = site;

const texts = {
  title: "Receita de pão de queijo",
  content: "Escreva uma receita mineira, passo a passo.",
  description: "Para a cozinha.",
  image_alt: "Pães de queijo dourados",
  llm_type_id: 1,
};

const publish = async (user = ana, changes: Partial<NewPrompt> = {}) =>
  publishPrompt(site, user, { ...texts, thumbnail_url: await newPicture(), ...changes });

const edit = (id: number | string, changes: object, user: TestUser | null = ana) =>
  call("PATCH", `/api/prompts/${id}`, user, changes);
const remove = (id: number | string, user: TestUser | null = ana) =>
  call("DELETE", `/api/prompts/${id}`, user);
const detail = async (id: number) => (await call("GET", `/api/prompts/${id}`, null)).json() as PromptView;
const status = async (url: string) => (await call("GET", url, null)).statusCode;
const previewOf = async (id: number) =>
  (await call("GET", `/media/preview-${id}.jpg`, null)).rawPayload as Buffer;

async function count(from: string): Promise<number> {
  return (await site.ctx.pool.query(`select count(*)::int as n from ${from}`)).rows[0].n;
}

const waitingForLocks = () =>
  count("pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");

/** Counts that triggers keep, beside what they must be. */
async function driftedCounts() {
  const { rows } = await site.ctx.pool.query(`
    select 'tool ' || id from llm_types t
      where prompts_count <> (select count(*) from prompts where llm_type_id = t.id and hidden_at is null)
    union all select 'tool of ' || id from prompts p join prompt_stats s on s.prompt_id = p.id
      where s.llm_type_id <> p.llm_type_id
    union all select 'likes of ' || prompt_id from prompt_stats s
      where likes_count <> (select count(*) from likes l where l.prompt_id = s.prompt_id)`);
  return rows;
}

/** Files of pictures that no prompt and no version has, and pictures of theirs that have no file. */
async function strayPictures() {
  const files = await mediaFiles(site.ctx.config.dataDir);
  const { rows } = await site.ctx.pool.query<{ file: string }>(`
    select 'preview-' || id || '.jpg' as file from prompts
    union select image_hash || '-120.webp' from prompts
    union select image_hash || '-120.webp' from prompt_versions where image_hash is not null`);
  const wanted = rows.map(({ file }) => file);
  return {
    left: files.filter((name) => !wanted.includes(name)),
    missing: wanted.filter((name) => !files.includes(name)),
    rows: await count(`images i where not exists (select from prompts where image_hash = i.hash)
      and not exists (select from prompt_versions where image_hash = i.hash)`),
  };
}
const eraseFirstVersion = (id: number, author = ana) =>
  site.call("DELETE", `/api/prompts/${id}/versions/1`, author);
const untilTidy = () => expect.poll(strayPictures).toEqual({ left: [], missing: [], rows: 0 });

describe("PATCH /api/prompts/{id}", () => {
  test("is refused to a visitor and to anybody else, the admin included, and changes nothing", async () => {
    const admin = await createUser(site.ctx, { username: "Admin", email: site.ctx.config.adminEmail });
    const prompt = await publish();
    const refused = await Promise.all(
      [null, beto, admin].map((user) => edit(prompt.id, { title: "Outro título" }, user)),
    );
    expect(refused.map((response) => [response.statusCode, response.json().code])).toEqual([
      [401, "unauthorized"],
      [403, "forbidden"],
      [403, "forbidden"],
    ]);
    expect(await detail(prompt.id)).toEqual(prompt);
  });

  test("refuses strangers and unknown prompts before it reads an upload", async () => {
    const { id } = await publish();
    const upload = { thumbnail_url: "a".repeat(9 * 1024 * 1024) };
    expect((await edit(id, upload, null)).statusCode).toBe(401);
    expect((await edit(id, upload, beto)).statusCode).toBe(403);
    expect((await edit(987_654_321, upload)).statusCode).toBe(404);
    expect((await edit(id, upload)).statusCode).toBe(413);
  });

  test.each(["999999999", "0", "-1", "abc", "1.5", "99999999999999999999"])(
    "answers 404 in Portuguese for %s",
    async (id) => {
      const response = await edit(id, { title: "Um título" });
      expect([response.statusCode, response.json().message]).toEqual([404, "Prompt não encontrado"]);
    },
  );

  test("changes what is named, keeps the rest, and answers as the detail call does", async () => {
    const prompt = await publish();
    await call("POST", `/api/prompts/${prompt.id}/like`, ana);
    const response = await edit(prompt.id, { title: "  Pão de queijo de verdade  ", llm_type_id: 6 });
    expect(response.statusCode).toBe(200);
    const edited = response.json();
    expect(edited).toEqual({
      ...prompt,
      title: "Pão de queijo de verdade",
      llm_type_id: 6,
      llm_type: { id: 6, name: "Claude" },
      likes_count: 1,
      is_liked: true,
      edited_at: expect.stringMatching(/Z$/),
      version: 2,
    });
    expect((await call("GET", `/api/prompts/${prompt.id}`, ana)).json()).toEqual(edited);
    expect(await driftedCounts()).toEqual([]);
  });

  test("shows at once in the library, in trending and in search", async () => {
    const { id } = await publish();
    const lists = ["/api/prompts?orderBy=newest", "/api/prompts/top", "/api/prompts?search=jabuticabeira"];
    for (const url of lists) await call("GET", url, null);
    await edit(id, { title: "Jabuticabeira no quintal" });
    for (const url of lists) {
      expect((await call("GET", url, null)).body).toContain("Jabuticabeira no quintal");
    }
  });

  test("null and empty take the optional texts away, and only those", async () => {
    const { id } = await publish();
    expect((await edit(id, { description: null, image_alt: "  " })).json()).toMatchObject({
      description: null,
      image: { alt: null },
      title: texts.title,
    });
  });

  test("what changes nothing is no edit", async () => {
    const prompt = await publish();
    for (const changes of [{}, texts, { user_id: beto.id, views: 9, id: 1, edited_at: "2020-01-01" }]) {
      expect((await edit(prompt.id, changes)).json()).toEqual(prompt);
    }
  });

  test.each([
    ["title", { title: "ab" }, inputMessages.titleTooShort],
    ["title", { title: null }, inputMessages.titleTooShort],
    ["title", { title: "uma puta ideia" }, profanityMessages.title],
    ["title", { title: "um\u0000título" }, "O texto contém caracteres inválidos."],
    ["content", { content: "curto" }, inputMessages.contentTooShort],
    ["content", { content: "isto é do caralho mesmo" }, profanityMessages.content],
    ["description", { description: "que merda de texto" }, profanityMessages.description],
    ["image_alt", { image_alt: "uma foto do caralho" }, profanityMessages.image_alt],
    ["llm_type_id", { llm_type_id: 15 }, inputMessages.toolRequired],
    ["llm_type_id", { llm_type_id: null }, inputMessages.toolRequired],
    ["thumbnail_url", { thumbnail_url: null }, inputMessages.imageRequired],
    ["thumbnail_url", { thumbnail_url: "" }, inputMessages.imageRequired],
    ["thumbnail_url", { thumbnail_url: "data:image/png;base64,PGh0bWw+" }, undefined],
  ])("names %s and changes nothing for %o", async (field, changes, message) => {
    const prompt = await publish();
    const response = await edit(prompt.id, { description: "Outra.", ...changes });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ field, message: message ?? expect.stringMatching(/\S/) });
    expect(await detail(prompt.id)).toEqual(prompt);
  });

  test("a new picture takes the old one's place, whose files stay with the version before and go with it", async () => {
    const prompt = await publish();
    const edited = (await edit(prompt.id, { thumbnail_url: await newPicture() })).json();
    expect(edited.thumbnail_url).not.toBe(prompt.thumbnail_url);
    expect(await status(edited.thumbnail_url)).toBe(200);
    expect(await status(prompt.thumbnail_url)).toBe(200);
    await eraseFirstVersion(prompt.id);
    await expect.poll(() => status(prompt.thumbnail_url)).toBe(404);
    expect(await status(edited.thumbnail_url)).toBe(200);
    await untilTidy();
  });

  test("a replaced picture stays while another prompt has it", async () => {
    const shared = await newPicture();
    const [first, second] = [
      await publish(ana, { thumbnail_url: shared }),
      await publish(beto, { thumbnail_url: shared }),
    ];
    await edit(first.id, { thumbnail_url: await newPicture() });
    await eraseFirstVersion(first.id);
    await untilTidy();
    expect(await status(second.thumbnail_url)).toBe(200);
    await edit(second.id, { thumbnail_url: await newPicture() }, beto);
    await eraseFirstVersion(second.id, beto);
    await expect.poll(() => status(second.thumbnail_url)).toBe(404);
  });

  test("the link preview is drawn again for a new title or picture, and only then", async () => {
    const { id } = await publish();
    const first = await previewOf(id);
    await edit(id, { content: "Um texto novo, com mais de dez letras." });
    expect(await previewOf(id)).toEqual(first);
    await edit(id, { title: "Um título bem diferente" });
    const second = await previewOf(id);
    expect(second).not.toEqual(first);
    await edit(id, { thumbnail_url: await newPicture() });
    const third = await previewOf(id);
    expect(third).not.toEqual(second);
    expect(await sharp(third).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  });

  test("a prompt whose picture is lost can still be given another title, and another picture", async () => {
    const prompt = await publish();
    await site.ctx.storage.delete(prompt.thumbnail_url.replace("/media/", ""));
    expect((await edit(prompt.id, { title: "Sem imagem" })).statusCode).toBe(200);
    const mended = (await edit(prompt.id, { thumbnail_url: await newPicture() })).json();
    expect(await status(mended.thumbnail_url)).toBe(200);
    await eraseFirstVersion(prompt.id);
  });

  test("a title and a picture changed at once both hold, and the preview shows both", async () => {
    const { id } = await publish();
    const picture = await newPicture();
    const responses = await Promise.all([
      edit(id, { title: "Título de uma aba" }),
      edit(id, { thumbnail_url: picture }),
    ]);
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200]);
    expect(await detail(id)).toMatchObject({ title: "Título de uma aba" });
    // The reference: a prompt published with both draws the same.
    const both = await publish(ana, { title: "Título de uma aba", thumbnail_url: picture });
    expect((await detail(id)).thumbnail_url).toBe(both.thumbnail_url);
    // A still of a stored width differs from the upload by its compression: the pixels are compared roughly.
    const seen = async (jpeg: Buffer) => [...(await sharp(jpeg).resize(24, 12).raw().toBuffer())];
    const [mine, theirs] = [await seen(await previewOf(id)), await seen(await previewOf(both.id))];
    expect(Math.max(...mine.map((value, at) => Math.abs(value - (theirs[at] ?? 0))))).toBeLessThan(12);
    await untilTidy();
  });

  test("a title that waits for somebody who is changing the picture holds, and so does the picture", async () => {
    const picture = await newPicture();
    const { id } = await publish(ana, { thumbnail_url: picture });
    const other = await publish();
    const editing = await inTransaction(site.ctx.db, async (trx) => {
      await sql`update prompts set image_hash = (select image_hash from prompts where id = ${other.id})
        where id = ${id}`.execute(trx);
      const response = edit(id, { title: "Depois da imagem" });
      await expect.poll(waitingForLocks).toBe(1);
      return { response };
    });
    expect((await editing.response).json()).toMatchObject({
      title: "Depois da imagem",
      thumbnail_url: other.thumbnail_url,
    });
    await edit(id, { thumbnail_url: picture });
    await untilTidy();
  });

  test("people who give each other's pictures to their prompts at once all succeed", async () => {
    const [one, two] = [await newPicture(), await newPicture()];
    const a = await publish(ana, { thumbnail_url: one, llm_type_id: 2 });
    const b = await publish(beto, { thumbnail_url: two, llm_type_id: 3 });
    for (let round = 0; round < 4; round++) {
      const [forA, forB] = round % 2 ? [one, two] : [two, one];
      const responses = await Promise.all([
        edit(a.id, { thumbnail_url: forA, llm_type_id: round % 2 ? 2 : 3 }),
        edit(b.id, { thumbnail_url: forB, llm_type_id: round % 2 ? 3 : 2 }, beto),
      ]);
      expect(responses.map((response) => response.statusCode)).toEqual([200, 200]);
    }
    await untilTidy();
    expect(await driftedCounts()).toEqual([]);
  });

  test("an edit that meets a removal finds no prompt and leaves nothing", async () => {
    const { id } = await publish();
    const editing = await inTransaction(site.ctx.db, async (trx) => {
      await removePrompt(trx, site.ctx.jobs, id);
      const response = edit(id, { title: "Tarde demais", thumbnail_url: await newPicture() });
      await expect.poll(waitingForLocks).toBe(1);
      // Not awaited here: it ends when this transaction does.
      return { response };
    });
    expect((await editing.response).statusCode).toBe(404);
    await expect.poll(() => status(`/media/preview-${id}.jpg`)).toBe(404);
    await untilTidy();
  });

  test("is limited to 60 in 10 minutes per account", async () => {
    const limited = await createTestApp({ RATE_LIMITS: "on" });
    try {
      const author = await createUser(limited.ctx, { username: "Apressada" });
      const prompt = { ...texts, thumbnail_url: await newPicture() };
      const { id } = (await limited.call("POST", "/api/prompts", author, prompt)).json();
      const patch = () => limited.call("PATCH", `/api/prompts/${id}`, author, {});
      for (let i = 0; i < 60; i++) expect((await patch()).statusCode).toBe(200);
      const refused = await patch();
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });
});

describe("DELETE /api/prompts/{id}", () => {
  test("is refused to a visitor and to anybody else, and removes nothing", async () => {
    const prompt = await publish();
    expect((await remove(prompt.id, null)).statusCode).toBe(401);
    const refused = await remove(prompt.id, beto);
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { code: "forbidden", message: messages.notYours },
    ]);
    expect(await detail(prompt.id)).toEqual(prompt);
  });

  test("takes the prompt, its pictures and everybody's reactions away; a second time there is none", async () => {
    const prompt = await publish();
    await call("POST", `/api/prompts/${prompt.id}/like`, beto);
    await call("POST", `/api/prompts/${prompt.id}/favorite`, beto);
    const lists = ["/api/prompts?orderBy=newest", `/api/users/${ana.id}/prompts`];
    for (const url of lists) expect((await call("GET", url, null)).body).toContain(`"id":${prompt.id},`);

    const removed = await deleteForGood(site, ana, prompt.id);
    expect([removed.statusCode, removed.body]).toEqual([204, ""]);

    for (const url of [
      `/api/prompts/${prompt.id}`,
      prompt.thumbnail_url,
      `/media/preview-${prompt.id}.jpg`,
    ]) {
      await expect.poll(() => status(url)).toBe(404);
    }
    for (const url of lists) expect((await call("GET", url, null)).body).not.toContain(`"id":${prompt.id},`);
    expect(await count(`likes where prompt_id = ${prompt.id}`)).toBe(0);
    expect(await count(`favorites where prompt_id = ${prompt.id}`)).toBe(0);
    expect((await remove(prompt.id)).statusCode).toBe(404);
    expect((await remove("abc")).statusCode).toBe(404);
  });

  test("with people liking and unliking at the same time nobody fails, and counts stay true", async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await publish();
      await call("POST", `/api/prompts/${id}/like`, ana);
      await call("POST", `/api/prompts/${id}/like`, beto);
      const responses = await Promise.all([
        call("POST", `/api/prompts/${id}/like`, ana),
        call("DELETE", `/api/prompts/${id}/like`, beto),
        remove(id),
        call("POST", `/api/prompts/${id}/like`, beto),
        call("POST", `/api/prompts/${id}/favorite`, ana),
      ]);
      expect(responses[2]?.statusCode).toBe(204);
      expect(
        responses.map((response) => response.statusCode).filter((code) => ![200, 204, 404].includes(code)),
      ).toEqual([]);
    }
    expect(await driftedCounts()).toEqual([]);
    await untilTidy();
  });

  test("two at once: one removes, the other finds none", async () => {
    const { id } = await publish();
    const responses = await Promise.all([remove(id), remove(id)]);
    expect(responses.map((response) => response.statusCode).sort()).toEqual([204, 404]);
  });
});

describe("POST /api/prompts with an Idempotency-Key", () => {
  const send = async (key: string, changes: object = {}, user = ana) =>
    call("POST", "/api/prompts", user, { ...texts, ...changes }, { "idempotency-key": key });

  test("is one prompt however often it is sent, also when it is sent several times at once", async () => {
    const thumbnail_url = await newPicture();
    const before = await count("prompts");
    const first = await send("a-lost-answer-0001", { thumbnail_url });
    const again = await send("a-lost-answer-0001", { thumbnail_url });
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());

    const atOnce = await Promise.all(
      Array.from({ length: 4 }, () => send("all-at-once-000001", { thumbnail_url })),
    );
    expect(atOnce.map((response) => response.statusCode)).toEqual([201, 201, 201, 201]);
    expect(new Set(atOnce.map((response) => response.json().id)).size).toBe(1);
    expect(await count("prompts")).toBe(before + 2);
  });

  test("never changes what is published: other content under the same key is another prompt", async () => {
    const thumbnail_url = await newPicture();
    const first = (await send("another-prompt-001", { thumbnail_url })).json();
    const others = [
      { title: "Outro" },
      { content: "Escreva uma receita baiana, passo a passo." },
      { description: null },
      { image_alt: undefined },
      { llm_type_id: 2 },
      { thumbnail_url: await newPicture() },
    ];
    const ids = new Set([first.id]);
    for (const changes of others) {
      const other = await send("another-prompt-001", { thumbnail_url, ...changes });
      expect(other.statusCode).toBe(201);
      ids.add(other.json().id);
    }
    expect(ids.size).toBe(1 + others.length);
    expect(await detail(first.id)).toEqual(first);
  });

  test("a repetition answers the prompt as it was edited meanwhile, and undoes nothing", async () => {
    const thumbnail_url = await newPicture();
    const first = (await send("edited-meanwhile-1", { thumbnail_url })).json();
    const edited = (await edit(first.id, { title: "Editado depois", description: null })).json();
    const again = await send("edited-meanwhile-1", { thumbnail_url });
    expect([again.statusCode, again.json()]).toEqual([201, edited]);
  });

  test("counts for one author only, and no longer than the prompt is there", async () => {
    const thumbnail_url = await newPicture();
    const mine = (await send("the-same-key-00001", { thumbnail_url })).json();
    const theirs = (await send("the-same-key-00001", { thumbnail_url }, beto)).json();
    expect(theirs.id).not.toBe(mine.id);
    await remove(mine.id);
    const anew = (await send("the-same-key-00001", { thumbnail_url })).json();
    expect([mine.id, theirs.id]).not.toContain(anew.id);
  });

  test.each(["short", "a".repeat(65), "with spaces in the key", "açaí-açaí-açaí-açaí"])(
    "refuses %j as a key, and stores nothing",
    async (key) => {
      const before = await count("prompts");
      const response = await send(key, { thumbnail_url: await newPicture() });
      expect([response.statusCode, response.json()]).toEqual([
        400,
        expect.objectContaining({ field: "idempotency-key", message: inputMessages.publicationKeyInvalid }),
      ]);
      expect(await count("prompts")).toBe(before);
    },
  );
});

describe("while storage is slow", () => {
  /** Storage that lets nothing be written until it is let go; @returns what tells that something tries to */
  function stopStorage() {
    const { storage } = site.ctx;
    const reached = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const pause = async () => {
      reached.resolve();
      await go.promise;
    };
    site.ctx.storage = {
      ...storage,
      put: (...file) => pause().then(() => storage.put(...file)),
    };
    return {
      reached: reached.promise,
      /** Others are served by storage again; who was stopped stays so. */
      restore: () => {
        site.ctx.storage = storage;
      },
      go: go.resolve,
    };
  }

  // All these prompts have the same tools: a lock on a count during storage work would hold all of them up.
  const others = async (liked: number) => {
    const caio = await createUser(site.ctx);
    await publish(caio);
    await publish(caio, { llm_type_id: 2 });
    expect((await call("POST", `/api/prompts/${liked}/like`, caio)).statusCode).toBe(200);
  };

  test.each([
    ["a publication", () => publish(beto).then(() => 201), 201],
    [
      "an edit of tool and title",
      (id: number) => edit(id, { llm_type_id: 2, title: "Outro" }).then((response) => response.statusCode),
      200,
    ],
  ])("others publish and like while %s waits for it", async (_what, act, expected) => {
    const { id } = await publish();
    const { id: liked } = await publish(beto);
    const stopped = stopStorage();
    const acting = act(id);
    await stopped.reached;
    stopped.restore();
    await others(liked);
    stopped.go();
    expect(await acting).toBe(expected);
    await untilTidy();
    expect(await driftedCounts()).toEqual([]);
  });

  test("it takes a few connections and leaves the others, however many publish and edit", async () => {
    const { id } = await publish();
    const stopped = stopStorage();
    const most = site.ctx.pool.options.max;
    const acting: Promise<unknown>[] = [edit(id, { title: "Outro título" })];
    await stopped.reached;
    const announced =
      "pgboss.job where name = 'remove-pictures' and state = 'created' and start_after > now()";
    for (const before = await count(announced); acting.length <= most; ) {
      acting.push(publish());
      await expect.poll(() => count(announced)).toBe(before + acting.length - 1);
    }
    expect((await edit(id, { content: "Nada para guardar." }, beto)).statusCode).toBe(403);
    expect((await detail(id)).title).toBe(texts.title);
    stopped.restore();
    stopped.go();
    await Promise.all(acting);
    await untilTidy();
  });
});
