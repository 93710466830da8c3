/** Calls of imports, for API tests. */
import { hash } from "node:crypto";
import { expect } from "vitest";
import type { ImportView, Preview } from "#exchange/contract.ts";
import type { PromptView } from "#prompts/contract.ts";
import type { TestApp } from "./app.ts";
import type { TestUser } from "./users.ts";

let made = 0;

/** Eight letters, none of them a vowel: no word of any language. */
const word = (seed: string) =>
  hash("sha256", seed)
    .slice(0, 8)
    .replace(/./g, (digit) => "bdfghjkmnqrtvwxz"[Number.parseInt(digit, 16)] as string);

/** A prompt whose text no other resembles. */
export function somePrompt(fields: object = {}) {
  made += 1;
  const words = Array.from({ length: 12 }, (_, at) => word(`${made} ${at}`));
  return { title: `Prompt ${made}`, content: `Escreva sobre ${words.join(" ")}.`, ...fields };
}

/** A table of the shape, and with 1,282 rows the size, of the best-known collection of prompts. */
export function collectionCsv(rows: number): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const words = Array.from({ length: 240 }, (_, place) => word(`${at} ${place}`)).join(" ");
    const text = `I want you to act as ""role ${at}"", about \${topic:AI}.\n\n${words}`;
    return `Role ${at + 1},"${text}",${at % 2 ? "TRUE" : "FALSE"},TEXT,alguem${at % 7}@site.example`;
  });
  return `act,prompt,for_devs,type,contributor\n${lines.join("\n")}\n`;
}

/** A file with some prompts. */
export const fileOf = (...prompts: object[]) => JSON.stringify(prompts);

/** @param app opened by the time of a call */
export const importCalls = (app: () => TestApp) => ({
  async previewOf(who: TestUser, text: string | undefined, more: object = {}): Promise<Preview> {
    const answer = await app().call("POST", "/api/imports/preview", who, { text, ...more });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  },
  importing: (who: TestUser | null, text: string, more: object = {}, headers = {}) =>
    app().call("POST", "/api/imports", who, { text, chosen: [1], ...more }, headers),
  async imported(who: TestUser, text: string | undefined, more: object = {}): Promise<ImportView> {
    const answer = await app().call("POST", "/api/imports", who, { text, chosen: [1], ...more });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  },
  undo: (who: TestUser | null, id: number) => app().call("DELETE", `/api/imports/${id}`, who),
  promptOf: async (id: number): Promise<PromptView> => (await app().call("GET", `/api/prompts/${id}`)).json(),
  count: async (who: TestUser): Promise<number> =>
    (await app().call("GET", `/api/users/${who.id}/prompts`)).json().pagination.total,
});
