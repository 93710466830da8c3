/** A new member's first day: a mistyped address put right, the mail, the first login, and what they liked and kept. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { fillLogin, register } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { linkIn } from "#tests/support/smtp.ts";

const WRONG = "dora@exmple.com";
const RIGHT = "dora@example.com";
const OWN_PASSWORD = "Jabuticaba-madura-7";

let site: TestSite;
let browser: Browser;
let dora: Visitor;
let oldLink: URL;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  const ana = await createMember(site, "Ana Maria");
  for (const title of ["Cordel da inteligência", "Receita de família"]) await ana.publish(title);
  dora = await visit(browser, site.origin, { viewport: { width: 360, height: 740 } });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const resend = (page: Page) => page.getByRole("button", { name: /Reenviar e-mail|Aguarde/ });
const newAddress = (page: Page) => page.getByLabel("Endereço correto");

journey("a new member", async () => {
  await step("registers with a typing error in the address and is told where the mail went", async () => {
    const { page } = dora;
    await register(page, "Dora Nova", WRONG, OWN_PASSWORD);
    const main = page.getByRole("main");
    await main.getByRole("heading", { name: "Próximos passos" }).waitFor();
    await expect.poll(() => main.getByRole("listitem").count()).toBe(3);
    for (const [name, href] of [
      ["Ir para o login", "/auth"],
      ["Voltar para o início", "/"],
    ] as const) {
      await expect.poll(() => main.getByRole("link", { name }).getAttribute("href")).toBe(href);
    }
    oldLink = linkIn(await site.mails.waitFor(WRONG));
  });

  await step(
    "the form to correct it comes with what was typed, and refuses in words at each field",
    async () => {
      const { page } = dora;
      await page.getByRole("button", { name: "Endereço errado? Corrigir" }).click();
      await expect.poll(() => newAddress(page).inputValue()).toBe(WRONG);
      await expect.poll(() => hasFocus(newAddress(page))).toBe(true);
      const password = page.getByLabel("Senha do cadastro");
      await expect.poll(() => password.inputValue()).toBe(OWN_PASSWORD);

      const send = page.getByRole("button", { name: "Corrigir e-mail" });
      for (const [address, refusal] of [
        [WRONG, "Este já é o endereço do cadastro. Informe o correto."],
        ["dora@", "Email inválido"],
        ["ana@example.com", "Este email já está cadastrado. Por favor, use outro email ou faça login."],
      ] as const) {
        await newAddress(page).fill(address);
        await send.click();
        await page.getByText(refusal).waitFor();
        await expect.poll(() => newAddress(page).inputValue()).toBe(address);
      }
      await newAddress(page).fill(RIGHT);
      await password.fill("nao-e-esta-senha-1");
      await send.click();
      await page
        .getByText("Não encontramos um cadastro aguardando confirmação com este e-mail e senha.")
        .waitFor();
      await expect.poll(() => hasFocus(password)).toBe(true);
      await page.getByRole("button", { name: "Cancelar" }).click();
      const opener = page.getByRole("button", { name: "Endereço errado? Corrigir" });
      await expect.poll(() => hasFocus(opener)).toBe(true);
    },
  );

  await step("after a reload nothing is remembered, and the password is asked for", async () => {
    const { page } = dora;
    await page.reload();
    await page.getByRole("button", { name: "Endereço errado? Corrigir" }).click();
    await expect.poll(() => page.getByLabel("Senha do cadastro").inputValue()).toBe("");
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(OWN_PASSWORD);
  });

  await step(
    "corrected, the page speaks of the new address, whose wait for another mail begins and outlives a reload",
    async () => {
      const { page } = dora;
      await newAddress(page).fill(RIGHT);
      await page.getByLabel("Senha do cadastro").fill(OWN_PASSWORD);
      await page.getByLabel("Senha do cadastro").press("Enter");
      await page.getByText("E-mail corrigido").first().waitFor();
      await page.waitForURL(`**/registration-success?email=${encodeURIComponent(RIGHT)}`);
      await page.getByRole("main").getByText(RIGHT).first().waitFor();
      for (const again of [false, true]) {
        if (again) await page.reload();
        await page.getByRole("button", { name: /^Aguarde [45]:\d\d$/ }).waitFor();
        await expect.poll(() => resend(page).isDisabled()).toBe(true);
      }
      // Another address does not wait for this one.
      await page.goto("/registration-success?email=dara%40example.com");
      await page.getByRole("button", { name: "Reenviar e-mail" }).waitFor();
    },
  );

  await step("the old link has become void, and says so", async () => {
    const { page } = dora;
    await page.goto(oldLink.href);
    await page.getByRole("heading", { name: "Falha na Verificação" }).waitFor();
    await page.getByText("O link é inválido ou expirou. Solicite um novo.").waitFor();
  });

  await step(
    "a login before confirming is refused with the way to another mail or another address",
    async () => {
      const { page } = dora;
      await page.getByRole("link", { name: "Ir para o login" }).click();
      await page.waitForURL("**/auth");
      await fillLogin(page, RIGHT, OWN_PASSWORD);
      await page
        .getByText("Por favor, confirme seu email antes de fazer login. Verifique sua caixa de entrada.")
        .first()
        .waitFor();
      await page.getByRole("link", { name: "Peça um novo ou corrija o endereço" }).click();
      await page.waitForURL(`**/registration-success?email=${encodeURIComponent(RIGHT)}`);
      await page.getByRole("button", { name: "Endereço errado? Corrigir" }).click();
      await expect.poll(() => page.getByLabel("Senha do cadastro").inputValue()).toBe(OWN_PASSWORD);
    },
  );

  await step("the new link confirms; the first login greets by name and leads on", async () => {
    const { page } = dora;
    await page.goto(linkIn(await site.mails.waitFor(RIGHT)).href);
    await page.getByRole("button", { name: "Confirmar meu e-mail" }).click();
    await page.getByRole("heading", { name: "E-mail confirmado" }).waitFor();
    // As on another device: logged out first.
    await page.getByRole("button", { name: "Abrir menu" }).click();
    await page.getByRole("button", { name: "Sair" }).click();
    await page.getByText("Você saiu da sua conta.").first().waitFor();
    await page.goto("/profile?tab=favoritos");
    await page.waitForURL("**/auth?next=*");
    await fillLogin(page, RIGHT, OWN_PASSWORD);
    await page.getByText("Olá, Dora Nova!").first().waitFor();
    await page.waitForURL("**/profile?tab=favoritos");
    await page.getByRole("heading", { level: 1, name: "Dora Nova" }).waitFor();
  });

  await step("likes one prompt, keeps another, and finds them again", async () => {
    const { page } = dora;
    await page.getByRole("link", { name: "Explorar Prompts" }).click();
    await page.waitForURL("**/prompts");
    const card = (title: string) => page.getByRole("article").filter({ hasText: title });
    const like = card("Cordel da inteligência").getByRole("button", { name: /curti/i });
    await like.click();
    await page.getByText("Prompt curtido com sucesso").first().waitFor();
    await card("Receita de família").getByRole("button", { name: "Favoritar" }).click();
    await page.getByText("Prompt adicionado aos favoritos").first().waitFor();

    await page.goto("/profile");
    await page.getByText("Você ainda não enviou nenhum prompt.").waitFor();
    await page.getByText("Nenhum prompt enviado").waitFor();
    await page.getByRole("tab", { name: "Favoritos" }).click();
    await page.getByRole("heading", { name: "Receita de família" }).waitFor();
    await expect.poll(() => page.getByRole("article").count()).toBe(1);
    await page.goto("/prompts");
    await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
  });

  await step("no page complained on the way: no hydration warning, no policy violation", () => {
    expect(dora.complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
