/** Every screen, translated by the browser: it lives on, and what changes is seen. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, type Visitor } from "#tests/support/browser.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { openEyes, type SceneSite, startSceneSite } from "#tests/support/scene-site.ts";
import { type Scene, scenes } from "#tests/support/scenes.ts";
import { MARK, staleTexts, translatePages } from "#tests/support/translator.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

describe.each([
  ["before its scripts run", "DOMContentLoaded"],
  ["while it is used", "live"],
] as const)("translated %s", (_when, moment) => {
  let site: SceneSite;
  let eyes: Record<Scene["who"], Visitor>;
  beforeAll(async () => {
    site = await startSceneSite();
    eyes = await openEyes(browser, site, { viewport: { width: 1280, height: 900 } });
    for (const { page } of Object.values(eyes)) {
      await translatePages(page.context(), moment);
    }
  });
  afterAll(() => site?.close());

  /** Nothing failed, nothing is stale, and the translator was there. */
  async function expectAlive({ page, complaints }: Visitor): Promise<void> {
    await expect.poll(() => page.evaluate(() => window.translated.size)).toBeGreaterThan(0);
    expect(await page.evaluate(() => window.translatedLive)).toBe(moment === "live");
    await expect.poll(() => page.evaluate(staleTexts)).toEqual([]);
    await expect.poll(() => page.getByText("Não foi possível mostrar").count()).toBe(0);
    // The missing prompt and page, the edit that is refused, the removed author, and the error page.
    expect(complaints.filter((text) => !/status of (404|409|410|503)/.test(text))).toEqual([]);
  }

  /** A press ends nowhere whose text is replaced while it lasts: the translator's first pass and what the session changes are over. */
  async function untilAtRest(page: Page): Promise<void> {
    await page.waitForLoadState("networkidle");
    if (await page.locator("#state").count())
      await expect.poll(() => page.evaluate(() => window.translated?.size ?? 0)).toBeGreaterThan(0);
  }

  // Before that nobody has acted: only the pages count there, not actions on them.
  const differing =
    moment === "live" ? scenes : scenes.filter(({ path, act }) => !act && !path.startsWith("/admin"));
  test.each(differing)("$name", async ({ who, path, shows, act, only }) => {
    const visitor = eyes[who];
    const { page, complaints } = visitor;
    complaints.length = 0;
    await page.setViewportSize(
      only === "narrow" ? { width: 360, height: 740 } : { width: 1280, height: 900 },
    );
    await page.goto(path);
    await page.locator(shows).first().waitFor();
    if (act) await untilAtRest(page);
    await act?.(page);
    // The plain page of an error has no scripts that could fail.
    if (await page.locator("#state").count()) await expectAlive(visitor);
  });

  test("a prompt is found, copied, liked and opened elsewhere", async () => {
    const visitor = eyes.member;
    const { page } = visitor;
    visitor.complaints.length = 0;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/prompts?sort=newest");
    await expect.poll(() => page.evaluate(() => window.translated.size)).toBeGreaterThan(0);
    await untilAtRest(page);
    await page.locator("a[rel=next]").click();
    await page.waitForURL(/page=2/);
    await page.locator("main").getByRole("searchbox", { name: "Buscar" }).fill("cardápio");
    await page.locator("main [role=status]", { hasText: /^1 resultado/ }).waitFor();
    await page.locator("main article a", { hasText: "Cardápio da semana" }).first().click();
    await page.waitForURL("**/prompts/1");
    await page.getByRole("button", { name: "Copiar prompt" }).first().click();
    await expect
      .poll(() => page.getByText("Prompt copiado", { exact: true }).first().innerText())
      .toContain(MARK);
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe("Monte um cardápio de [dias] dias para {pessoas} pessoas.\n\nCom calma e com exemplos.");
    const like = page.getByRole("button", { name: /^(Des)?[Cc]urtir/ }).first();
    const before = await like.getAttribute("aria-pressed");
    await like.click();
    await expect.poll(() => like.getAttribute("aria-pressed")).not.toBe(before);
    await page.getByRole("button", { name: "Abrir em outra ferramenta de IA" }).first().click();
    await page.getByRole("menuitem").first().waitFor();
    await page.keyboard.press("Escape");
    await page
      .getByRole("button", { name: /^Preencha e copie/ })
      .first()
      .click();
    await page.getByRole("group", { name: "Preencha e copie" }).getByRole("textbox").first().fill("cinco");
    await page.locator(".text-prompt").getByText("cinco").waitFor();
    await expectAlive(visitor);
  });

  test("a prompt is written, with its picture, and published", async () => {
    const visitor = eyes.member;
    const { page } = visitor;
    visitor.complaints.length = 0;
    await page.goto("/submit");
    await page.getByRole("button", { name: "Enviar Prompt" }).click();
    await page.getByText("Título deve ter pelo menos 3 caracteres").waitFor();
    await page.getByLabel("Título").fill("Sopa de pedra");
    await page.getByText("Título deve ter pelo menos 3 caracteres").waitFor({ state: "detached" });
    await page.getByLabel("Prompt", { exact: true }).fill("Escreva a receita da sopa de [pedra].");
    const [, data = ""] = (await pictureDataUrl("#336699", 2400, 1800)).split(",");
    const file = { name: "sopa.png", mimeType: "image/png", buffer: Buffer.from(data, "base64") };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Remover imagem" }).click();
    await page.getByText("Escolha uma imagem").waitFor();
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Remover imagem" }).waitFor();
    await page.getByLabel("Ferramenta").selectOption({ label: "Claude" });
    await page.getByRole("button", { name: "Enviar Prompt" }).click();
    await page.getByRole("heading", { level: 1, name: "Sopa de pedra" }).waitFor();
    await expectAlive(visitor);
  });
});
