/** Prompts and collections within pages of other sites, and the dialog that gives the code for it. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setTheme, violations } from "#tests/support/accessibility.ts";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { createMember } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

const CONTENT = "Escreva uma carta para [pessoa].\n\n  Com calma & <b>afeto</b>, em três linhas.\nFim.";
const KB = 1024;

let site: TestSite;
let browser: Browser;
/** A page of another site with what the address says in its body. */
let other: Server;
let otherOrigin: string;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  const ana = await createMember(site, "Ana Maria");
  await ana.publish("Carta de amor", CONTENT);
  const { access_token } = await ana.logIn();
  await site.post("/api/collections", { title: "Cartas", is_public: true }, access_token);
  await fetch(`${site.origin}/api/collections/1/items/1`, {
    method: "PUT",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: "{}",
  });
  other = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><title>Outro site</title>${searchParams.get("html") ?? ""}`);
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  // Not the site's host: another origin, and another site.
  otherOrigin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  other?.close();
});

/** Opens another site's page. @returns the page and the first frame in it */
async function framedBy(html: string): Promise<{ page: Page; frame: FrameLocator; close(): Promise<void> }> {
  const { page, close } = await visit(browser, otherOrigin, { colorScheme: "dark" });
  await page.context().grantPermissions(["clipboard-read"], { origin: otherOrigin });
  await page.goto(`/?html=${encodeURIComponent(html)}`);
  return { page, frame: page.frameLocator("iframe"), close };
}

/** oEmbed's code for a page of the site. */
async function codeFor(path: string): Promise<string> {
  const answer = await fetch(`${site.origin}/oembed?url=${encodeURIComponent(site.origin + path)}`);
  return (await answer.json()).html;
}

const pasted = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("the code on the page for programs is that of oEmbed", async () => {
  const example = new URL("../../src/app/programs/examples/embed.html", import.meta.url);
  const code = (await readFile(example, "utf8")).replaceAll("https://prompteca.example", site.origin);
  const inOneLine = code.trim().replace(/\n\s*/g, " ").replace(" >", ">");
  expect(await codeFor("/prompts/1")).toBe(inOneLine);
});

describe("a prompt in another site's page", () => {
  test("is read, copied as it was written, and leads to its page in a new tab", async () => {
    const { page, frame, close } = await framedBy(await codeFor("/prompts/1"));
    await frame.getByRole("heading", { name: "Carta de amor" }).waitFor();
    await frame.getByRole("button", { name: "Copiar prompt" }).click();
    await frame.getByText("Prompt copiado.").waitFor();
    await page.bringToFront();
    await expect.poll(() => pasted(page)).toBe(CONTENT);
    const [opened] = await Promise.all([
      page.context().waitForEvent("page"),
      frame.getByRole("link", { name: "Ver na Prompteca" }).click(),
    ]);
    await opened.getByRole("heading", { level: 1, name: "Carta de amor" }).waitFor();
    expect(await opened.evaluate(() => window.opener)).toBe(null);
    await close();
  });

  test("is copied without a permission too", async () => {
    const { page, frame, close } = await framedBy(`<iframe src="${site.origin}/embed/prompts/1"></iframe>`);
    await frame.getByRole("button", { name: "Copiar prompt" }).click();
    await frame.getByText("Prompt copiado.").waitFor();
    await expect.poll(() => pasted(page)).toBe(CONTENT);
    await close();
  });

  test("is selected where nothing may be copied", async () => {
    const { frame, close } = await framedBy(`<iframe src="${site.origin}/embed/prompts/1"></iframe>`);
    const text = frame.locator(".text");
    await text.evaluate(() => {
      document.execCommand = () => false;
    });
    await frame.getByRole("button", { name: "Copiar prompt" }).click();
    await frame.getByText("Texto selecionado").waitFor();
    await expect.poll(() => text.evaluate(() => String(getSelection()))).toBe(CONTENT);
    await close();
  });

  test("works in WordPress's sandbox: pictured, copied, and its links followed by the page around", async () => {
    // As wp_filter_oembed_result() leaves it.
    const { page, frame, close } = await framedBy(
      `<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" src="${site.origin}/embed/prompts/1#?secret=abc123" data-secret="abc123" width="600" height="400"></iframe>`,
    );
    const picture = frame.getByRole("img");
    await expect
      .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await frame.getByRole("button", { name: "Copiar prompt" }).click();
    await frame.getByText("Prompt copiado.").waitFor();
    await expect.poll(() => pasted(page)).toBe(CONTENT);
    const told = page.evaluate(
      () =>
        new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true })),
    );
    await frame.getByRole("link", { name: "Carta de amor" }).click();
    expect(await told).toEqual({ message: "link", value: `${site.origin}/prompts/1`, secret: "abc123" });
    await close();
  });

  test("fits from 200 to 600 pixels in both themes, and breaks no rule of axe", async () => {
    for (const path of ["/embed/prompts/1", "/embed/colecoes/1", "/embed/prompts/999"]) {
      for (const colorScheme of ["light", "dark"] as const) {
        const { page, complaints, close } = await visit(browser, site.origin, { colorScheme });
        for (const [width, height] of [
          [200, 400],
          [320, 480],
          [480, 400],
          [600, 400],
        ] as const) {
          await page.setViewportSize({ width, height });
          await page.goto(path);
          await page.getByRole("heading", { level: 1 }).waitFor();
          const beyond = await page.evaluate(() =>
            [...document.querySelectorAll(".panel, footer, button, footer a, h1")]
              .filter((element) => element.checkVisibility())
              .filter((element) => {
                const { right, bottom } = element.getBoundingClientRect();
                return right > innerWidth || bottom > innerHeight;
              })
              .map(({ tagName }) => tagName),
          );
          expect([path, width, beyond]).toEqual([path, width, []]);
        }
        expect(await violations(page)).toEqual([]);
        expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
        await close();
      }
    }
  });

  test("weighs at most 15 KB without its picture, in one answer, and sets no cookie", async () => {
    for (const path of ["/embed/prompts/1", "/embed/colecoes/1"]) {
      const { page, close } = await visit(browser, site.origin);
      const sizes: Promise<number>[] = [];
      page.on("requestfinished", (request) => {
        if (request.resourceType() === "image") return;
        sizes.push(
          request
            .sizes()
            .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
        );
      });
      await page.goto(path, { waitUntil: "networkidle" });
      const all = await Promise.all(sizes);
      expect(all).toHaveLength(1);
      expect(all[0]).toBeLessThanOrEqual(15 * KB);
      expect(await page.context().cookies()).toEqual([]);
      await close();
    }
  });
});

test("only the small pages may be framed, from the cache too", async () => {
  const guards = async (path: string) => {
    const { headers } = await fetch(site.origin + path);
    const policy = headers.get("content-security-policy") ?? "";
    return [headers.get("x-frame-options"), policy.includes("frame-ancestors 'none'")];
  };
  for (const path of ["/embed/prompts/1", "/embed/colecoes/1", "/embed/prompts/999"]) {
    for (const _ of ["rendered", "cached"])
      expect([path, ...(await guards(path))]).toEqual([path, null, false]);
  }
  for (const path of [
    "/",
    "/prompts/1",
    "/colecoes/1-cartas",
    "/programas",
    "/api/prompts/1",
    "/oembed",
    "/embed",
  ]) {
    for (const _ of ["rendered", "cached"])
      expect([path, ...(await guards(path))]).toEqual([path, "DENY", true]);
  }
  const { frame, close } = await framedBy(`<iframe src="${site.origin}/prompts/1"></iframe>`);
  await expect.poll(() => frame.getByRole("heading", { name: "Carta de amor" }).count()).toBe(0);
  await close();
});

describe("a page's head", () => {
  test.each(["/prompts/1", "/colecoes/1-cartas"])(
    "of %s leads to its oEmbed, within what crawlers read",
    async (path) => {
      const html = await (await fetch(site.origin + path)).text();
      const [, href = ""] =
        /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(html) ?? [];
      const answer = await fetch(href.replaceAll("&amp;", "&"));
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ type: "rich", version: "1.0" });
      // Slack reads the first 32 KB of a page, WordPress 150, WhatsApp 300.
      expect(html.indexOf("</head>")).toBeLessThan(32 * KB);
      for (const property of [
        "og:title",
        "og:description",
        "og:url",
        "og:image",
        "og:site_name",
        "og:image:width",
      ]) {
        expect(html).toMatch(new RegExp(`<meta property="${property}" content="[^"]+">`));
      }
      expect(html).toMatch(/<meta name="twitter:image:alt" content="[^"]+">/);
    },
  );

  test("of other pages leads to none", async () => {
    for (const path of ["/", "/prompts", "/prompts/999", "/programas"]) {
      expect(await (await fetch(site.origin + path)).text()).not.toContain("json+oembed");
    }
  });
});

describe("the dialog", () => {
  test.each([
    ["/prompts/1", "prompts"],
    ["/colecoes/1-cartas", "colecoes"],
  ])("of %s shows how it will look, in the width that is chosen, and copies the code", async (path, kind) => {
    const { page, complaints, close } = await visit(browser, site.origin);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(path);
    if (kind === "prompts") await page.getByRole("button", { name: "Mais opções" }).click();
    await page.getByText("Incorporar", { exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Incorporar" });
    const preview = dialog.frameLocator("iframe");
    await preview.getByRole("heading", { level: 1 }).waitFor();
    await dialog.getByRole("radio", { name: "320" }).check();
    await dialog.getByText('width="320" height="480"').waitFor();
    await preview.getByRole("heading", { level: 1 }).waitFor();
    for (const theme of ["light", "dark"] as const) {
      await setTheme(page, theme);
      expect(await violations(page)).toEqual([]);
    }
    await dialog.getByRole("button", { name: "Copiar código" }).click();
    await page.getByText("Código copiado").first().waitFor();
    const code = await pasted(page);
    expect(code).toContain(`src="${site.origin}/embed/${kind}/1"`);
    expect(code).toContain('width="320" height="480"');
    expect(complaints).toEqual([]);
    await close();
    // The copied code works.
    const { frame, close: closeOther } = await framedBy(code);
    await frame.getByRole("heading", { level: 1 }).waitFor();
    await closeOther();
  });
});
