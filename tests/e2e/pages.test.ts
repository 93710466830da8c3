/** Pages as search engines, messengers and readers without JavaScript get them, and as the browser brings them to life. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hidePrompt } from "#prompts/server/hiding.service.ts";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { findAdmin, type Member } from "#tests/support/members.ts";
import { pause } from "#tests/support/pause.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

const TITLE = `Tradutor de "juridiquês" </script><script>alert(1)</script>`;
const CONTENT = "Explique esta [cláusula] em português simples, sem <b>perder</b> o sentido & a precisão.";

let site: TestSite;
let browser: Browser;
let admin: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([
    startTestSite({
      ADMIN_PASSWORD: PASSWORD,
      COMMUNITY_URL: "https://comunidade.example/convite",
      PRIVACY_EMAIL: "dados@prompteca.example",
    }),
    launchBrowser(),
  ]);
  admin = await findAdmin(site);
  await admin.publish(TITLE, CONTENT);
  await admin.publish("Vídeo em câmera lenta", CONTENT, { llm_type_id: 14 });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function get(path: string) {
  const answer = await fetch(site.origin + path, { redirect: "manual" });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

describe("a page from the server", () => {
  test("says what it is to search engines and messengers", async () => {
    const { status, html } = await get("/prompts/1");
    expect(status).toBe(200);
    expect(html).toContain('<html lang="pt-BR">');
    expect(html).toContain(`<link rel="canonical" href="${site.origin}/prompts/1">`);
    expect(html).toContain(`<meta property="og:image" content="${site.origin}/media/preview-1.jpg">`);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(html).toMatch(/<meta property="og:title" content="Tradutor de &quot;juridiquês&quot;/);
    const data = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1];
    expect(JSON.parse(String(data))["@context"]).toBe("https://schema.org");
    const preview = await fetch(`${site.origin}/media/preview-1.jpg`);
    expect(preview.headers.get("content-type")).toBe("image/jpeg");
    expect((await preview.arrayBuffer()).byteLength).toBeLessThanOrEqual(300 * 1024);
  });

  test("keeps HTML in a prompt as text, everywhere it is written", async () => {
    for (const path of ["/", "/prompts", "/prompts/1"]) {
      const { html } = await get(path);
      expect(html).not.toContain("<script>alert");
      expect(html).toContain("Tradutor de");
    }
    expect((await get("/prompts/1")).html).not.toContain("<b>perder");
  });

  test.each([
    ["/prompts/999999", 404, "Prompt não encontrado"],
    ["/prompts/abc", 404, "Prompt não encontrado"],
    ["/prompts/999999/versoes", 404, "Prompt não encontrado</h1>"],
    ["/prompts/1/versoes/99", 404, "Versão não encontrada</h1>"],
    ["/nao-existe", 404, "Esta página saiu do lugar"],
  ])("%s answers %i with a page that says so", async (path, status, text) => {
    const page = await get(path);
    expect(page.status).toBe(status);
    expect(page.html).toContain(text);
    expect(page.html).toContain('<meta name="robots" content="noindex">');
  });

  test("of a prompt that moderation has hidden is gone, and says so, with script and without", async () => {
    const id = await admin.publish("Some da vista", CONTENT);
    await site.database.db.transaction().execute((trx) => hidePrompt(trx, id));
    await expect.poll(async () => (await get(`/prompts/${id}`)).status).toBe(410);
    const { html } = await get(`/prompts/${id}`);
    expect(html).toContain("Este prompt não está disponível. A moderação o tirou do site.");
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain("Some da vista");
    const visitor = await visit(browser, site.origin);
    await visitor.page.goto(`/prompts/${id}`, { waitUntil: "networkidle" });
    await visitor.page.getByRole("heading", { level: 1, name: "Prompt fora do site" }).waitFor();
    await visitor.page.getByText("Este prompt não está disponível. A moderação o tirou do site.").waitFor();
    expect(visitor.complaints.filter((text) => !text.includes("status of 410"))).toEqual([]);
    await visitor.close();
  });

  test.each([
    ["/login?next=%2Fsubmit", "/auth?next=%2Fsubmit"],
    ["/auth-page", "/auth"],
    ["/profile?tab=configuracoes&x=1", "/settings?x=1"],
  ])("%s, a dead link of the source, leads to %s", async (path, target) => {
    const page = await get(path);
    expect([page.status, page.headers.get("location")]).toEqual([302, target]);
  });

  test("shows the library as its address asks, without JavaScript", async () => {
    const found = await get("/prompts?q=video&utm_source=x");
    expect(found.html).toContain("Vídeo em câmera lenta");
    expect(found.html).not.toContain("Tradutor de");
    const filtered = await get("/prompts?llm=6");
    expect(filtered.html).toContain("Tradutor de");
    expect(filtered.html).not.toContain("Vídeo em câmera lenta");
    const none = await get("/prompts?q=inexistente");
    expect(none.html).toContain("Não encontramos nenhum prompt com esses filtros.");
    expect((await get("/prompts?page=abc&sort=nada&llm=99")).status).toBe(200);
  });

  test("is the same for everybody, compressed once, and revalidated", async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${site.origin}/prompts`, { headers: { "accept-encoding": "br", ...headers } });
    const minute = () => Math.floor(Date.now() / 60_000);
    let begun: number;
    let again: Response;
    do {
      begun = minute();
      const first = await ask({});
      expect(first.headers.get("content-encoding")).toBe("br");
      await pause(1200, "the page is made anew, of the same prompts");
      again = await ask({ "if-none-match": String(first.headers.get("etag")) });
      // A page says how long ago something was, in minutes: both answers are of one.
    } while (minute() !== begun);
    expect(again.status).toBe(304);
    expect((await get("/prompts")).html).not.toContain(admin.email);
  });

  test("pages meant for one person are kept by nobody", async () => {
    const page = await get("/registration-success?email=ana%40example.com");
    expect(page.headers.get("cache-control")).toContain("no-store");
  });

  test("names only sections that have an address", async () => {
    const { html } = await get("/");
    expect(html).toContain("https://comunidade.example/convite");
    expect(html).not.toMatch(/Seguir nas redes|Redes sociais/);
  });

  test("the legal pages show their dates, their headings and whom to write to, for search engines too", async () => {
    for (const [path, title, dates, headings] of [
      [
        "/terms-of-use",
        "Termos de Uso",
        ["15 de abril de 2025", "28 de novembro de 2026"],
        [
          "O que você pode publicar",
          "Denúncias",
          "Remoção, bloqueio e contestação",
          "Os direitos continuam seus",
          "Contato",
        ],
      ],
      [
        "/privacy-policy",
        "Política de Privacidade",
        ["28 de novembro de 2026"],
        ["O que guardamos, para quê e até quando", "Seus direitos e como usá-los"],
      ],
    ] as const) {
      const { status, html } = await get(path);
      const text = (tag: string) =>
        [...html.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, "gs"))].map(([element]) =>
          element.replace(/<[^>]*>/g, "").replace(/^\d+\. /, ""),
        );
      expect(status).toBe(200);
      expect(html).toContain(`<link rel="canonical" href="${site.origin}${path}">`);
      expect(html).not.toContain('<meta name="robots"');
      expect(text("h1")).toEqual([title]);
      expect(text("time")).toEqual(dates);
      expect(text("h2")).toEqual(expect.arrayContaining([...headings]));
      expect(html).toContain('href="mailto:dados@prompteca.example"');
      // Every entry of the contents leads to a section.
      for (const [, id] of html.matchAll(/href="#([a-z-]+)"/g)) expect(html).toContain(`id="${id}"`);
    }
  });
});

describe("a page in the browser", () => {
  const paths = [
    "/",
    "/prompts",
    "/prompts?q=video",
    "/prompts/1",
    "/prompts/999999",
    "/users/nobody",
    "/auth",
    "/auth?tab=register",
    "/forgot-password",
    "/blocked-account",
    "/reset-password",
    "/verify-email",
    "/registration-success?email=ana%40example.com",
    "/submit",
    "/terms-of-use",
    "/privacy-policy",
    "/nao-existe",
  ];

  // In light, and on a wide screen, scene by scene: accessibility.test.
  test("comes to life without a complaint and without sideways scrolling on a phone, in dark", async () => {
    const visitor = await visit(browser, site.origin, { viewport: { width: 360, height: 800 } });
    await visitor.page.addInitScript(() => localStorage.setItem("vite-ui-theme", "dark"));
    for (const path of paths) {
      await visitor.page.goto(path, { waitUntil: "networkidle" });
      // Nobody is sent to the login from what everybody may see (specification, section 6).
      if (path !== "/submit") expect(new URL(visitor.page.url()).pathname).toBe(path.split("?")[0]);
      const overflow = await visitor.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
    expect(visitor.complaints.filter((text) => !/status of 40[34]/.test(text))).toEqual([]);
    await visitor.close();
  });

  test("a visitor who opens /submit is asked to log in and comes back afterwards", async () => {
    const visitor = await visit(browser, site.origin);
    await visitor.page.goto("/submit");
    await visitor.page.waitForURL("**/auth?next=*");
    await fillLogin(visitor.page, admin.email);
    await visitor.page.waitForURL("**/submit");
    await visitor.close();
  });

  test("the search follows what was typed before the page came to life", async () => {
    const visitor = await visit(browser, site.origin, { javaScriptEnabled: true });
    await visitor.page.goto("/prompts", { waitUntil: "commit" });
    await visitor.page.getByRole("searchbox").fill("video");
    await visitor.page.waitForURL("**/prompts?q=video");
    await visitor.page.getByRole("heading", { name: "Vídeo em câmera lenta" }).waitFor();
    await visitor.close();
  });
});
