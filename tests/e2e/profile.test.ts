/** The profile in a real browser: one's own prompts, favourites, a new password, a new name, and who may not see it. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { beyondTheSidesOfAny, hasFocus } from "#tests/support/accessibility.ts";
import type { Visitor } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { type FreshSite, forEachTest } from "#tests/support/fresh-site.ts";
import { createMember, emailOf, type Member } from "#tests/support/members.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import type { TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

const NEW_PASSWORD = "Pitanga-vermelha-9";

let site: TestSite;
let enter: FreshSite["enter"];
let maria: Member;
let newcomer: Member;
let ana: Visitor;

forEachTest(
  {},
  async (fresh) => {
    ({ site, enter } = fresh);
    maria = await createMember(site, "Ana Maria");
    newcomer = await createMember(site, "Caio");
    await (await createMember(site, "Beto Silva")).publish("Cordel da inteligência");
    await maria.publishMany(13, "Receita número");
    ana = await enter(maria);
  },
  /status of (4\d\d|503)/,
);

async function fillPasswords(page: Page, current: string, fresh: string) {
  await page.getByLabel("Senha atual").fill(current);
  await page.getByLabel("Nova senha").fill(fresh);
  await page.getByLabel("Confirmar senha").fill(fresh);
}

const cards = (page: Page) => page.getByRole("article");

async function openFromMenu(page: Page, item: string) {
  await page.getByRole("button", { name: /^Conta de/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("a visitor who opens a tab of it is asked to log in and comes back to that tab", async () => {
  const { page } = await enter();
  await page.goto("/profile?tab=favoritos");
  await page.waitForURL("**/auth?next=*");
  await fillLogin(page, emailOf("Caio"));
  await page.waitForURL("**/profile?tab=favoritos");
  await page.getByText("Você ainda não tem favoritos.").waitFor();
  await page.getByText("Nenhum prompt enviado").waitFor();
  await page.getByRole("link", { name: "Explorar Prompts" }).click();
  await page.waitForURL("**/prompts");
});

test("what were its tabs are pages, and the old addresses lead there", async () => {
  const { page } = await enter(newcomer);
  for (const [tab, path, shown] of [
    ["configuracoes", "/settings", "Sessões abertas"],
    ["avisos", "/avisos", "Nenhum aviso."],
    ["novidades", "/novidades", "Você ainda não segue ninguém."],
  ] as const) {
    const answer = await fetch(`${site.origin}/profile?tab=${tab}&x=1`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `${path}?x=1`]);
    await page.goto(`/profile?tab=${tab}`);
    await page.waitForURL(`**${path}`);
    await page.getByText(shown).first().waitFor();
  }
});

test("somebody who has not published yet is led to do so, with the keyboard alone", async () => {
  const { page } = await enter(newcomer, { viewport: { width: 360, height: 740 } });
  await page.goto("/profile?tab=colecoes");
  await page.getByRole("tab", { name: "Coleções" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText("Você ainda não enviou nenhum prompt.").waitFor();
  expect(new URL(page.url()).search).toBe("");
  const link = page.getByRole("link", { name: "Enviar meu prompt" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect.poll(() => hasFocus(link)).toBe(true);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/submit");
});

test("Ana sees who she is and her own prompts, a page at a time", async () => {
  const { page } = ana;
  await page.goto("/profile");
  await page.getByRole("main").getByText("ana@example.com").waitFor();
  await page.getByText(/Membro desde \d{1,2}º? de [a-zç]+ de \d{4}/).waitFor();
  await page.getByText("13 prompts enviados").waitFor();
  await expect.poll(() => cards(page).count()).toBe(12);
  await page.getByRole("link", { name: "Próxima página" }).click();
  await page.waitForURL("**/profile?page=2");
  await expect.poll(() => cards(page).count()).toBe(1);
  await page.reload();
  await page.getByRole("heading", { name: "Receita número 1", exact: true }).waitFor();
  await expect.poll(() => page.getByText("Cordel da inteligência").count()).toBe(0);
  await page.goto("/profile?page=99");
  await page.getByRole("link", { name: "Ir para a última página" }).click();
  await page.waitForURL("**/profile?page=2");
});

test("what she publishes is there at once", async () => {
  const { page } = ana;
  await page.goto("/profile");
  await page.getByRole("tab", { name: "Favoritos" }).click();
  await page.getByText("Você ainda não tem favoritos.").waitFor();
  await page.getByRole("link", { name: "Enviar Prompt" }).first().click();
  await page.getByLabel(/título/i).fill("Bilhete para a vizinha");
  await page.getByLabel(/^prompt|texto do prompt/i).fill("Escreva um bilhete gentil para a vizinha.");
  await page.getByLabel(/ferramenta/i).selectOption({ label: "Claude" });
  const [, data] = (await pictureDataUrl("#884422")).split(",");
  await page.locator('input[type="file"]').setInputFiles({
    name: "bilhete.png",
    mimeType: "image/png",
    buffer: Buffer.from(String(data), "base64"),
  });
  await page.getByRole("button", { name: "Enviar Prompt" }).click();
  await page.getByText("Seu prompt foi enviado com sucesso").first().waitFor();
  await openFromMenu(page, "Seu Perfil");
  await page.getByRole("heading", { name: "Bilhete para a vizinha" }).waitFor();
  await page.getByText("14 prompts enviados").waitFor();
});

test("what she favourites is there, and what she takes out is gone when she looks again", async () => {
  const { page } = ana;
  await page.goto("/prompts?q=cordel");
  const card = cards(page).filter({ hasText: "Cordel da inteligência" });
  await card.getByRole("button", { name: "Favoritar" }).click();
  await page.getByText("Prompt adicionado aos favoritos").first().waitFor();
  await openFromMenu(page, "Seu Perfil");
  await page.getByRole("tab", { name: "Favoritos" }).click();
  await page.waitForURL("**/profile?tab=favoritos");
  await page.getByRole("heading", { name: "Cordel da inteligência" }).waitFor();
  await expect.poll(() => cards(page).count()).toBe(1);
  await card.getByRole("button", { name: "Favoritar" }).click();
  await page.getByText("Prompt removido dos favoritos").first().waitFor();
  await page.getByRole("tab", { name: "Meus Prompts" }).click();
  await page.getByRole("tab", { name: "Favoritos" }).click();
  await page.getByText("Você ainda não tem favoritos.").waitFor();
});

test("a list that fails to load says so and can be asked for again", async () => {
  const { page } = ana;
  await page.route("**/api/users/*/favorites*", (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.goto("/profile?tab=favoritos");
  await page.getByRole("alert").waitFor();
  await page.unroute("**/api/users/*/favorites*");
  await page.getByRole("button", { name: "Tentar novamente" }).click();
  await page.getByText("Você ainda não tem favoritos.").waitFor();
});

test("a new password needs the present one, and is refused in words at its field", async () => {
  const { page } = ana;
  await page.goto("/profile");
  await openFromMenu(page, "Configurações");
  await page.waitForURL("**/settings");
  const current = page.getByLabel("Senha atual");
  const fresh = page.getByLabel("Nova senha");
  const again = page.getByLabel("Confirmar senha");
  const send = page.getByRole("button", { name: "Alterar senha" });

  await send.click();
  await page.getByText("Informe sua senha atual.").waitFor();
  await page.getByText("Senha deve ter pelo menos 8 caracteres").waitFor();

  await current.fill("Jaca-errada-123");
  await fresh.fill(NEW_PASSWORD);
  await again.fill("Outra-coisa-456");
  await send.click();
  await page.getByText("As senhas não coincidem").waitFor();
  await again.fill(NEW_PASSWORD);
  await send.click();
  await page.getByText("A senha atual está incorreta.").waitFor();
  await expect.poll(() => hasFocus(current)).toBe(true);
  await expect.poll(() => fresh.inputValue()).toBe(NEW_PASSWORD);

  await fillPasswords(page, PASSWORD, PASSWORD);
  await send.click();
  await page.getByText("A nova senha deve ser diferente da atual.").waitFor();
  await fillPasswords(page, PASSWORD, "senha123");
  await send.click();
  await page.getByText("Esta senha é muito comum e fácil de adivinhar. Escolha outra.").waitFor();
});

test("with the present one it changes; her other session ends at its next step; only the new password logs in", async () => {
  const elsewhere = await enter(maria);
  await elsewhere.page.goto("/settings");
  await fillPasswords(elsewhere.page, NEW_PASSWORD, "Caju-amarelo-12");
  const { page } = ana;
  await page.goto("/settings");
  await fillPasswords(page, PASSWORD, NEW_PASSWORD);
  await page.getByLabel("Confirmar senha").press("Enter");
  await page.getByText("Senha alterada").first().waitFor();
  await expect.poll(() => page.getByLabel("Senha atual").inputValue()).toBe("");

  await elsewhere.page.getByRole("button", { name: "Alterar senha" }).click();
  await elsewhere.page.getByText("Sua sessão expirou. Faça login novamente.").first().waitFor();
  await elsewhere.page.waitForURL(`${site.origin}/`);
  await openFromMenu(page, "Seu Perfil");
  await page.getByText("13 prompts enviados").waitFor();
  await openFromMenu(page, "Sair");
  await page.waitForURL(`${site.origin}/`);
  await page.goto("/auth");
  await fillLogin(page, emailOf("Ana Maria"));
  await page.getByText("E-mail ou senha incorretos.").first().waitFor();
  await fillLogin(page, emailOf("Ana Maria"), NEW_PASSWORD);
  await page.getByRole("button", { name: "Conta de Ana Maria" }).waitFor();
});

test("a new name that is taken or indecent is refused at the field; a good one shows everywhere", async () => {
  const { page } = ana;
  await page.goto("/prompts?q=receita");
  await page.getByText("por Ana Maria").first().waitFor();
  await openFromMenu(page, "Seu Perfil");
  await page.getByRole("button", { name: "Editar perfil" }).click();
  const dialog = page.getByRole("dialog", { name: "Editar perfil" });
  const field = dialog.getByLabel("Nome de usuário");
  const save = dialog.getByRole("button", { name: "Salvar" });

  for (const [name, refusal] of [
    ["an", "O nome de usuário deve ter pelo menos 3 caracteres"],
    ["béto silva", "Este nome de usuário já está em uso. Por favor, escolha outro."],
    ["caralho", "O nome de usuário contém linguagem imprópria"],
  ] as const) {
    await field.fill(name);
    await save.click();
    await dialog.getByText(refusal).waitFor();
    await expect.poll(() => field.inputValue()).toBe(name);
  }
  await field.fill("Ana das Receitas");
  await field.press("Enter");
  await page.getByText("Perfil atualizado").first().waitFor();
  await dialog.waitFor({ state: "detached" });

  await page.getByRole("heading", { level: 1, name: "Ana das Receitas" }).waitFor();
  await page.getByRole("button", { name: "Conta de Ana das Receitas" }).waitFor();
  await page.getByText("por Ana das Receitas").first().waitFor();
  await page.goBack();
  await page.waitForURL("**/prompts?q=receita");
  await page.getByText("por Ana das Receitas").first().waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Conta de Ana das Receitas" }).waitFor();
  await expect.poll(() => page.getByText("por Ana Maria").count()).toBe(0);
});

test("no tab scrolls sideways, whatever the width", async () => {
  const { page } = ana;
  for (const path of ["/profile", "/profile?tab=favoritos", "/settings"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await beyondTheSidesOfAny(page), path).toEqual([]);
  }
});
