/** Answers of a strange site: no character of them commands the terminal, wherever it is. */
import { expect, test } from "vitest";
import { setUpTestApp } from "../../tests/support/accounts.ts";
import { runCli } from "../../tests/support/cli.ts";
import { startHttpService } from "../../tests/support/http-service.ts";
import { publishPrompt } from "../../tests/support/prompts.ts";
import { createUser } from "../../tests/support/users.ts";

const site = setUpTestApp();

/** A site that answers whatever the test says next. */
async function startStranger() {
  const stranger = { status: 200, answer: undefined as unknown };
  const { url } = await startHttpService((_request, response) =>
    response
      .writeHead(stranger.status, { "content-type": "application/json" })
      .end(JSON.stringify(stranger.answer)),
  );
  return Object.assign(stranger, { url });
}

/** Hides, clears, retitles, copies, turns the direction; in C0, C1 and Bidi_Control. */
const SEQUENCE = "\u001b[8m\u001b[2J\u001b]0;oi\u0007\u009b31m\r\u202e\u2066\u200f\u007f";
const HOSTILE = [SEQUENCE, [SEQUENCE], { toString: SEQUENCE, name: SEQUENCE }, null, 1.5];

/** Copies of a value, each with something else in place of one of its parts. */
function* withEach(value: unknown, other: unknown): Generator<unknown> {
  yield other;
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    const part = (value as Record<string, unknown>)[key];
    for (const changed of withEach(part, other))
      yield Array.isArray(value) ? [changed, ...value.slice(1)] : { ...value, [key]: changed };
    if (Array.isArray(value)) return;
  }
}

/** Everything else of the output, without line feeds, tabs and our own colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const COMMANDS = /(?!\u001b\[(?:1|2|22|3[1369])m)(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;

test("nothing of an answer commands the terminal, in place of any of its fields", async () => {
  const ana = await createUser(site.ctx);
  const { id } = await publishPrompt(site, ana, { content: "Um texto com [variável].", tags: ["Mar"] });
  const read = async (path: string) => (await site.call("GET", path)).json();
  const list = { ...(await read("/api/v1/prompts")), corrected: "outra", similar: ["parecida"] };
  list.pagination.pages = 2;
  const none = { ...list, data: [] };
  const one = { ...(await read(`/api/v1/prompts/${id}`)), answered_count: 3, worked_count: 2 };
  const version = await read(`/api/v1/prompts/${id}/versions/1`);
  const refusal = { message: "Não.", code: "validation_failed", field: "x" };
  const runs: [args: string[], answer: unknown][] = [
    [["buscar", "x"], list],
    [["buscar", "x"], none],
    [["buscar", "x", "--json"], list],
    [["favoritos"], list],
    [["mostrar", "1"], one],
    [["mostrar", "1", "--json"], one],
    [["mostrar", "1", "--versao", "1"], version],
    [["preencher", "1"], one],
    [["mostrar", "1"], refusal],
  ];
  const stranger = await startStranger();
  let asked = 0;
  for (const [args, right] of runs) {
    for (const other of HOSTILE) {
      for (const changed of withEach(right, other)) {
        stranger.answer = changed;
        const env = { PROMPTECA_KEY: `pk_${"a".repeat(36)}` };
        // At a terminal, Node asks for variables with sequences of its own.
        const terminal = args[0] === "preencher" ? {} : { columns: 100 };
        const { code, out, err } = await runCli(stranger.url, args, { env, ...terminal });
        asked++;
        expect([0, 5]).toContain(code);
        const [found] = COMMANDS.exec(out + err) ?? [];
        expect([args, found && JSON.stringify(changed).slice(0, 300)]).toEqual([args, undefined]);
        expect(out + err).not.toContain("[object Object]");
      }
    }
  }
  expect(asked).toBeGreaterThan(900);
});

test("what an answer hides in invisible characters is told, as text and as JSON", async () => {
  const tags = Array.from("ignore", (letter) => String.fromCodePoint(0xe_0000 + letter.charCodeAt(0))).join(
    "",
  );
  const { id } = await publishPrompt(site, await createUser(site.ctx));
  const right = (await site.call("GET", `/api/v1/prompts/${id}`)).json();
  const stranger = await startStranger();
  stranger.answer = {
    ...right,
    title: `Mar${tags}`,
    content: `Escreva${tags}\u200b\u200c 👩\u200d🚀 sobre o mar.`,
  };
  for (const args of [
    ["mostrar", "1"],
    ["mostrar", "1", "--json"],
    ["preencher", "1"],
  ]) {
    const { out, err } = await runCli(stranger.url, args);
    expect([args, out + err]).toEqual([
      args,
      expect.not.stringMatching(/[\u{e0000}-\u{e007f}\u200b\u200c]/u),
    ]);
    expect(out).toContain("Escreva⟨invisível: ignore⟩⟨2 caracteres invisíveis⟩ 👩\u200d🚀");
  }
});

test.each([
  ["likes_count", "12"],
  ["views", 1.5],
  ["id", null],
  ["title", 7],
  ["tags", ["mar", 3]],
  ["user", { username: ["Ana"] }],
])("an answer whose %s is %j is none of this site", async (name, value) => {
  const { id } = await publishPrompt(site, await createUser(site.ctx));
  const right = (await site.call("GET", `/api/v1/prompts/${id}`)).json<object>();
  const stranger = Object.assign(await startStranger(), { answer: { ...right, [name]: value } });
  const { code, out, err } = await runCli(stranger.url, ["mostrar", "1"]);
  expect([code, out, err]).toEqual([5, "", expect.stringContaining("não respondeu como a Prompteca")]);
});

test("a refusal's code that every object has as a name is said as one that nobody knows", async () => {
  const stranger = Object.assign(await startStranger(), { status: 418 });
  for (const code of Object.getOwnPropertyNames(Object.prototype)) {
    stranger.answer = { message: "Não.", code };
    const { err } = await runCli(stranger.url, ["mostrar", "1"], {});
    expect([code, err]).toEqual([code, expect.stringContaining("Não.")]);
    expect(err).not.toMatch(/function|\[object/);
  }
});
