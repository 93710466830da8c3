/** Pages as programs read them: structured data by schema.org's rules, canonical addresses, link previews, dates. */
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMember, type Member } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

const HOSTILE = 'Retrato </script><!-- "aspas" &\u2028 fim';

let site: TestSite;
let ana: Member;

beforeAll(async () => {
  site = await startTestSite();
  ana = await createMember(site, "Ana Maria");
  await ana.publishMany(30, "Receita");
  await ana.publish(HOSTILE);
});
afterAll(() => site?.close());

/** Every public page, each in the ways that its address can ask for. */
const pages = () => [
  "/",
  "/prompts",
  "/prompts?llm=6",
  "/prompts?llm=6&page=2",
  "/prompts?q=receita",
  "/prompts?llm=13",
  "/prompts/1",
  "/prompts/31",
  `/users/${ana.id}`,
  `/users/${ana.id}?page=3`,
  "/terms-of-use",
  "/privacy-policy",
];

const html = async (path: string) => (await fetch(site.origin + path)).text();
const unescaped = (text: string) =>
  text.replace(
    /&(amp|quot|lt|gt|#39);/g,
    (_, name) => ({ amp: "&", quot: '"', lt: "<", gt: ">" })[name as string] ?? "'",
  );
const metaOf = (page: string, key: string) =>
  [...page.matchAll(new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)">`, "g"))].map(([, text]) =>
    unescaped(text ?? ""),
  );

type Json = Record<string, unknown>;
type Rule = (value: unknown, where: string) => void;

const text: Rule = (value, where) =>
  expect(typeof value === "string" && value.trim() !== "", where).toBe(true);
const count: Rule = (value, where) => expect(Number.isInteger(value) && Number(value) >= 0, where).toBe(true);
const url: Rule = (value, where) => expect(new URL(String(value)).origin, where).toBe(site.origin);
const date: Rule = (value, where) => expect(new Date(String(value)).toISOString(), where).toBe(value);
const exactly =
  (wanted: string): Rule =>
  (value, where) =>
    expect(value, where).toBe(wanted);
const oneOf =
  (pattern: RegExp): Rule =>
  (value, where) =>
    expect(value, where).toMatch(pattern);
const a =
  (...types: string[]): Rule =>
  (value, where) => {
    expect(types, where).toContain((value as Json)["@type"]);
    checkThing(value as Json, where);
  };
const some =
  (rule: Rule): Rule =>
  (value, where) => {
    for (const [index, item] of [value].flat().entries()) rule(item, `${where}[${index}]`);
  };

/** For each type that we use: the properties that schema.org gives it and, after the bar, those we may leave out. */
const types: Record<string, { needs: Record<string, Rule>; may?: Record<string, Rule> }> = {
  WebSite: {
    needs: { name: text, url, potentialAction: a("SearchAction") },
    may: { description: text, inLanguage: exactly("pt-BR") },
  },
  SearchAction: {
    needs: { target: a("EntryPoint"), "query-input": exactly("required name=search_term_string") },
  },
  EntryPoint: { needs: { urlTemplate: oneOf(/^https?:\/\/[^{]+\?q=\{search_term_string\}$/) } },
  CollectionPage: {
    needs: { name: text, url, mainEntity: a("ItemList") },
    may: { description: text, inLanguage: exactly("pt-BR") },
  },
  ItemList: { needs: { numberOfItems: count, itemListElement: some(a("ListItem")) } },
  CreativeWork: {
    needs: { name: text, author: a("Person"), url, image: url, dateCreated: date },
    may: {
      datePublished: date,
      dateModified: date,
      abstract: text,
      keywords: text,
      inLanguage: exactly("pt-BR"),
      interactionStatistic: some(a("InteractionCounter")),
    },
  },
  BreadcrumbList: { needs: { itemListElement: some(a("ListItem")) } },
  ListItem: { needs: { position: count, name: text }, may: { item: url, url } },
  ProfilePage: {
    needs: { mainEntity: a("Person") },
    may: { url, dateCreated: date, inLanguage: exactly("pt-BR") },
  },
  Person: {
    needs: { name: text },
    may: { url, identifier: text, agentInteractionStatistic: a("InteractionCounter") },
  },
  InteractionCounter: {
    needs: {
      interactionType: oneOf(/^https:\/\/schema\.org\/(Like|View|Write)Action$/),
      userInteractionCount: count,
    },
  },
};

function checkThing(thing: Json, where: string): void {
  const { "@type": type, "@context": _context, ...properties } = thing;
  const known = types[String(type)];
  expect(known, `${where}: ${type}`).toBeDefined();
  const rules = { ...known?.needs, ...known?.may };
  expect(Object.keys(properties), where).toEqual(expect.arrayContaining(Object.keys(known?.needs ?? {})));
  for (const [name, value] of Object.entries(properties)) {
    expect(rules[name], `${where}: ${type} has no ${name}`).toBeDefined();
    rules[name]?.(value, `${where} ${type}.${name}`);
  }
}

function structuredData(page: string): Json[] {
  const scripts = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return scripts.map(([, json]) => JSON.parse(String(json)));
}

describe("structured data", () => {
  test("is what schema.org defines, with absolute addresses and ISO dates, on every page", async () => {
    for (const path of pages()) {
      for (const thing of structuredData(await html(path))) {
        expect(thing["@context"]).toBe("https://schema.org");
        checkThing(thing, path);
      }
    }
  });

  test.each([
    ["/", ["WebSite"]],
    ["/prompts", ["CollectionPage"]],
    ["/prompts/1", ["CreativeWork", "BreadcrumbList"]],
    ["/users/", ["ProfilePage"]],
  ])("%s says that it is %s", async (path, wanted) => {
    const page = await html(path === "/users/" ? path + ana.id : path);
    expect(structuredData(page).map((thing) => thing["@type"])).toEqual(wanted);
  });

  test("lists the prompts of a page in their order, and survives any title", async () => {
    const id = await ana.publish(HOSTILE);
    const [library] = structuredData(await html("/prompts?sort=newest")) as [
      { mainEntity: { itemListElement: Json[] } },
    ];
    const list = library.mainEntity.itemListElement;
    expect(list.map(({ position }) => position)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(list[0]).toMatchObject({
      name: 'Retrato </script><!-- "aspas" & fim',
      url: `${site.origin}/prompts/${id}`,
    });
  });

  test("names the author by the address of their page, never by e-mail", async () => {
    const [work] = structuredData(await html("/prompts/1"));
    expect(work?.author).toEqual({
      "@type": "Person",
      name: "Ana Maria",
      url: `${site.origin}/users/${ana.id}`,
    });
    for (const path of pages()) expect(await html(path)).not.toContain(ana.email);
  });
});

describe("heads", () => {
  test.each([
    ["/?utm_source=x", "/", true],
    ["/prompts?sort=newest", "/prompts", true],
    ["/prompts?sort=views&llm=6&page=2", "/prompts?llm=6&page=2", true],
    ["/prompts?page=1&llm=all", "/prompts", true],
    ["/prompts?q=receita", "/prompts?q=receita", false],
    ["/prompts?llm=13", "/prompts?llm=13", false],
    ["/prompts?page=99", "/prompts?page=99", false],
    ["/prompts/1?ref=zap", "/prompts/1", true],
    ["/terms-of-use?x=1", "/terms-of-use", true],
    ["/auth?tab=register", "/auth", true],
  ])("%s is kept by search engines as %s: %s", async (path, canonical, kept) => {
    const page = await html(path);
    const links = [...page.matchAll(/<link rel="canonical" href="([^"]*)">/g)].map(([, link]) => link);
    expect(links.map((link) => unescaped(String(link)))).toEqual([site.origin + canonical]);
    expect(metaOf(page, "robots")).toEqual(kept ? [] : ["noindex"]);
  });

  test("pages of a list name their neighbours in the list's own order", async () => {
    const page = await html("/prompts?sort=views&page=2");
    expect(page).toContain(`<link rel="prev" href="${site.origin}/prompts">`);
    expect(page).toContain(`<link rel="next" href="${site.origin}/prompts?page=3">`);
  });

  test("every page has a language, one title, one description and one main heading", async () => {
    for (const path of pages()) {
      const page = await html(path);
      expect(page, path).toContain('<html lang="pt-BR">');
      expect(page.match(/<title>/g), path).toHaveLength(1);
      expect(page.match(/<h1[ >]/g), path).toHaveLength(1);
      expect(metaOf(page, "description")[0]?.length, path).toBeGreaterThan(20);
    }
  });

  test("a prompt's description is of the prompt: its tool and the start of its text, not the author's hint", async () => {
    const id = await ana.publish("Cartaz de festa", "Desenhe um **cartaz** de São João.");
    await site.database.pool.query("update prompts set description = 'Troque a festa.' where id = $1", [id]);
    const page = await html(`/prompts/${id}`);
    const described = metaOf(page, "description");
    expect(described).toEqual([expect.stringMatching(/^Prompt para .+: Desenhe um cartaz de São João\.$/)]);
    expect(metaOf(page, "og:description")).toEqual(described);
    expect(metaOf(page, "twitter:description")).toEqual(described);
  });

  test("programs that ask for /favicon.ico get an icon", async () => {
    const answer = await fetch(`${site.origin}/favicon.ico`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
  });

  test("every page has a link preview that messengers show: absolute, JPEG, 1200×630, at most 300 KB, at once and without cookies", async () => {
    // As messengers ask: who they are is in the name, and they follow nothing and keep nothing.
    const ask = async (address: string, robot: string) => {
      const answer = await fetch(address, { redirect: "manual", headers: { "user-agent": robot } });
      expect([answer.status, answer.headers.getSetCookie()], address).toEqual([200, []]);
      return answer;
    };
    for (const path of pages()) {
      const page = await (await ask(site.origin + path, "WhatsApp/2.24.20.89 A")).text();
      const [image, ...more] = metaOf(page, "og:image");
      expect(more).toEqual([]);
      expect(metaOf(page, "twitter:image")).toEqual([image]);
      expect(metaOf(page, "og:image:type")).toEqual(["image/jpeg"]);
      expect(metaOf(page, "og:image:alt")[0]).toMatch(/\S/);
      expect(new URL(String(image)).origin).toBe(site.origin);
      const answer = await ask(String(image), "facebookexternalhit/1.1");
      expect(answer.headers.get("content-type")).toBe("image/jpeg");
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.byteLength).toBeLessThanOrEqual(300 * 1024);
      const { format, width, height } = await sharp(bytes).metadata();
      const said = ["width", "height"].map((side) => Number(metaOf(page, `og:image:${side}`)[0]));
      expect([format, width, height]).toEqual(["jpeg", ...said]);
      expect(said).toEqual([1200, 630]);
    }
  });

  test("where the site is reached over https, so is every link preview", async () => {
    const secure = await startTestSite({ PUBLIC_URL: "https://prompteca.example" });
    const member = await createMember(secure, "Ana Maria");
    await member.publish("Receita");
    // It listens behind whatever answers at that address.
    for (const path of ["/", "/prompts", "/prompts/1", `/users/${member.id}`, "/auth"]) {
      const page = await (await fetch(secure.origin + path)).text();
      for (const key of ["og:image", "og:url", "twitter:image"]) {
        expect(metaOf(page, key)[0], `${key} of ${path}`).toMatch(/^https:\/\/prompteca\.example\//);
      }
    }
    await secure.close();
  });

  test("dates are machine-readable in <time>, and nowhere in text other than Brazil writes them", async () => {
    for (const path of pages()) {
      const page = await html(path);
      for (const [, attribute, shown] of page.matchAll(/<time [^>]*dateTime="([^"]*)"[^>]*>([^<]*)</gi)) {
        expect(Date.parse(String(attribute)), path).not.toBeNaN();
        expect(shown, path).toMatch(/^(agora|há \d+ \S+|\d{1,2}º? de [a-zç]+ de \d{4}( às \d\d:\d\d)?)$/);
      }
      const markup = page.slice(
        page.indexOf('<div id="root">'),
        page.indexOf('<script type="application/json"'),
      );
      expect(markup.replace(/<[^>]*>/g, " "), path).not.toMatch(/\d{4}-\d\d-\d\d|\d\/\d{1,2}\/\d\d\b(?!\d)/);
    }
  });
});
