import { expect, test } from "vitest";
import { escapeHtml, xmlText } from "./html.ts";

test("every character with a meaning in HTML is escaped, wherever it stands", () => {
  expect(escapeHtml(`<a href="?a&b" title='x'>&amp;</a>`)).toBe(
    "&lt;a href=&quot;?a&amp;b&quot; title=&#39;x&#39;&gt;&amp;amp;&lt;/a&gt;",
  );
  expect(escapeHtml("Olá, 50% de `ação`…")).toBe("Olá, 50% de `ação`…");
});

test("XML loses what it may not hold, and nothing else", () => {
  const allowed = "\t\n\r \u0020\u007f\u0085\ud7ff\ue000\ufffd<&>🙂";
  expect(xmlText(allowed)).toBe(allowed);
  const forbidden = ["\u0000", "\u0008", "\u000b", "\u000c", "\u000e", "\u001f", "\ufffe", "\uffff"];
  expect(xmlText(`a${forbidden.join("b")}c`)).toBe(`a${"b".repeat(forbidden.length - 1)}c`);
});
