/**
 * Every write of the API, so that a new one has to be put here: purges reach every page that shows what it changes or
 * removes.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PromptView } from "#prompts/contract.ts";
import { callOrThrow, createTestApp, type TestApp } from "#tests/support/app.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { noteRoutes } from "#tests/support/routes.ts";
import { openSharedCache, PURGING } from "#tests/support/shared-cache.ts";
import { createAdmin, createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";

const writes = new Set<string>();
let site: TestApp;
let cache: Awaited<ReturnType<typeof openSharedCache>>;
let admin: TestUser;
let ana: TestUser;
let beto: TestUser;
let caio: TestUser;
let dora: TestUser;
let source: PromptView;
let remix: PromptView;
let third: PromptView;
let fourth: PromptView;
/** Ana's, public. */
let collection: number;
let second: number;
let imported: number;
let thumbnail_url: string;

const call = (...all: Parameters<TestApp["call"]>) => callOrThrow(site, ...all);
const sql = async (text: string, ...values: unknown[]) => (await site.ctx.pool.query(text, values)).rows;
const answerOf = (who: TestUser, more: object = {}) =>
  call("PUT", `/api/prompts/${source.id}/result`, who, {
    model: "GPT-5",
    outcome: "worked",
    note: "Bom demais.",
    ...more,
  });

async function collect(title: string): Promise<number> {
  const { id } = await call("POST", "/api/collections", ana, { title, is_public: true });
  for (const prompt of [source, remix, third])
    await call("PUT", `/api/collections/${id}/items/${prompt.id}`, ana, { note: "Para o mar." });
  return id;
}

beforeAll(async () => {
  site = await noteRoutes(
    () => createTestApp(PURGING, "built"),
    ({ method, url }) => {
      for (const verb of [method].flat())
        if (!["GET", "HEAD", "OPTIONS"].includes(verb)) writes.add(`${verb} ${url}`);
    },
  );
  cache = await openSharedCache(site, paths);
  admin = await createAdmin(site.ctx);
  [ana, beto, caio, dora] = [
    await createUser(site.ctx, { username: "Ana Maria" }),
    await createUser(site.ctx, { username: "Beto Lima" }),
    await createUser(site.ctx, { username: "Caio Reis" }),
    await createUser(site.ctx, { username: "Dora Nunes" }),
  ];
  await sql("update users set created_at = now() - interval '30 days' where id = any($1)", [
    ana.id,
    beto.id,
    caio.id,
    dora.id,
  ]);
  thumbnail_url = await pictureDataUrl("#336699");
  source = await publishPrompt(site, ana, { title: "A fonte", thumbnail_url, tags: ["mar", "vento"] });
  remix = await publishPrompt(site, beto, {
    title: "O remix",
    content: "Uma canção de ninar para robôs.",
    remixed_from: source.id,
    tags: ["mar"],
  });
  third = await publishPrompt(site, beto, {
    title: "Neve",
    content: "Descreva a neve a quem nunca a viu.",
    tags: ["onda"],
  });
  fourth = await publishPrompt(site, dora, {
    title: "Da Dora",
    content: "Monte um cardápio para a semana.",
    tags: ["onda"],
  });
  collection = await collect("Do mar");
  second = await collect("Do céu");
  for (const who of [beto, caio, dora]) await answerOf(who);
});
afterAll(async () => {
  await cache?.close();
  await site?.close();
});

/** Where what people write shows. */
function paths(): string[] {
  const ofPrompt = ({ id }: PromptView) =>
    ["", "/related", "/remixes", "/results", "/versions", "/collections"].map(
      (part) => `/api/prompts/${id}${part}`,
    );
  return [
    ...[
      "/api/prompts",
      "/api/prompts/top",
      "/api/tags",
      "/api/tags/all",
      "/api/collections/public",
      "/feed.xml",
      "/feeds/tools/1.xml",
    ],
    ...[collection, second].flatMap((id) => [`/api/collections/${id}`, `/feeds/collections/${id}.xml`]),
    ...[source, remix, third, fourth].flatMap(ofPrompt),
    ...[ana, beto, dora].flatMap(({ id }) => [
      ...["", "/prompts", "/collections"].map((part) => `/api/users/${id}${part}`),
      `/feeds/users/${id}.xml`,
    ]),
  ];
}

const why = { ground: "spam", reason: "Propaganda." };
const removedResult = async () =>
  (await sql("select id from results where note is not null order by id desc limit 1"))[0]?.id;
const keep = { action: "keep", ground: "none", reason: "Nada de errado." };
const caseAbout = async (prompt: number) => {
  const [row] = await sql("select id from moderation_cases where prompt_id = $1", prompt);
  return call("GET", `/api/admin/cases/${row?.id}`, admin);
};
const tagOf = async (slug: string) => (await sql("select id from tags where slug = $1", slug))[0]?.id;

/** Writes of public content, in an order in which each finds its target. */
const PUBLIC: Record<string, () => Promise<unknown>> = {
  "PUT /api/prompts/:id/result": () => answerOf(beto, { note: "Nem tanto." }),
  "DELETE /api/prompts/:id/result": async () => {
    await call("DELETE", `/api/prompts/${source.id}/result?model=GPT-5`, beto);
  },
  "PUT /api/collections/:id/items/:promptId": () =>
    call("PUT", `/api/collections/${collection}/items/${third.id}`, ana, { note: null }),
  "DELETE /api/collections/:id/items/:promptId": () =>
    call("DELETE", `/api/collections/${collection}/items/${third.id}`, ana),
  "PATCH /api/collections/:id": () =>
    call("PATCH", `/api/collections/${collection}`, ana, { description: "Só azul." }),
  "PATCH /api/prompts/:id": () =>
    call("PATCH", `/api/prompts/${source.id}`, ana, {
      content: "Descreva o mar a quem nunca o viu.",
      own_version: true,
    }),
  "POST /api/prompts/:id/versions/:number/restore": () =>
    call("POST", `/api/prompts/${source.id}/versions/1/restore`, ana),
  "DELETE /api/prompts/:id/versions/:number": () =>
    call("DELETE", `/api/prompts/${source.id}/versions/2`, ana),
  "DELETE /api/prompts/:id": () => call("DELETE", `/api/prompts/${source.id}`, ana),
  "POST /api/prompts/:id/restore": () => call("POST", `/api/prompts/${source.id}/restore`, ana),
  "POST /api/prompts": async () => {
    const fields = {
      title: "Um novo",
      content: "Escreva sobre uma rua de pedra.",
      llm_type_id: 1,
      thumbnail_url,
    };
    await call("POST", "/api/prompts", ana, fields);
  },
  "POST /api/imports": async () => {
    const text = JSON.stringify([{ title: "De um arquivo", content: "Liste aves de rapina do cerrado." }]);
    imported = (await call("POST", "/api/imports", ana, { text, chosen: [1] })).id;
  },
  "DELETE /api/imports/:id": () => call("DELETE", `/api/imports/${imported}`, ana),
  "PATCH /api/admin/tags/:id": async () =>
    call("PATCH", `/api/admin/tags/${await tagOf("mar")}`, admin, { name: "Oceano" }),
  "POST /api/admin/tags/:id/merge": async () =>
    call("POST", `/api/admin/tags/${await tagOf("vento")}/merge`, admin, { into: await tagOf("onda") }),
  "PUT /auth/v1/user": () => call("PUT", "/auth/v1/user", beto, { data: { username: "Beto L" } }),
  "PUT /api/admin/results/:id/removal": async () => {
    for (const who of [beto, caio, dora]) await answerOf(who);
    await call("PUT", `/api/admin/results/${await removedResult()}/removal`, admin, why);
  },
  "POST /api/reports": () =>
    call("POST", "/api/reports", caio, {
      ...{ target_type: "prompt", target_id: third.id, category: "intimate", standing: "self" },
      explanation: "Sou eu na imagem.",
    }),
  "POST /api/reports/:code/confirm": async () => {
    const { code } = await call("POST", "/api/reports", null, {
      ...{ target_type: "prompt", target_id: fourth.id, category: "intimate", standing: "self" },
      ...{ explanation: "Sou eu na imagem.", name: "Vítor", email: "vitor@exemplo.com.br" },
    });
    await sql("update reports set confirmation_hash = sha256('token') where code = $1", code);
    await call("POST", `/api/reports/${code}/confirm`, null, { token: "token" });
  },
  "POST /api/admin/cases/:id/decisions": async () => {
    const { id, version } = await caseAbout(third.id);
    await call("POST", `/api/admin/cases/${id}/decisions`, admin, { ...keep, version });
  },
  "POST /api/admin/cases/decisions": async () => {
    const { id, version } = await caseAbout(fourth.id);
    await call("POST", "/api/admin/cases/decisions", admin, { ...keep, cases: [{ id, version }] });
  },
  "PUT /api/admin/collections/:id/removal": () =>
    call("PUT", `/api/admin/collections/${second}/removal`, admin, why),
  "PATCH /api/admin/users/:id/toggle-block": () =>
    call("PATCH", `/api/admin/users/${dora.id}/toggle-block`, admin, {
      blocked: true,
      remove_content: true,
      ...why,
    }),
  "DELETE /api/admin/prompts/:id": () => call("DELETE", `/api/admin/prompts/${third.id}`, admin, why),
  "DELETE /api/collections/:id": () => call("DELETE", `/api/collections/${collection}`, ana),
  "DELETE /api/admin/users/:id": () => call("DELETE", `/api/admin/users/${beto.id}`, admin, why),
  "POST /api/account/blocked/leave": () =>
    call("POST", "/api/account/blocked/leave", null, { email: dora.email, password: PASSWORD }),
  "DELETE /api/account": () => call("DELETE", "/api/account", ana, { password: PASSWORD }),
};

/** These only add: additions show within a cache's minute (decision 54). */
const ADDING = ["like", "favorite"].flatMap((reaction) => [
  `POST /api/prompts/:id/${reaction}`,
  `DELETE /api/prompts/:id/${reaction}`,
]);
/** Calls that change nothing that a cache keeps, or only the caller's own. */
const OWN = [
  ...ADDING,
  "POST /api/prompts/:id/view",
  "POST /api/prompts/similar",
  "POST /api/collections",
  "POST /api/imports/preview",
  "PUT /api/news/mail",
  "DELETE /api/admin/tags/:id/aliases/:alias",
  ...["users", "collections", "tags"].flatMap((what) => [
    `PUT /api/follows/${what}/:id`,
    `DELETE /api/follows/${what}/:id`,
  ]),
];
/** Accounts, and what only moderators, reporters or operators read; what programs do by messages are calls of this list. */
const ELSEWHERE = [
  ...["signup", "token", "verify", "recover", "resend", "logout"].map((call) => `POST /auth/v1/${call}`),
  ...[
    "check-user-exists",
    "confirm-email",
    "correct-email",
    "mailed-link",
    "resend-verification",
    "reset-password",
  ].map((call) => `POST /api/auth/${call}`),
  "POST /api/account/keys",
  "DELETE /api/account/keys/:id",
  ...["POST", "POST /challenge", "PATCH /:id", "DELETE /:id", "DELETE /reset"].map((call) =>
    call.replace(/^(\w+) ?/, "$1 /api/account/passkeys"),
  ),
  ...["options", "verify"].map((call) => `POST /auth/v1/passkeys/authentication/${call}`),
  "POST /api/admin/moderators/:userId/passkey-reset",
  ...["POST /api/account/identities", "DELETE /api/account/identities/:id"],
  "DELETE /auth/v1/user/identities/:id",
  ...["answer", "link", "link-mail", "sign-up"].map((call) => `POST /api/auth/issuer/${call}`),
  "DELETE /api/account/sessions",
  "DELETE /api/account/sessions/:id",
  ...["export", "footprint", "notices", "decisions/:id/appeal"].map(
    (call) => `POST /api/account/blocked/${call}`,
  ),
  "POST /api/decisions/:id/appeal",
  "POST /api/notices/read",
  "POST /api/reports/:code/appeal",
  "POST /denunciar",
  "POST /denuncias/:code",
  "POST /cancelar-novidades",
  "POST /mcp",
  "PUT /api/admin/moderators/:userId",
  "DELETE /api/admin/moderators/:userId",
  "POST /api/admin/failed-mails/retry",
  "POST /api/admin/cases/:id/reports/:reportId/decisions",
  "POST /api/admin/reason-texts",
  "PUT /api/admin/reason-texts/:id",
  "DELETE /api/admin/reason-texts/:id",
];
/** Paths that the sign-in service has elsewhere, and refuses here whatever the method. */
const REFUSED =
  /^\w+ \/auth\/v1\/(admin|authorize|callback|factors|invite|magiclink|otp|passkeys|reauthenticate|sso|user\/identities)(\/\*)?$/;

test("every write is either tried here, or changes nothing that a cache keeps and somebody has taken back", () => {
  const listed = [...Object.keys(PUBLIC), ...OWN, ...ELSEWHERE];
  const unlisted = [...writes].filter((name) => !listed.includes(name) && !REFUSED.test(name));
  expect(unlisted.sort()).toEqual([]);
  expect(listed.filter((name) => !writes.has(name))).toEqual([]);
});

test("every write of what everybody reads purges all that shows it", async () => {
  let before = await cache.readAll();
  const idle: string[] = [];
  for (const [what, change] of Object.entries(PUBLIC)) {
    // Set up before the cache is filled.
    const { after, stale, changed } = await cache.staleAfter(before, change);
    // Counts and suggestions may be older (decision 54).
    expect({ what, stale: stale.filter((path) => !path.endsWith("/related")) }).toEqual({ what, stale: [] });
    if (changed.length === 0) idle.push(what);
    before = after;
  }
  expect(idle).toEqual([]);
});
