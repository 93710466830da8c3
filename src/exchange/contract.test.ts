/** Requests of imports: how much of them is looked at before anything else refuses them. */
import { expect, test } from "vitest";
import { importRequest, MOST_AT_ONCE, MOST_FILES, previewRequest } from "./contract.ts";

/** Entries, and how many of them were looked at. */
function watched<T>(length: number, entry: T): { entries: T[]; looks: () => number } {
  let count = 0;
  const entries = Array.from({ length }, () => entry);
  for (const at of entries.keys())
    Object.defineProperty(entries, at, {
      get() {
        count++;
        return entry;
      },
    });
  return { entries, looks: () => count };
}

test("no entry is looked at when there is one too many", () => {
  const files = watched(MOST_FILES + 1, { name: "a.md", text: "a" });
  const refused = previewRequest.safeParse({ files: files.entries });
  expect([refused.success, refused.error?.issues[0]?.message, files.looks()]).toEqual([
    false,
    "São 2.001 arquivos ou mais, e o máximo são 2.000. Importe-os em partes.",
    0,
  ]);
  const chosen = watched(MOST_AT_ONCE + 1, 1);
  expect(importRequest.safeParse({ text: "a", chosen: chosen.entries }).success).toBe(false);
  expect(chosen.looks()).toBe(0);
});

test("a file's name is measured before what it hides is taken out of it", () => {
  const named = (name: string) => previewRequest.safeParse({ files: [{ name, text: "a" }] });
  expect(named(`${"a".repeat(298)}\u200b\u200b`).data?.files?.[0]?.name).toBe("a".repeat(298));
  const long = named(`${"a".repeat(299)}\u200b\u200b`);
  expect(long.error?.issues.map(({ message }) => message)).toEqual([
    "O nome de cada arquivo (name) deve ter de 1 a 300 caracteres",
  ]);
});
