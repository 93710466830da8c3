import { expect, test } from "vitest";
import { writeDocument } from "./document.ts";

const head = { title: "Título", description: "Descrição", canonical: "/prompts" };
const site = { origin: "https://prompteca.example" } as Parameters<typeof writeDocument>[1];
const assets = { scripts: [], styles: [], fonts: [], preloads: [] };

/** The page's state as it is written, for a text. */
function stateOf(text: string): string {
  const jsonLd = [{ name: text }];
  const page = writeDocument({ ...head, jsonLd }, site, assets, "", { text });
  const [, written = ""] = /id="state">(.*)<\/script>\n<\/body>/s.exec(page) ?? [];
  const [, linked = ""] = /ld\+json">(.*?)<\/script>\n<link rel="icon/s.exec(page) ?? [];
  expect(JSON.parse(linked)).toMatchObject({ name: text });
  return written;
}

test.each([
  "</script>",
  "</SCRIPT\n",
  "<script>",
  "<ScRiPt",
  "<!--",
  "<!-- <script>",
  "a </script <script",
  "<</script",
  "<b>",
  "<?php",
])("%j in a text ends no script element, nor begins what HTML reads within one", (text) => {
  const state = stateOf(text);
  expect(state).not.toMatch(/<[a-z/!?]/i);
  expect(JSON.parse(state)).toEqual({ text });
});

test.each(["<", "<<", "a < b", "1<2", "\u2028", "\u2029", "&lt;"])("%j is written as it is", (text) => {
  const long = text.repeat(1000);
  expect(stateOf(long)).toBe(`{"text":"${long}"}`);
});
