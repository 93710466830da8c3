import { beforeAll, beforeEach, expect, test } from "vitest";
import { inputMessages } from "#prompts/input-messages.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { writeFeed } from "./discovery.service.ts";

const ORIGIN = "https://prompteca.example";
const site = setUpTestApp({ PUBLIC_URL: ORIGIN });
let ana: TestUser;
let picture: string;

beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  const content = "Escreva uma carta\nde amor.";
  const { image } = await publishPrompt(site, ana, {
    title: "Carta",
    content,
    description: "Para quem tem saudade.",
    llm_type_id: 6,
  });
  picture = image.url;
  await publishPrompt(site, ana, { title: "Bilhete", content, llm_type_id: 6 });
  await site.ctx.pool.query(`
    update prompts set edited_at = '2026-03-04T05:06:07Z', created_at = '2026-01-02T03:04:05Z' where title = 'Carta';
    update prompts set edited_at = null, created_at = '2026-02-02T00:00:00Z' where title = 'Bilhete';
    update prompt_stats set created_at = prompts.created_at from prompts where id = prompt_id;
  `);
});
beforeEach(() => site.ctx.responseCache.clear());

const bodyOf = async (path: string) => (await site.call("GET", path)).body;
const [ENTRY, END] = ["<entry>", "</entry>"];
const entriesOf = (feed: string) =>
  feed
    .split(ENTRY)
    .slice(1)
    .map((part) => part.split(END)[0]?.replace(/>\s+</g, "><").trim());

test.each([
  ["/feed.xml", "Prompteca: novos prompts", "/prompts?sort=newest"],
  ["/feeds/tools/6.xml", "Prompteca: novos prompts de Claude", "/prompts?llm=6&amp;sort=newest"],
  ["/feeds/users/ANA.xml", "Prompteca: prompts de Ana", "/users/ANA"],
])("%s says what it is, where it is, and when it last changed", async (path, title, page) => {
  const own = (text: string) => text.replace("ANA", ana.id);
  const [head = ""] = (await bodyOf(own(path))).split(ENTRY);
  expect(head.replace(/>\s+</g, "><")).toContain(
    `<id>${ORIGIN}${own(path)}</id><title>${title}</title><updated>2026-03-04T05:06:07.000Z</updated>` +
      `<generator>Prompteca</generator><link rel="alternate" href="${ORIGIN}${own(page)}"/>` +
      `<link rel="self" href="${ORIGIN}${own(path)}"/><icon>${ORIGIN}/favicon.svg</icon>`,
  );
  expect(head).not.toMatch(/<rights>./);
});

test("entries are the newest first, each with its whole prompt", async () => {
  const [bilhete, carta] = entriesOf(await bodyOf("/feed.xml"));
  expect(bilhete).toContain("<updated>2026-02-02T00:00:00.000Z</updated>");
  expect(bilhete).toContain(`alt=""></p><p>Escreva uma carta<br>de amor.</p>]]>`);
  expect(carta).toBe(
    `<title type="html"><![CDATA[Carta]]></title><id>${ORIGIN}/prompts/1</id><link href="${ORIGIN}/prompts/1"/>` +
      `<updated>2026-03-04T05:06:07.000Z</updated><content type="html"><![CDATA[<p><img src="${ORIGIN}${picture}" alt=""></p>` +
      "<p>Para quem tem saudade.</p><p>Escreva uma carta<br>de amor.</p>]]></content><author><name>Ana</name></author>" +
      '<category label="Claude" term="Claude"/><published>2026-01-02T03:04:05.000Z</published>',
  );
});

test.each(["/feeds/tools/99.xml", "/feeds/users/nobody.xml", `/feeds/users/${crypto.randomUUID()}.xml`])(
  "%s is not there",
  async (path) => {
    const answer = await site.call("GET", path);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: "not_found", message: inputMessages.feedNotFound });
  },
);

test.each(["Um & dois", "Um &amp; dois", "Um &lt; dois", '<b>Um</b> "dois"'])(
  "a title is told as it was typed: %s",
  (title) => {
    const feed = writeFeed(site.ctx, title, "/feed.xml", "/prompts", []);
    const [, written = ""] = /<title>([^<]*)<\/title>/.exec(feed) ?? [];
    const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
    expect(written.replace(/&(\w+);/g, (_, name) => signs[name] as string)).toBe(title);
  },
);
