/** Prompts that their authors have no picture for: they say so, and get a cover of the site's own. */
import { beforeAll, describe, expect, test } from "vitest";
import { COVER } from "#media/contract.ts";
import { isCover } from "#media/server/covers.ts";
import type { PromptView } from "#prompts/contract.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await createUser(site.ctx);
});

const fields = { title: "Receita de broa", content: "Escreva uma receita de broa.", llm_type_id: 6 };
const hashOf = ({ thumbnail_url }: PromptView) => /media\/([0-9a-f]{32})-/.exec(thumbnail_url)?.[1] ?? "";
const status = async (url: string) => (await site.app.inject(url)).statusCode;
const isCovered = async (prompt: PromptView) => {
  expect(await status(prompt.thumbnail_url)).toBe(200);
  expect(await status(`/media/preview-${prompt.id}.jpg`)).toBe(200);
  return isCover(hashOf(prompt));
};

describe(`"${COVER}" in place of a picture`, () => {
  test("publishes with a cover and a link preview, by JSON and by a form, one title always with the same", async () => {
    const first = await publishPrompt(site, ana, { ...fields, thumbnail_url: COVER });
    expect(await isCovered(first)).toBe(true);
    expect(first.image).toMatchObject({ width: 800, alt: null });

    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, thumbnail_url: COVER })) {
      form.set(name, String(value));
    }
    const body = new Response(form);
    const second = await site.app.inject({
      method: "POST",
      url: "/api/prompts",
      payload: Buffer.from(await body.arrayBuffer()),
      headers: {
        authorization: `Bearer ${ana.token}`,
        "content-type": body.headers.get("content-type") ?? "",
      },
    });
    expect(second.statusCode, second.body).toBe(201);
    expect(hashOf(second.json())).toBe(hashOf(first));
    // Removing one leaves the cover to the other.
    await site.call("DELETE", `/api/prompts/${first.id}`, ana);
    expect(await status(first.thumbnail_url)).toBe(200);
  });

  test("takes the place of a picture, and gives way to one", async () => {
    const prompt = await publishPrompt(site, ana, { ...fields, title: "Outra broa" });
    expect(isCover(hashOf(prompt))).toBe(false);
    const edit = (thumbnail_url: string) =>
      site.call("PATCH", `/api/prompts/${prompt.id}`, ana, { thumbnail_url });
    const covered = (await edit(COVER)).json();
    expect(await isCovered(covered)).toBe(true);
    expect(hashOf((await edit(COVER)).json())).toBe(hashOf(covered));
    expect(isCover(hashOf((await edit(await newPicture())).json()))).toBe(false);
  });
});
