/** Served pictures name who published them, and nobody who is gone. */
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import { readFile } from "#platform/storage.ts";
import type { PromptView } from "#prompts/contract.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { dataUrl, newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { hidePrompt, showPrompt } from "./hiding.service.ts";

const site = setUpTestApp({ PUBLIC_URL: "https://prompteca.example" });
let ana: TestUser;
let beto: TestUser;
beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana & Bia" });
  beto = await createUser(site.ctx, { username: "Beto" });
});

const fresh = (url: string, headers: Record<string, string> = {}) => {
  site.ctx.responseCache.clear();
  return site.app.inject({ url, headers });
};
/** Who and what page a served file names, and everything else that it could. */
async function creditIn(url: string) {
  const answer = await fresh(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-length"]).toBe(String(answer.rawPayload.length));
  const { xmp, exif, icc, iptc, orientation } = await sharp(answer.rawPayload).metadata();
  expect({ exif, icc, iptc, orientation }).toEqual({});
  const text = String(xmp);
  const [, author] = /<dc:creator><rdf:Seq><rdf:li>(.*?)<\/rdf:li><\/rdf:Seq><\/dc:creator>/.exec(text) ?? [];
  const [, page] = /<dc:source>https:\/\/prompteca\.example(.*?)<\/dc:source>/.exec(text) ?? [];
  expect(text).toContain(`<photoshop:Credit>${author}, https://prompteca.example${page}</photoshop:Credit>`);
  return { author, page, text };
}
const page = ({ id }: PromptView) => `/prompts/${id}`;
const addresses = ({ image }: Pick<PromptView, "image">) =>
  image.srcset.split(", ").map((step) => step.split(" ")[0] as string);

test("every size and the link preview name author and page, and nothing that the upload told", async () => {
  const upload = await sharp({ create: { width: 900, height: 600, channels: 3, background: "teal" } })
    .withExif({ IFD0: { Copyright: "Maria" }, IFD3: { GPSLatitudeRef: "S", GPSLatitude: "23/1 33/1 0/1" } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>Maria em casa</place></x:xmpmeta>')
    .withIccProfile("p3")
    .jpeg()
    .toBuffer();
  expect(await sharp(upload).metadata()).toMatchObject({ exif: expect.any(Buffer), icc: expect.any(Buffer) });
  const prompt = await publishPrompt(site, ana, { thumbnail_url: dataUrl(upload, "image/jpeg") });
  const files = [...addresses(prompt), `/media/preview-${prompt.id}.jpg`];
  expect(files).toHaveLength(5);
  for (const url of files) {
    const { text, ...credit } = await creditIn(url);
    expect(credit).toEqual({ author: "Ana &amp; Bia", page: page(prompt) });
    expect(text).not.toContain("Maria");
    const stored = await readFile(site.ctx.storage, url.replace("/media/", ""));
    expect(stored && (await sharp(stored).metadata()).xmp).toBeUndefined();
  }
  // Missing widths are made when they are asked for.
  await site.ctx.storage.delete(prompt.image.url.replace("/media/", ""));
  expect(await creditIn(prompt.image.url)).toMatchObject({ page: page(prompt) });
});

test("a new name is in the file at once, under another ETag", async () => {
  const carla = await createUser(site.ctx, { username: "Carla" });
  const prompt = await publishPrompt(site, carla, { thumbnail_url: await newPicture() });
  const known = async (etag: string) => (await fresh(prompt.image.url, { "if-none-match": etag })).statusCode;
  const etag = (await fresh(prompt.image.url)).headers.etag as string;
  expect(await known(etag)).toBe(304);
  const renamed = await site.call("PUT", "/auth/v1/user", carla, { data: { username: "Clara" } });
  expect(renamed.statusCode, renamed.body).toBe(200);
  expect(await known(etag)).toBe(200);
  for (const url of [prompt.image.url, `/media/preview-${prompt.id}.jpg`])
    expect(await creditIn(url)).toMatchObject({ author: "Clara" });
});

test("of two with one picture the first is named, until it is hidden or gone; then nobody who is", async () => {
  const thumbnail_url = await newPicture();
  const first = await publishPrompt(site, ana, { thumbnail_url });
  const second = await publishPrompt(site, beto, { thumbnail_url });
  const { url } = first.image;
  expect(second.image.url).toBe(url);
  const byAna = { author: "Ana &amp; Bia", page: page(first) };
  const byBeto = { author: "Beto", page: page(second) };
  expect(await creditIn(url)).toMatchObject(byAna);
  expect(await creditIn(`/media/preview-${second.id}.jpg`)).toMatchObject(byBeto);

  await inTransaction(site.ctx.db, (trx) => hidePrompt(trx, first.id));
  const alone = await creditIn(url);
  expect(alone).toMatchObject(byBeto);
  expect(alone.text).not.toContain("Ana");
  await inTransaction(site.ctx.db, (trx) => showPrompt(trx, first.id, { withAuthor: false }));
  expect(await creditIn(url)).toMatchObject(byAna);

  expect((await site.call("DELETE", `/api/prompts/${first.id}`, ana)).statusCode).toBe(204);
  expect(await creditIn(url)).toMatchObject(byBeto);
  expect((await site.call("DELETE", `/api/prompts/${second.id}`, beto)).statusCode).toBe(204);
  expect((await fresh(url)).statusCode).toBe(404);
});

test("the picture of an old version names its prompt, before who published it later", async () => {
  const [old, later] = [await newPicture(), await newPicture()];
  const first = await publishPrompt(site, ana, { thumbnail_url: old });
  await site.sql(
    "update prompts set version_at = version_at - interval '11 minutes' where id = $1",
    first.id,
  );
  const edited = await site.call("PATCH", `/api/prompts/${first.id}`, ana, { thumbnail_url: later });
  expect(edited.statusCode, edited.body).toBe(200);
  expect(await creditIn(first.image.url)).toMatchObject({ author: "Ana &amp; Bia", page: page(first) });
  await publishPrompt(site, beto, { thumbnail_url: old });
  expect(await creditIn(first.image.url)).toMatchObject({ author: "Ana &amp; Bia", page: page(first) });
});
