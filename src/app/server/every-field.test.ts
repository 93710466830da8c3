/** Every field of a prompt comes through everything that takes prompts in, keeps, copies and gives them out. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ownExport } from "#exchange/export-paths.ts";
import { FILE_FORMATS } from "#exchange/format.ts";
import { DRAFT_FIELDS } from "#prompts/client/field-labels.ts";
import {
  createDraftResolver,
  draftOf,
  EMPTY_DRAFT,
  remixDraftOf,
} from "#prompts/client/form/prompt-draft.ts";
import { LLM_TYPES, type PromptView, type Published } from "#prompts/contract.ts";
import {
  FIELD_NAMES,
  FILE_FIELDS,
  KEPT_FIELDS,
  type PromptField,
  pick,
  TEXT_FIELDS,
} from "#prompts/fields.ts";
import { setUpAccountsSite } from "#tests/support/accounts.ts";
import { makeFolder, runCli } from "#tests/support/cli.ts";
import { createKey } from "#tests/support/keys.ts";
import { connectMcp } from "#tests/support/mcp.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { caseOf, report } from "#tests/support/reports.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { unzip } from "#tests/support/zip.ts";

type Fields = Required<Published<PromptField>>;

/** Two values of each field, neither of them the default. */
const FIRST: Fields = {
  title: "Café coado",
  content: "Escreva uma receita de café coado.",
  description: "Para [pessoas] de manhã.",
  llm_type_id: 6,
  image_alt: "Uma xícara",
  tags: ["Receitas", "Café"],
  allow_remixes: false,
};
const SECOND: Fields = {
  title: "Chá de hortelã",
  content: "Escreva uma receita de chá de hortelã.",
  description: "Para a tarde.",
  llm_type_id: 3,
  image_alt: "Um bule",
  tags: ["Chá"],
  allow_remixes: true,
};

const site = setUpAccountsSite();
let url: string;
let ana: TestUser;
let prompt: PromptView;
beforeAll(() => {
  url = new URL(site.authUrl).origin;
});
beforeEach(async () => {
  ana = await createUser(site.ctx);
  prompt = await publishPrompt(site, ana, FIRST);
});

const fieldsOf = ({ image, ...view }: PromptView): Fields =>
  pick({ ...view, image_alt: image.alt }, FIELD_NAMES);
const read = async (path: string, who: TestUser | null = null) => {
  const answer = await site.call("GET", path, who);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};
const promptOf = async (id: number): Promise<PromptView> => (await read(`/api/prompts/${id}`)).json();
const sent = async (answer: ReturnType<typeof site.call>) => {
  const { statusCode, body } = await answer;
  expect([200, 201], body).toContain(statusCode);
  return JSON.parse(body);
};
const newestOf = async (who: TestUser): Promise<PromptView> =>
  (await read(`/api/users/${who.id}/prompts`)).json().data[0];
/** Without the picture and what describes it. */
const inFiles = (fields: Fields) => pick(fields, FILE_FIELDS);

test("the API publishes, answers and changes them", async () => {
  expect(fieldsOf(prompt)).toEqual(FIRST);
  expect(fieldsOf(await promptOf(prompt.id))).toEqual(FIRST);
  const { id } = prompt;
  for (const field of FIELD_NAMES) {
    const changed = await sent(site.call("PATCH", `/api/prompts/${id}`, ana, { [field]: SECOND[field] }));
    expect(fieldsOf(changed)[field]).toEqual(SECOND[field]);
  }
  expect(fieldsOf(await promptOf(id))).toEqual(SECOND);
});

test("a form as browsers send it has them", async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...FIRST, thumbnail_url: "azulejo" }))
    form.set(name, String(value));
  const { token } = ana;
  const answer = await fetch(`${url}/api/prompts`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(answer.status).toBe(201);
  expect(fieldsOf((await answer.json()) as PromptView)).toEqual(FIRST);
});

test("the form begins with them, gives them back, and names what it clears", async () => {
  const resolve = createDraftResolver(false);
  const { values } = await resolve(draftOf(prompt), undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  expect(values).toMatchObject(FIRST);
  const { allow_remixes, image_alt } = EMPTY_DRAFT;
  expect(remixDraftOf(prompt)).toEqual({ ...draftOf(prompt), allow_remixes, image_alt });
  expect([...DRAFT_FIELDS].sort()).toEqual(Object.keys(EMPTY_DRAFT).sort());
});

test("versions keep them, bring them back, and say which have changed", async () => {
  const { id } = prompt;
  await sent(site.call("PATCH", `/api/prompts/${id}`, ana, SECOND));
  const restored: PromptView = await sent(site.call("POST", `/api/prompts/${id}/versions/1/restore`, ana));
  expect(fieldsOf(restored)).toEqual({ ...SECOND, ...pick(FIRST, KEPT_FIELDS) });
});

describe.each(FILE_FORMATS)("in %s", (format) => {
  const exported = async (who: TestUser) => (await read(ownExport(format), who)).body;

  test("an export has them, and an import takes them", async () => {
    const bia = await createUser(site.ctx);
    await sent(site.call("POST", "/api/imports", bia, { text: await exported(ana), chosen: [1] }));
    expect(inFiles(fieldsOf(await newestOf(bia)))).toEqual(inFiles(FIRST));
  });
});

test("an import takes them from the copy of all that is one's own", async () => {
  const bia = await createUser(site.ctx);
  const files = await unzip((await read("/api/account/export", ana)).rawPayload);
  const [, copy] = [...files].find(([path]) => path.startsWith("prompts/")) ?? [];
  await sent(site.call("POST", "/api/imports", bia, { text: copy?.toString(), chosen: [1] }));
  expect(inFiles(fieldsOf(await newestOf(bia)))).toEqual(inFiles(FIRST));
});

test("the command line publishes and shows them", async () => {
  const bia = await createUser(site.ctx);
  const file = join(await makeFolder(), "prompt.md");
  await writeFile(file, (await read(ownExport("md"), ana)).body);
  const { key } = await createKey(site, bia, ["publish"]);
  const ran = await runCli(url, ["publicar", file, "--sim"], { env: { PROMPTECA_KEY: key } });
  expect(ran.code, ran.err).toBe(0);
  const published = await newestOf(bia);
  expect(inFiles(fieldsOf(published))).toEqual(inFiles(FIRST));
  const { out } = await runCli(url, ["mostrar", String(published.id)]);
  for (const field of TEXT_FIELDS) expect(out).toContain(FIRST[field]);
});

test("the tools of MCP publish and read them", async () => {
  const bia = await createUser(site.ctx);
  const { key } = await createKey(site, bia, ["publish"]);
  const client = await connectMcp(`${url}/mcp`, { key });
  const { llm_type_id, ...fields } = FIRST;
  const tool = LLM_TYPES.find(({ id }) => id === llm_type_id)?.name;
  await client.callTool({ name: "publish_prompt", arguments: { ...fields, tool } });
  const { id, ...view } = await newestOf(bia);
  expect(fieldsOf({ id, ...view })).toEqual(FIRST);
  const { structuredContent } = await client.callTool({ name: "get_prompt", arguments: { id } });
  const { content: text, ...texts } = pick(FIRST, TEXT_FIELDS);
  expect(structuredContent).toMatchObject({ ...texts, text });
});

test("a moderation case keeps what people wrote, and shows it", async () => {
  const bia = await createUser(site.ctx);
  await report(site, bia, prompt.id);
  const { snapshot } = await caseOf(site, prompt.id);
  const { image_alt, tags } = FIRST;
  expect(snapshot).toMatchObject({ ...pick(FIRST, TEXT_FIELDS), tags, image: { image_alt } });
});
