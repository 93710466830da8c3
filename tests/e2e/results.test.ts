/** "Funcionou?": asked after copying, answered by keyboard and by hand, changed, taken back, and shown to others. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, emailOf, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let beto: Member;
let id: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  beto = await createMember(site, "Beto Lima");
  id = await ana.publish("Convite de festa");
  for (const name of ["Carla Dias", "Davi Reis"]) {
    const { id: user } = await createMember(site, name);
    await site.database.pool.query(
      `insert into results (prompt_id, version, user_id, model_key, model, outcome, note)
      values ($1, 1, $2, 'gpt5', 'GPT-5', 'worked', 'Direto ao ponto.')`,
      [id, user],
    );
  }
  await site.database.pool.query("update users set created_at = created_at - interval '2 days'");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const copying = { permissions: ["clipboard-read", "clipboard-write"], viewport: { width: 360, height: 740 } };
const copy = (page: Page) => page.getByRole("button", { name: "Copiar prompt" }).click();
const asked = (page: Page) => page.getByRole("group", { name: "Funcionou?" });
const dialog = (page: Page) => page.getByRole("dialog");
const placeOf = (page: Page, name: string) => page.getByRole("button", { name }).boundingBox();

async function expectQuiet({ complaints, close }: Visitor): Promise<void> {
  expect(complaints).toEqual([]);
  await close();
}

journey("a visitor who has copied a prompt answers after logging in, and changes the answer", async () => {
  const visitor = await visit(browser, site.origin, copying);
  const { page } = visitor;
  await step(
    "one line tells that there is nothing yet; the question takes its place and moves nothing",
    async () => {
      await page.goto(`/prompts/${id}`);
      await page.getByText("Ainda sem resultados", { exact: true }).waitFor();
      expect(await asked(page).count()).toBe(0);
      const texts = page.getByRole("region", { name: "Prompt", exact: true });
      const before = [await texts.boundingBox(), await placeOf(page, "Copiar prompt")];
      await copy(page);
      await asked(page).waitFor();
      expect([await texts.boundingBox(), await placeOf(page, "Copiar prompt")]).toEqual(before);
      expect(await page.getByText("Ainda sem resultados").count()).toBe(0);
    },
  );
  await step("an answer asks for a login, which goes on with it; no message covers the dialog", async () => {
    await page.getByText("Prompt copiado").first().waitFor();
    await asked(page).getByRole("button", { name: "Em parte" }).click();
    await dialog(page).waitFor();
    expect(await page.locator(".toast-place [data-state=open]").count()).toBe(0);
    await dialog(page)
      .getByLabel(/^E-?mail$/)
      .fill(emailOf(beto.username));
    await dialog(page).getByLabel("Senha", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await dialog(page).getByRole("heading", { name: "Funcionou?" }).waitFor();
    expect(await dialog(page).getByRole("radio", { name: "Em parte" }).isChecked()).toBe(true);
  });
  await step("the model is needed, and a suggestion fills it in", async () => {
    await dialog(page).getByRole("button", { name: "Responder" }).click();
    await dialog(page).getByText("Diga em qual modelo você usou o prompt").waitFor();
    await dialog(page).getByRole("button", { name: "Claude Opus 4.1" }).click();
    expect(await dialog(page).getByLabel("Em qual modelo?").inputValue()).toBe("Claude Opus 4.1");
    await dialog(page).getByLabel("Observação").fill("Pediu para repetir.");
    await dialog(page).getByRole("button", { name: "Responder" }).click();
    await page.getByText("Sua resposta: Em parte, no Claude Opus 4.1").waitFor();
  });
  await step("it is changed, taken back, and put back", async () => {
    await page.getByRole("button", { name: "Mudar" }).click();
    await dialog(page)
      .getByRole("button", { name: /^Mudar/ })
      .click();
    expect(await dialog(page).getByLabel("Observação").inputValue()).toBe("Pediu para repetir.");
    await dialog(page).getByRole("radio", { name: "Sim" }).check();
    await dialog(page).getByRole("button", { name: "Responder" }).click();
    await page.getByText("Sua resposta: Sim, no Claude Opus 4.1").waitFor();
    await page.getByRole("button", { name: "Mudar" }).click();
    await dialog(page)
      .getByRole("button", { name: /^Remover/ })
      .click();
    await asked(page).waitFor();
    await page.getByRole("button", { name: "Desfazer" }).click();
    await page.getByText("Sua resposta: Sim, no Claude Opus 4.1").waitFor();
  });
  await step("others see it, on the card and with models and notes", async () => {
    await page.goto("/prompts");
    // On a busy machine the last answer was minutes ago.
    const told = /^Funcionou para 3 pessoas · (agora|há \d+ minutos?)$/;
    await page.getByText(told).waitFor();
    await page.goto(`/prompts/${id}`);
    await page.getByRole("button", { name: told }).press("Enter");
    await dialog(page).getByRole("row", { name: "GPT-5 2 0 0" }).waitFor();
    await dialog(page).getByRole("row", { name: "Claude Opus 4.1 1 0 0" }).waitFor();
    await dialog(page).getByText("Pediu para repetir.").waitFor();
    await page.keyboard.press("Escape");
    expect(await hasFocus(page.getByRole("button", { name: told }))).toBe(true);
    await page.getByRole("button", { name: told }).press("Enter");
    await dialog(page).getByRole("link", { name: "Denunciar" }).last().click();
    await page.waitForURL("**/denunciar?tipo=result&id=*");
    expect(await page.getByLabel("Endereço do que você denuncia").inputValue()).toMatch(
      new RegExp(`^${site.origin}/prompts/${id}#resultado-\\d+$`),
    );
    await page.getByText(/^Resposta sobre o prompt “/).waitFor();
  });
  await expectQuiet(visitor);
});

test("authors are not asked about their own prompt, and who joined today is told from when on", async () => {
  const own = await visitAs(ana, browser, site.origin, copying);
  await own.page.goto(`/prompts/${id}`);
  await copy(own.page);
  await own.page.getByText("Prompt copiado").first().waitFor();
  expect(await asked(own.page).count()).toBe(0);
  await expectQuiet(own);

  const young = await visitAs(await createMember(site, "Elis Novaes"), browser, site.origin, copying);
  await young.page.goto(`/prompts/${id}`);
  await copy(young.page);
  await asked(young.page).getByRole("button", { name: "Sim" }).click();
  await dialog(young.page)
    .getByText(/^Sua conta ainda é nova\. Você poderá responder a partir de/)
    .waitFor();
  await expectQuiet(young);
});

test("an undone removal is about the version that it was about; what moderation took away is not removed", async () => {
  const { pool } = site.database;
  const prompt = await ana.publish("Convite de casamento");
  const answer = (version: number, removedAt: Date | null) =>
    pool.query(
      `insert into results (prompt_id, version, user_id, model_key, model, outcome, removed_at)
      values ($1, $2, $3, 'gpt5', 'GPT-5', 'worked', $4)`,
      [prompt, version, beto.id, removedAt],
    );
  await answer(1, null);
  const { page } = await visitAs(beto, browser, site.origin, copying);
  const ask = async () => {
    await page.goto(`/prompts/${prompt}`);
    await copy(page);
    await asked(page).getByRole("button", { name: "Sim" }).click();
    return dialog(page).getByRole("region", { name: "Suas respostas nesta versão" });
  };
  await (await ask()).getByRole("button", { name: /^Remover/ }).click();
  const undo = page.getByRole("button", { name: "Desfazer" });
  await undo.waitFor();
  await pool.query("update prompts set content = content || '!' where id = $1", [prompt]);
  await undo.click();
  await page.getByText("O prompt mudou enquanto você respondia").first().waitFor();
  expect((await pool.query("select from results where prompt_id = $1", [prompt])).rowCount).toBe(0);

  await answer(2, new Date());
  const mine = await ask();
  await mine.getByText("GPT-5: Sim (removida pela moderação)").waitFor();
  expect(await mine.getByRole("button").count()).toBe(0);
});
