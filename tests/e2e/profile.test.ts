/** The profile in a real browser: one's own prompts, favourites, a new password, a new name, and who may not see it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { beyondTheSidesOfAny, hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, emailOf } from "#tests/support/members.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

const NEW_PASSWORD = "Pitanga-vermelha-9";

let site: TestSite;
let browser: Browser;
let ana: Visitor;
let elsewhere: Visitor;
let caio: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  const [maria, beto] = [await createMember(site, "Ana Maria"), await createMember(site, "Beto Silva")];
  await createMember(site, "Caio");
  await beto.publish("Cordel da inteligência");
  for (let number = 1; number <= 13; number++) await maria.publish(`Receita número ${number}`);
  ana = await visit(browser, site.origin);
  elsewhere = await visit(browser, site.origin);
  caio = await visit(browser, site.origin, { viewport: { width: 360, height: 740 } });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens the profile as a visitor, logs in on the way and arrives. */
async function openProfile({ page }: Visitor, username: string) {
  await page.goto("/profile");
  await fillLogin(page, emailOf(username));
  await page.getByRole("heading", { level: 1, name: username }).waitFor();
}

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

journey("the profile", async () => {
  await step("a visitor who opens a tab of it is asked to log in and comes back to that tab", async () => {
    const { page } = caio;
    await page.goto("/profile?tab=favoritos");
    await page.waitForURL("**/auth?next=*");
    await fillLogin(page, emailOf("Caio"));
    await page.waitForURL("**/profile?tab=favoritos");
    await page.getByText("Você ainda não tem favoritos.").waitFor();
    await page.getByText("Nenhum prompt enviado").waitFor();
    await page.getByRole("link", { name: "Explorar Prompts" }).click();
    await page.waitForURL("**/prompts");
  });

  await step("/settings leads to the settings, before and after a login", async () => {
    const answer = await fetch(`${site.origin}/settings`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/profile?tab=configuracoes"]);
    await caio.page.goto("/settings");
    await caio.page.getByLabel("Senha atual").waitFor();
  });

  await step("somebody who has not published yet is led to do so, with the keyboard alone", async () => {
    const { page } = caio;
    await page.getByRole("tab", { name: "Configurações" }).focus();
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

  await step("Ana sees who she is and her own prompts, a page at a time", async () => {
    await openProfile(ana, "Ana Maria");
    const { page } = ana;
    await page.getByRole("main").getByText("ana@example.com").waitFor();
    await page.getByText(/Membro desde \d{1,2}º? de [a-zç]+ de \d{4}/).waitFor();
    await page.getByText("13 prompts enviados").waitFor();
    expect(await cards(page).count()).toBe(12);
    await page.getByRole("link", { name: "Próxima página" }).click();
    await page.waitForURL("**/profile?page=2");
    await expect.poll(() => cards(page).count()).toBe(1);
    await page.reload();
    await page.getByRole("heading", { name: "Receita número 1", exact: true }).waitFor();
    expect(await page.getByText("Cordel da inteligência").count()).toBe(0);
    await page.goto("/profile?page=99");
    await page.getByRole("link", { name: "Ir para a última página" }).click();
    await page.waitForURL("**/profile?page=2");
  });

  await step("what she publishes is there at once", async () => {
    const { page } = ana;
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

  await step(
    "what she favourites is there, and what she takes out is gone when she looks again",
    async () => {
      const { page } = ana;
      await page.goto("/prompts?q=cordel");
      const card = cards(page).filter({ hasText: "Cordel da inteligência" });
      await card.getByRole("button", { name: "Favoritar" }).click();
      await page.getByText("Prompt adicionado aos favoritos").first().waitFor();
      await openFromMenu(page, "Seu Perfil");
      await page.getByRole("tab", { name: "Favoritos" }).click();
      await page.waitForURL("**/profile?tab=favoritos");
      await page.getByRole("heading", { name: "Cordel da inteligência" }).waitFor();
      expect(await cards(page).count()).toBe(1);
      await card.getByRole("button", { name: "Favoritar" }).click();
      await page.getByText("Prompt removido dos favoritos").first().waitFor();
      await page.getByRole("tab", { name: "Meus Prompts" }).click();
      await page.getByRole("tab", { name: "Favoritos" }).click();
      await page.getByText("Você ainda não tem favoritos.").waitFor();
    },
  );

  await step("a list that fails to load says so and can be asked for again", async () => {
    const { page } = ana;
    await page.route("**/api/users/*/favorites*", (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.goto("/profile?tab=favoritos");
    await page.getByRole("alert").waitFor();
    await page.unroute("**/api/users/*/favorites*");
    await page.getByRole("button", { name: "Tentar novamente" }).click();
    await page.getByText("Você ainda não tem favoritos.").waitFor();
  });

  await step("a new password needs the present one, and is refused in words at its field", async () => {
    const { page } = ana;
    await openFromMenu(page, "Configurações");
    await page.waitForURL("**/profile?tab=configuracoes");
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
    expect(await fresh.inputValue()).toBe(NEW_PASSWORD);

    await fillPasswords(page, PASSWORD, PASSWORD);
    await send.click();
    await page.getByText("A nova senha deve ser diferente da atual.").waitFor();
    await fillPasswords(page, PASSWORD, "senha123");
    await send.click();
    await page.getByText("Esta senha é muito comum e fácil de adivinhar. Escolha outra.").waitFor();
  });

  await step(
    "with the present one it changes; her other session ends at its next step, this one goes on",
    async () => {
      await openProfile(elsewhere, "Ana Maria");
      await openFromMenu(elsewhere.page, "Configurações");
      await fillPasswords(elsewhere.page, NEW_PASSWORD, "Caju-amarelo-12");
      const { page } = ana;
      await fillPasswords(page, PASSWORD, NEW_PASSWORD);
      await page.getByLabel("Confirmar senha").press("Enter");
      await page.getByText("Senha alterada").first().waitFor();
      expect(await page.getByLabel("Senha atual").inputValue()).toBe("");

      await elsewhere.page.getByRole("button", { name: "Alterar senha" }).click();
      await elsewhere.page.getByText("Sua sessão expirou. Faça login novamente.").first().waitFor();
      await elsewhere.page.waitForURL(`${site.origin}/`);
      await page.getByRole("tab", { name: "Meus Prompts" }).click();
      await page.getByRole("heading", { name: "Bilhete para a vizinha" }).waitFor();
    },
  );

  await step("logging out on the profile leads home; only the new password logs in", async () => {
    const { page } = ana;
    await openFromMenu(page, "Sair");
    await page.waitForURL(`${site.origin}/`);
    await page.goto("/auth");
    await fillLogin(page, emailOf("Ana Maria"));
    await page.getByText("E-mail ou senha incorretos.").first().waitFor();
    await fillLogin(page, emailOf("Ana Maria"), NEW_PASSWORD);
    await page.getByRole("button", { name: "Conta de Ana Maria" }).waitFor();
  });

  await step(
    "a new name that is taken or indecent is refused at the field; a good one shows everywhere",
    async () => {
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
        expect(await field.inputValue()).toBe(name);
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
      expect(await page.getByText("por Ana Maria").count()).toBe(0);
    },
  );

  await step("no tab scrolls sideways, whatever the width", async () => {
    const { page } = ana;
    for (const path of ["/profile", "/profile?tab=favoritos", "/profile?tab=configuracoes"]) {
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await beyondTheSidesOfAny(page), path).toEqual([]);
    }
  });

  await step("no page complained on the way: no hydration warning, no policy violation", () => {
    const expected = /status of (4\d\d|503)/;
    const complaints = [ana, elsewhere, caio].flatMap((visitor) => visitor.complaints);
    expect(complaints.filter((text) => !expected.test(text))).toEqual([]);
  });
});
