/** Addresses that messengers cut, extend or capitalise: those of every page lead there, and no right one is touched. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMember } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

/** One of each page's addresses, by its pattern. */
const PATHS: Record<string, string> = {
  "/": "/",
  "/prompts": "/prompts",
  "/prompts/:id": "/prompts/1",
  "/prompts/:id/edit": "/prompts/1/edit",
  "/prompts/:id/remixes": "/prompts/1/remixes",
  "/prompts/:id/versoes": "/prompts/1/versoes",
  "/prompts/:id/versoes/:number": "/prompts/1/versoes/1",
  "/users/:id": "",
  "/acompanhar": "/acompanhar",
  "/tags": "/tags",
  "/tags/:slug": "/tags/bolo-de-fuba",
  "/colecoes": "/colecoes",
  "/colecoes/:name": "/colecoes/1-receitas",
  "/submit": "/submit",
  "/importar": "/importar",
  "/profile": "/profile",
  "/novidades": "/novidades",
  "/avisos": "/avisos",
  "/settings": "/settings",
  "/auth": "/auth",
  "/entrar-com": "/entrar-com",
  "/registration-success": "/registration-success",
  "/verify-email": "/verify-email",
  "/forgot-password": "/forgot-password",
  "/reset-password": "/reset-password",
  "/blocked-account": "/blocked-account",
  "/denunciar": "/denunciar",
  "/denuncias/:code": "/denuncias/BCDFGHJKLM",
  "/cancelar-novidades": "/cancelar-novidades",
  "/moderacao": "/moderacao",
  "/transparencia": "/transparencia",
  "/terms-of-use": "/terms-of-use",
  "/privacy-policy": "/privacy-policy",
  "/accessibility": "/accessibility",
  "/programas": "/programas",
  "/admin": "/admin",
  "/admin/users": "/admin/users",
  "/admin/tags": "/admin/tags",
  "/admin/denuncias": "/admin/denuncias",
  "/admin/denuncias/:id": "/admin/denuncias/1",
  "/admin/audit-log": "/admin/audit-log",
  "/admin/health": "/admin/health",
};

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  const ana = await createMember(site, "Ana Maria");
  await ana.publish("Bolo de fubá", "Escreva a receita de um bolo de [sabor].", { tags: ["Bolo de fubá"] });
  PATHS["/users/:id"] = `/users/${ana.id}`;
  await site.database.pool.query(
    "insert into collections (user_id, title, is_public) values ($1, 'Receitas', true)",
    [ana.id],
  );
});
afterAll(() => site?.close());

const ask = async (path: string) => {
  const answer = await fetch(site.origin + path, { redirect: "manual" });
  return { status: answer.status, to: answer.headers.get("location") };
};

test("the list has every page of the route table", async () => {
  const table = await import("node:fs/promises").then(({ readFile }) =>
    readFile("src/app/routes.ts", "utf8"),
  );
  const patterns = [...table.matchAll(/^ {2}at\("([^"]+)"/gm)].map(([, pattern]) => pattern);
  expect(patterns.length).toBeGreaterThan(30);
  expect(Object.keys(PATHS)).toEqual(patterns.filter((pattern) => !pattern?.startsWith("/dev/")));
});

/** Characters that may stand behind an address, as they are sent. */
const ENDS = [
  ...".,;:!)]}>*_~\"'|-+=@$^`{[(<",
  ..."\"'*`<>()[]{}!?;:,|\\^~#/ \n\t\r".split("").map(encodeForSure),
  ...[
    "…",
    "”",
    "“",
    "’",
    "»",
    "›",
    "—",
    "。",
    "）",
    "🙂",
    "👉🏽",
    "\u00a0",
    "\u200b",
    "\ufeff",
    "\u00ad",
    "\u2060",
    "\u202c",
  ].map(encodeURIComponent),
  ...[
    ").",
    "**.",
    "%29.",
    ".)%20e",
    ".Veja",
    ")veja",
    "&utm_source=x",
    "%26utm_source=x",
    "&amp;x=y",
    ";x=y",
  ],
  ...["%20Olha%20isso", "%0AOlha", "%C2%A0e%20veja", "+olha"],
  // Two addresses in one, as of Markdown.
  ...[
    "](https://x.example/prompts/1)",
    "%5D(https:%2F%2Fx.example%2Fprompts%2F1)",
    ",https://x.example/nada",
  ],
  // A sign after a trailing slash.
  ...["/)", "/%20", "/%22%3E"],
  // Cut within a character.
  ...["%", "%E", "%E2", "%E2%80", "%20%E2%80"],
];

/** After an escaped question mark comes a query. */
const STUCK = {
  "%3Futm_source=x": "?utm_source=x",
  "%3Futm_source%3Dx%26ref%3Dy": "?utm_source=x&ref=y",
  "%3fq=p%C3%A3o": "?q=p%C3%A3o",
};

function encodeForSure(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
}

/** These are found by their id, or however they are written, and led to their own address before all this. */
const LED_ALREADY = /^\/(colecoes|tags)\//;

describe.each(Object.keys(PATHS).filter((pattern) => pattern !== "/"))("%s", (pattern) => {
  test("leads there with whatever stands behind it or in it, or in capitals", async () => {
    const path = PATHS[pattern] ?? "";
    const right = await ask(path);
    expect([200, 404]).toContain(right.status);
    const capital = path.replace(/\/[a-z]/, (start) => start.toUpperCase());
    const [, first = "", rest = ""] = /^\/([^/]+)(.*)$/.exec(path) ?? [];
    const wrong = [
      // Words may be a tag's.
      ...ENDS.filter((end) => !path.startsWith("/tags/") || end !== "%20Olha%20isso").map(
        (end) => path + end,
      ),
      ...[`/${path}`, capital, `${capital}.`, `/${capital}).`],
      ...[
        `/%20${path.slice(1)}`,
        `/%E2%80%8B${path.slice(1)}`,
        `/%22${path.slice(1)}%22`,
        `/(${path.slice(1)})`,
      ],
      ...[`/${first}%E2%80%8B${rest}`, `/${first}%C2%AD${rest}`, `/${first.toUpperCase()}${rest}`],
      ...(rest ? [`/${first}/${rest}`, `/${first}%2F${rest.slice(1)}`, `/${first}%5C${rest.slice(1)}`] : []),
      ...(LED_ALREADY.test(path) || path.toUpperCase() === path ? [] : [path.toUpperCase()]),
    ];
    const lost: string[] = [];
    for (const [index, address] of wrong.entries()) {
      const query = index % 2 ? "?utm_source=x&ref=y" : "";
      const { status, to } = await ask(address + query);
      if (!(status >= 301 && status <= 308 && to === path + query))
        lost.push(`${address}${query}: ${status} ${to}`);
    }
    for (const [stuck, query] of Object.entries(STUCK))
      for (const more of ["", "?ref=z"]) {
        const { to } = await ask(path + stuck + more);
        const isRight = to === path + query + more.replace("?", "&");
        if (!isRight && !(LED_ALREADY.test(path) && to?.startsWith(path)))
          lost.push(`${path}${stuck}${more}: ${to}`);
      }
    expect(lost).toEqual([]);
  });
});

test("signs alone lead home", async () => {
  for (const path of ["/.)", "/)", "/%20", "/%E2%80%9D", "/%E2%80%8B", "/%3Futm_source=x"])
    expect((await ask(path)).to, path).toBe(path.includes("=") ? "/?utm_source=x" : "/");
});

test("a mailed link's token ends where tokens end", async () => {
  for (const [path, name] of [
    ["/cancelar-novidades", "token"],
    ["/denuncias/BCDFGHJKLM", "token"],
    ["/verify-email", "token_hash"],
    ["/reset-password", "token_hash"],
  ]) {
    const right = `${path}?${name}=aB-_9`;
    for (const more of ["", "&type=email"]) {
      expect((await ask(right + more)).to).toBeNull();
      for (const end of [".", ")", "%29.", "%22%3E", "%E2%80%9D", "%20Olha", ",", "]("])
        expect((await ask(right + end + more)).to, right + end).toBe(right + more);
    }
  }
});

test("a tag may be written as people write it", async () => {
  const answer = await fetch(`${site.origin}/tags/Bolo%20de%20fub%C3%A1`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Bolo de fubá")]);
});

test("right addresses, and what is no page's, stay as they are", async () => {
  for (const path of Object.values(PATHS)) expect((await ask(path)).to, path).toBeNull();
  for (const path of [
    ...["/nada", "/nada.", "/prompts/1/nada", "/favicon.svg", "/robots.txt", "/%E0%A4%A", "/prompts/%E0"],
    ...["/api/prompts/1.", "/api/prompts/1%E2%80", "/media/x%E2%80"],
  ])
    expect((await ask(path)).to, path).toBeNull();
});

test("no address leads to another site", async () => {
  for (const path of [
    "//example.com",
    "//example.com/prompts",
    "/\\example.com/prompts",
    "//example.com%2fprompts/1.",
    "//example.com/x%E2%80",
    "/\\example.com/x%E2%80",
    "/%2Fexample.com",
    "/%5Cexample.com%2Fprompts",
    "/%3Fnext=//example.com",
    "//example.com?token=x.",
    "//example.com/prompts?token=x.",
  ]) {
    const { to } = await ask(path);
    expect(to === null || /^\/(?![/\\])/.test(to), `${path}: ${to}`).toBe(true);
  }
});
