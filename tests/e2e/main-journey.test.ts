/** The main job in a real browser, with real mail: find a prompt, share one, like one. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect } from "vitest";
import { launchBrowser, MOVING, untilLive, type Visitor, visit } from "#tests/support/browser.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { fillLogin, register } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let ana: Visitor;
let beto: Visitor;
let picture: string;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await visit(browser, site.origin, MOVING);
  beto = await visit(browser, site.origin, {
    ...MOVING,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  picture = join(await makeTestFolder(), "resultado.png");
  await writeFile(
    picture,
    await sharp({ create: { width: 900, height: 700, channels: 3, background: "#2b6f5b" } })
      .png()
      .toBuffer(),
  );
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function confirm(page: Page, email: string) {
  const mail = await site.mails.waitFor(email);
  const link = mail.text?.match(/https?:\/\/\S+verify-email\S+/)?.[0];
  expect(link).toBeDefined();
  await page.goto(String(link));
  await page.getByRole("button", { name: "Confirmar meu e-mail" }).click();
  await page.getByRole("heading", { name: "E-mail confirmado" }).waitFor();
}

journey("the main job", async () => {
  await step("Ana registers, is refused before she confirms, confirms by mail and logs in", async () => {
    await register(ana.page, "Ana Maria", "ana@example.com");
    await ana.page.goto("/auth");
    await fillLogin(ana.page, "ana@example.com");
    await ana.page
      .getByText("Por favor, confirme seu email antes de fazer login. Verifique sua caixa de entrada.")
      .first()
      .waitFor();
    await confirm(ana.page, "ana@example.com");
    await ana.page.goto("/");
    await ana.page.getByRole("button", { name: /Ana Maria/ }).waitFor();
  });

  await step("a bad submission is refused in words and loses nothing that was typed", async () => {
    const { page } = ana;
    await page.goto("/submit");
    await page.getByLabel(/título/i).fill("ab");
    await page.getByLabel(/^prompt|texto do prompt/i).fill("curto");
    await page.getByRole("button", { name: "Enviar Prompt" }).click();
    await page.getByText("Título deve ter pelo menos 3 caracteres").waitFor();
    await page.getByText("Prompt deve ter pelo menos 10 caracteres").waitFor();
    await page.getByText("Selecione o tipo de LLM").first().waitFor();
    await expect.poll(() => page.getByLabel(/título/i).inputValue()).toBe("ab");
  });

  await step("Ana publishes a prompt with a picture and finds it at once in the library", async () => {
    const { page } = ana;
    await page.getByLabel(/título/i).fill("Código limpo em português");
    await page
      .getByLabel(/^prompt|texto do prompt/i)
      .fill("Explique este [trecho de código] como uma professora paciente, em português do Brasil.");
    await page.getByLabel(/ferramenta/i).selectOption({ label: "Claude" });
    await page.locator('input[type="file"]').setInputFiles(picture);
    await page.getByRole("button", { name: "Enviar Prompt" }).click();
    await page.getByText("Seu prompt foi enviado com sucesso").first().waitFor();
    await page.goto("/prompts");
    await page.getByRole("heading", { name: "Código limpo em português" }).waitFor();
  });

  await step(
    "Beto, a visitor with a phone, finds it without accents, opens it and copies the prompt",
    async () => {
      const { page } = beto;
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto("/");
      await page.goto("/prompts");
      await page.getByRole("searchbox").fill("codigo");
      await page.waitForURL("**/prompts?q=codigo");
      await page
        .getByRole("link", { name: /Ver Prompt/ })
        .first()
        .click();
      await page.waitForURL(/\/prompts\/\d+$/);
      await page.getByRole("heading", { level: 1, name: "Código limpo em português" }).waitFor();
      await page.getByRole("button", { name: "Copiar prompt" }).last().click();
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toContain("como uma professora paciente");
    },
  );

  await step(
    "a visitor's like opens the login; logged in, Beto likes and favourites, and Ana sees the like",
    async () => {
      const { page } = beto;
      await page
        .getByRole("button", { name: /curtir|curtida/i })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
      // Dismissed: the login that follows sets nothing. A key that comes before the dialog listens is lost.
      await expect
        .poll(async () => {
          await page.keyboard.press("Escape");
          return page.getByRole("dialog").count();
        })
        .toBe(0);

      await register(page, "beto_silva", "beto@example.com");
      await confirm(page, "beto@example.com");
      await page.goto("/prompts");
      await page
        .getByRole("link", { name: /Ver Prompt/ })
        .first()
        .click();
      await page.getByRole("heading", { level: 1, name: "Código limpo em português" }).waitFor();
      // A press before the page's scripts have come is lost.
      await untilLive(page);
      const like = page.getByRole("button", { name: /curtir|curtida/i }).first();
      await like.click();
      await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
      await page
        .getByRole("button", { name: /favorit/i })
        .first()
        .click();
      await page.getByText("Adicionado aos favoritos").first().waitFor();
      await page.reload();
      await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
      await expect
        .poll(
          async () =>
            (await site.database.pool.query("select likes_count::int n from prompt_stats")).rows[0].n,
        )
        .toBe(1);

      await ana.page.goto("/prompts?sort=newest");
      await ana.page.getByText("Código limpo em português").first().waitFor();
      await expect
        .poll(() =>
          ana.page
            .getByRole("button", { name: /curtir|curtida/i })
            .first()
            .textContent(),
        )
        .toMatch(/1/);
    },
  );

  await step("logging out leaves nothing behind, neither in storage nor on the page", async () => {
    const { page } = ana;
    const like = page.getByRole("button", { name: /^Curtir/ }).first();
    // Its answer comes when she has left.
    const left = Promise.withResolvers<void>();
    const answered = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/like"));
    await page.route("**/like", async (route) => {
      const response = await route.fetch();
      await left.promise;
      await route.fulfill({ response });
    });
    await like.click();
    await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: /Ana Maria/ }).click();
    await page.getByRole("menuitem", { name: "Sair" }).click();
    const told = page.locator("li[data-state=open]");
    await told.getByText("Você saiu da sua conta.").waitFor();
    await page.getByRole("link", { name: "Entrar" }).first().waitFor();
    left.resolve();
    await answered;
    await expect.poll(() => like.getAttribute("aria-pressed")).toBe("false");
    await expect.poll(() => told.innerText()).toContain("Você saiu da sua conta.");
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /auth(?!-left)/.test(key))))
      .toEqual([]);
  });

  await step("no page complained on the way: no hydration warning, no policy violation", () => {
    const expected = /status of 4\d\d/;
    expect([...ana.complaints, ...beto.complaints].filter((text) => !expected.test(text))).toEqual([]);
  });
});
