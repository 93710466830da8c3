/** Versions over HTTP: when one begins, who sees it, how it is restored, and the remains of an erased one. */
import { describe, expect, test } from "vitest";
import { sweepPictures } from "#media/server/removal.jobs.ts";
import { pictureOwners } from "#prompts/server/pictures.service.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { setUpVersions } from "#tests/support/versions.ts";

const { site, sql, publish, edit, editLater, historyOf, numbers, get, version, keyOf, isKept, wasRefused } =
  setUpVersions();

describe("an edit", () => {
  test("makes a version of text, tool or picture, with its note; the one before stays whole", async () => {
    const prompt = await publish({ description: "Para festas.", image_alt: "Um bolo" });
    const { id } = prompt;
    expect(prompt.version).toBe(1);
    const note = "Mais curto";
    const edited = (await edit(id, { content: "Um bolo, em três passos.", change_note: ` ${note} ` })).json();
    expect(edited.version).toBe(2);
    expect(await historyOf(id)).toMatchObject([
      { number: 2, is_current: true, note, changed: ["content"] },
      { number: 1, is_current: false, note: null, changed: [], created_at: prompt.created_at },
    ]);
    expect(await version(id, 1)).toMatchObject({
      prompt_id: id,
      user: { username: "Ana" },
      title: "Receita",
      content: "Escreva uma receita de bolo.",
      description: "Para festas.",
      llm_type: { id: 1, name: "ChatGPT" },
      image: prompt.image,
    });
    expect(await version(id, 2)).toMatchObject({ is_current: true, content: "Um bolo, em três passos." });
    expect((await editLater(id, { llm_type_id: 6, title: "Bolo" })).version).toBe(3);
    expect((await editLater(id, { thumbnail_url: await newPicture() })).version).toBe(4);
    expect((await editLater(id, { description: null })).version).toBe(5);
    expect((await historyOf(id)).map(({ changed, note }) => [changed, note])).toEqual([
      [["description"], null],
      [["image"], null],
      [["title", "llm_type"], null],
      [["content"], note],
      [[], null],
    ]);
  });

  test("that changes nothing, or how the picture is described, makes none", async () => {
    const { id, title } = await publish();
    expect((await edit(id, { title })).json().version).toBe(1);
    expect((await edit(id, { image_alt: "Um bolo", own_version: true })).json().version).toBe(1);
    expect(await numbers(id)).toEqual([1]);
  });

  test("of line ends alone makes none, whatever ended the lines before", async () => {
    const lines = ["    def f(x):", "        return x", "", "    fim"];
    const { id, content } = await publish({ content: `\n \n${lines.join("\r\n")}\r\n` });
    expect(content).toBe(lines.join("\n"));
    for (const end of ["\r\n", "\r", "\n"]) {
      expect((await edit(id, { content: lines.join(end), own_version: true })).json().version).toBe(1);
    }
    // As it was stored before.
    await sql("update prompts set content = replace(content, E'\\n', E'\\r\\n') where id = $1", id);
    const before = (await get(`/api/prompts/${id}`)).json();
    expect(before.content).toBe(lines.join("\n"));
    const after = (await edit(id, { content: before.content, own_version: true })).json();
    expect([after.version, after.edited_at]).toEqual([before.version, before.edited_at]);
  });

  test("belongs to a version that began within ten minutes, unless it asks for its own", async () => {
    const { id } = await publish();
    await edit(id, { title: "Um título", change_note: "Primeira" });
    const second = (await edit(id, { title: "Dois" })).json();
    expect(second.version, "of the same ten minutes").toBe(2);
    expect(await historyOf(id)).toMatchObject([
      { number: 2, title: "Dois", note: "Primeira" },
      { number: 1 },
    ]);
    expect((await edit(id, { title: "Três", own_version: true })).json().version).toBe(3);
    expect(await numbers(id)).toEqual([3, 2, 1]);
    expect(await version(id, 2)).toMatchObject({ title: "Dois", note: "Primeira" });
  });

  test("keeps a hundred versions: the oldest goes, and its picture with it", async () => {
    const { id, image } = await publish({ thumbnail_url: await newPicture() });
    await editLater(id, { thumbnail_url: await newPicture() });
    await sql(
      `do $$ begin for n in 3..101 loop
        update prompts set content = 'O texto da versão ' || n, version = version + 1 where id = ${id};
      end loop; end $$`,
    );
    const kept = await numbers(id);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 101, 2]);
    await sql(
      "update images set created_at = now() - interval '2 hours' where $1 like hash || '%'",
      keyOf(image.url),
    );
    await sweepPictures(site.ctx, pictureOwners);
    expect(await isKept(keyOf(image.url))).toBe(false);
  });

  test.each([
    [{ change_note: "a".repeat(141) }, "“O que mudou” deve ter no máximo 140 caracteres"],
    [{ change_note: "que merda" }, "“O que mudou” contém linguagem imprópria"],
  ])("refuses a note: %o", async (changes, message) => {
    const { id } = await publish();
    const answer = await edit(id, { title: "Outro título", ...changes });
    expect([answer.statusCode, answer.json().message, answer.json().field]).toEqual([
      400,
      message,
      "change_note",
    ]);
    expect(await numbers(id)).toEqual([1]);
  });
});

describe("two edits that began from the same prompt", () => {
  const second = { content: "O texto da segunda janela." };
  test("the second is told by the version, and changes nothing", async () => {
    const { id } = await publish();
    expect((await edit(id, { title: "Primeira janela", version: 1 })).statusCode).toBe(200);
    const refused = await edit(id, { ...second, version: 1, thumbnail_url: await newPicture() });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: "version_conflict",
        field: "version",
        message:
          "O prompt foi alterado em outra janela depois que você o abriu. Nada do que você escreveu se perdeu.",
      },
    ]);
    expect((await get(`/api/prompts/${id}`)).json()).toMatchObject({ title: "Primeira janela", version: 2 });
    expect((await edit(id, { ...second, version: 2, own_version: true })).json().version).toBe(3);
    expect((await version(id, 2)).title).toBe("Primeira janela");
  });

  test("the second is told by the last edit, where both belong to one version", async () => {
    const { id } = await publish();
    const { version, edited_at } = (await edit(id, { title: "Antes" })).json();
    const began = { version, last_edit: edited_at };
    expect((await edit(id, { title: "Primeira janela", ...began })).json().version).toBe(version);
    expect(wasRefused(await edit(id, { ...second, ...began }))).toEqual([409, "version_conflict"]);
  });

  test("the second is told when both are sent at once", async () => {
    const { id } = await publish();
    const both = await Promise.all(
      ["A", "B"].map((letter) => edit(id, { content: `O texto da janela ${letter}`, version: 1 })),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const saved = both.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await historyOf(id)).toHaveLength(2);
    expect((await version(id, 2)).content).toBe(saved.content);
  });
});

test("the difference names words that came and went, and both versions", async () => {
  const { id } = await publish({ content: "Escreva uma receita de bolo.\nSeja breve." });
  await editLater(id, {
    content: "Escreva duas receitas de bolo.\nSeja breve.",
    description: "Para festas.",
  });
  expect((await get(`/api/prompts/${id}/versions/1/diff?with=2`)).json()).toMatchObject({
    from: { number: 1 },
    to: { number: 2, is_current: true },
    title: { whole: false, stretches: [{ text: "Receita" }] },
    content: {
      whole: false,
      stretches: [
        { text: "Escreva " },
        { text: "uma", change: "removed" },
        { text: "duas", change: "added" },
        { text: " " },
        { text: "receita", change: "removed" },
        { text: "receitas", change: "added" },
        { text: " de bolo.\nSeja breve." },
      ],
    },
    description: { stretches: [{ text: "Para festas.", change: "added" }] },
  });
});
