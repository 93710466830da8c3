/** Where a browser goes on: never to another site, whatever is asked. */
import { expect, test } from "vitest";
import { landingPath } from "./landing-page.ts";

const SITE = "https://prompteca.com.br";
const config = { publicUrl: SITE } as Parameters<typeof landingPath>[0]["config"];

test.each([
  [`${SITE}/entrar-com?a=1#b`, "/entrar-com?a=1"],
  [`${SITE}//evil.example/x`, "//evil.example/x"],
  [`blob:${SITE}/p`, "/"],
  [`blob:https://abc@prompteca.com.br/p`, "/"],
  [`filesystem:${SITE}/p`, "/"],
  [`view-source:${SITE}/p`, "/"],
  [`https://abc@prompteca.com.br/p`, "/"],
  [`${SITE}.evil.example/p`, "/"],
  [`${SITE}@evil.example/p`, "/"],
  ["http://prompteca.com.br/p", "/"],
  ["https://prompteca.com.br:444/p", "/"],
  ["javascript:alert(1)", "/"],
  ["nada", "/"],
])("%s leads to %s, wherever it stands", (asked, path) => {
  for (const [headers, typed] of [
    [{}, asked],
    [{ redirect_to: asked }, null],
    [{ referer: asked }, null],
  ] as const) {
    expect(landingPath({ config }, { headers }, typed)).toBe(path);
    // Put after the site's own address, it is an address of the site.
    expect(new URL(SITE + path).origin).toBe(SITE);
  }
});
