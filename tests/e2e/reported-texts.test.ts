/** Notes and collections in a real browser: reported, removed, contested, with the keyboard alone. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor } from "#tests/support/browser.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, findAdmin, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let admin: Member;
let ana: Member;
let beto: Member;
let promptId: number;
let noteId: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ ADMIN_PASSWORD: PASSWORD }), launchBrowser()]);
  admin = await findAdmin(site);
  ana = await createMember(site, "Ana Maria");
  beto = await createMember(site, "Beto Silva");
  const { pool } = site.database;
  promptId = await admin.publish("Retrato na praia");
  const people = [ana, beto, await createMember(site, "Caio Luz")].map(({ id }) => id);
  await pool.query(
    `insert into results (prompt_id, version, user_id, model_key, model, outcome, note)
    select $1, 1, id, 'gpt5', 'GPT-5', 'failed', case id when $3 then 'Compre na minha loja.' end
    from users where id = any($2::uuid[])`,
    [promptId, people, ana.id],
  );
  noteId = (await pool.query("select id from results where note is not null")).rows[0].id;
  const texts = ["Minha loja", "Tudo barato."];
  await pool.query(
    "insert into collections (user_id, title, description, is_public) values ($1, $2, $3, true)",
    [ana.id, ...texts],
  );
  await pool.query(
    "insert into collection_items (collection_id, prompt_id, position, note) values (1, $1, 1, $2)",
    [promptId, "Compre comigo."],
  );
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function expectQuiet({ complaints, close }: Visitor): Promise<void> {
  expect(complaints).toEqual([]);
  await close();
}

/** Goes to a control by the keyboard, in the tab order. */
async function tabTo(page: Page, control: ReturnType<Page["getByRole"]>) {
  for (let steps = 0; steps < 80; steps++) {
    if (await hasFocus(control)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("not reached by the keyboard");
}

journey("a collection is reported, removed and contested, with the keyboard alone", async () => {
  const reader = await visitAs(beto, browser, site.origin);
  const moderation = await visitAs(admin, browser, site.origin);
  const owner = await visitAs(ana, browser, site.origin);

  await step("a reader reports it", async () => {
    const { page } = reader;
    await page.goto("/colecoes/1-minha-loja");
    await tabTo(page, page.getByRole("main").getByRole("link", { name: "Denunciar" }));
    await page.keyboard.press("Enter");
    await page.getByText("Coleção “Minha loja”, de Ana Maria").waitFor();
    // Moderators alone are offered more.
    await expect.poll(() => page.getByText("Moderação: remover").count()).toBe(0);
    await expect
      .poll(() => page.getByLabel("Link do que você quer denunciar").inputValue())
      .toBe(`${site.origin}/colecoes/1`);
    await tabTo(page, page.getByRole("radio", { name: /^Crianças e adolescentes/ }));
    const spam = page.getByRole("radio", { name: /^Propaganda ou golpe/ });
    await page.keyboard.press("Space");
    for (let steps = 0; steps < 8 && !(await hasFocus(spam)); steps++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.insertText("Só vende coisas.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowUp");
    await tabTo(page, page.getByRole("button", { name: "Enviar denúncia" }));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Recebemos sua denúncia" }).waitFor();
    await page.getByRole("link", { name: "Minha loja" }).waitFor();
  });

  await step("a moderator removes it", async () => {
    const { page } = moderation;
    await page.goto("/admin/denuncias");
    await page.getByText("Coleção de Ana Maria · 1 denúncia").waitFor();
    await tabTo(page, page.getByRole("link", { name: "Minha loja" }));
    await page.keyboard.press("Enter");
    for (const said of ["Tudo barato.", "Compre comigo.", "Continua como foi denunciado."])
      await page.getByText(said).waitFor();
    await tabTo(page, page.getByRole("radio", { name: "Manter" }));
    for (let steps = 0; steps < 6; steps++) {
      if (await hasFocus(page.getByRole("radio", { name: "Remover" }))) break;
      await page.keyboard.press("ArrowDown");
    }
    await page.getByText(/^Sai do site agora a coleção\. Dá para restaurar até/).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("Propaganda");
    await tabTo(page, page.getByLabel("Motivo", { exact: true }));
    await page.keyboard.insertText("É propaganda.");
    await tabTo(page, page.getByRole("button", { name: "Remover", exact: true }));
    await page.keyboard.press("Enter");
    await page.getByText("Removido.", { exact: true }).waitFor();
    await page.getByText("Está fora do site agora").waitFor();
    expect((await fetch(`${site.origin}/colecoes/1-minha-loja`)).status).toBe(404);
  });

  await step("its owner reads why, on it and among the notices, and contests", async () => {
    const { page } = owner;
    await page.goto("/profile?tab=colecoes");
    await tabTo(page, page.getByRole("main").getByRole("link", { name: "Minha loja" }));
    await page.keyboard.press("Enter");
    await page.getByText("A moderação tornou esta coleção privada: É propaganda.").waitFor();
    await tabTo(page, page.getByRole("link", { name: "Ver o aviso" }));
    await page.keyboard.press("Enter");
    const notice = page.getByRole("article", { name: "A coleção “Minha loja” foi removida" });
    await notice.getByText(/^Pode ser restaurada até .*; depois é apagada para sempre\.$/).waitFor();
    await tabTo(page, notice.getByRole("button", { name: /^Contestar/ }));
    await page.keyboard.press("Enter");
    await expect.poll(() => hasFocus(notice.getByLabel("Por que você discorda da decisão?"))).toBe(true);
    await page.keyboard.insertText("É uma lista de ideias.");
    await tabTo(page, notice.getByRole("button", { name: "Enviar contestação" }));
    await page.keyboard.press("Enter");
    await notice.getByText("Sua contestação espera resposta").waitFor();
  });

  await step("the public log has it", async () => {
    await reader.page.goto("/moderacao");
    await reader.page.getByRole("heading", { name: "Minha loja" }).waitFor();
    await reader.page.goBack();
    await reader.page.reload();
    await reader.page.getByText("A coleção foi removida do site.").waitFor();
    await reader.page.getByText("Não está visível no site").waitFor();
  });
  await expectQuiet(reader);
  await expectQuiet(moderation);
  await expectQuiet(owner);
});

journey(
  "a moderator who reads a note removes it without a report, and may undo that in its case",
  async () => {
    const visitor = await visitAs(admin, browser, site.origin);
    const { page } = visitor;
    await page.goto(`/prompts/${promptId}`);
    await page.getByRole("button", { name: "Ainda não funcionou para ninguém" }).press("Enter");
    await page.getByText("Compre na minha loja.").waitFor();
    await page.getByRole("dialog").getByRole("link", { name: "Denunciar" }).press("Enter");
    await page.getByText("Resposta sobre o prompt “Retrato na praia”").waitFor();
    await page.getByText("Moderação: remover a resposta…").press("Enter");
    const form = page.getByRole("group").filter({ hasText: "Moderação: remover a resposta" });
    await form.getByRole("button", { name: "Remover a resposta" }).press("Enter");
    await form.getByText("Escolha a regra").last().waitFor();
    await form.getByText("Escreva o motivo").waitFor();
    await form.getByLabel("Regra descumprida").selectOption({ label: "Propaganda, golpe ou repetição" });
    await form.getByLabel("Motivo").fill("É propaganda.");
    await form.getByRole("button", { name: "Remover a resposta" }).press("Enter");
    await page.getByText("Você removeu a resposta").first().waitFor();
    const shown = async () =>
      (await site.database.pool.query("select shown from results where id = $1", [noteId])).rows[0].shown;
    await expect.poll(() => shown()).toBe(false);
    await page.getByRole("link", { name: "Ver o caso" }).press("Enter");
    await page.getByText("Resposta sobre o prompt “Retrato na praia”, de Ana Maria").waitFor();
    await page.getByText("Não funcionou no GPT-5").waitFor();
    await page.getByRole("radio", { name: "Restaurar" }).check();
    await page.getByLabel("Motivo", { exact: true }).fill("Foi engano.");
    await page.getByRole("button", { name: "Restaurar", exact: true }).press("Enter");
    await page.getByText("Restaurado.", { exact: true }).waitFor();
    await expect.poll(() => shown()).toBe(true);
    await expectQuiet(visitor);
  },
);
