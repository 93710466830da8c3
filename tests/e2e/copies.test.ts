/** An author about to publish a copy is warned, and may publish all the same. */
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect } from "vitest";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { openLoggingIn } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, emailOf } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  await createMember(site, "Ana");
  await createMember(site, "Beto");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const content = "Escreva uma receita mineira de [prato], passo a passo, com as medidas em xícaras.";
const copied = content.replace("mineira", "baiana");

journey("a copy", async () => {
  const { page } = await visit(browser, site.origin);
  const buffer = await sharp({ create: { width: 80, height: 60, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const fill = async (title: string, text: string) => {
    await page.getByLabel("Título").fill(title);
    await page.getByLabel("Prompt", { exact: true }).fill(text);
    await page.getByLabel("Ferramenta de IA").focus();
    await page.getByLabel("Ferramenta de IA").selectOption({ label: "Claude" });
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "prato.png", mimeType: "image/png", buffer });
    await page.getByAltText("Prévia da imagem escolhida").waitFor();
  };
  const publish = async (title: string) => {
    await page.getByRole("button", { name: "Enviar Prompt" }).click();
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  };
  const text = page.getByText("Parecido com o que já está aqui:");
  const picture = page.getByText("Esta imagem já está aqui:");

  await step("the first of its kind gets no note", async () => {
    await openLoggingIn(page, emailOf("Ana"), "/submit");
    const asked = Promise.all(
      ["content", "image_hash"].map((field) =>
        page.waitForResponse(
          (response) =>
            response.url().endsWith("/similar") && (response.request().postData() ?? "").includes(field),
        ),
      ),
    );
    await fill("Pão de queijo", content);
    await asked;
    expect([await text.count(), await picture.count()]).toEqual([0, 0]);
    await publish("Pão de queijo");
  });

  await step("a copy is told with a link to the original in a new tab, which keeps the form", async () => {
    await page.goto(`${site.origin}/submit`);
    await fill("Acarajé", copied);
    await text.waitFor();
    await expect.poll(() => text.textContent()).toBe("Parecido com o que já está aqui: Pão de queijo de Ana");
    await expect.poll(() => picture.textContent()).toBe("Esta imagem já está aqui: Pão de queijo de Ana");
    const opened = page.waitForEvent("popup");
    await text.getByRole("link", { name: "Pão de queijo" }).click();
    const original = await opened;
    await original.getByRole("heading", { name: "Pão de queijo", level: 1 }).waitFor();
    await original.close();
    await expect.poll(() => page.getByLabel("Título").inputValue()).toBe("Acarajé");
  });

  await step("the note goes when the text is changed", async () => {
    await page
      .getByLabel("Prompt", { exact: true })
      .fill("Resuma o artigo em cinco tópicos curtos, sem jargão.");
    await expect.poll(() => text.count()).toBe(0);
  });

  await step("without an answer there is no note, and the copy is published", async () => {
    await page.route("**/api/prompts/similar", (route) => route.fulfill({ status: 429, json: {} }));
    const asked = page.waitForResponse("**/api/prompts/similar");
    await page.getByLabel("Prompt", { exact: true }).fill(copied);
    await page.getByLabel("Título").focus();
    await asked;
    await expect.poll(() => text.count()).toBe(0);
    await publish("Acarajé");
  });
});
