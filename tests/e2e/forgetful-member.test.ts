/** A member who forgot their password: the mail, the link that works once, and the way back in. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { violations } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { linkIn } from "#tests/support/smtp.ts";
import { PASSWORD } from "#tests/support/users.ts";

const NEW_PASSWORD = "Pitanga-vermelha-9";

let site: TestSite;
let browser: Browser;
let rui: Member;
let here: Visitor;
let elsewhere: Visitor;
let page: Page;
let link: URL;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  rui = await createMember(site, "Rui Prado");
  here = await visit(browser, site.origin, { viewport: { width: 360, height: 740 } });
  elsewhere = await visitAs(rui, browser, site.origin);
  page = here.page;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function fillPasswords(password: string, again = password) {
  await page.getByLabel("Nova senha").fill(password);
  await page.getByLabel("Confirmar senha").fill(again);
  await page.getByRole("button", { name: "Redefinir senha" }).click();
}

journey("a forgetful member", async () => {
  await step("guesses wrong and finds the way to a new password beside the form", async () => {
    await page.goto("/auth");
    await fillLogin(page, rui.email, "nao-me-lembro-1");
    await page.getByText("E-mail ou senha incorretos.").first().waitFor();
    await page.getByRole("link", { name: "Esqueceu a senha?" }).click();
    await page.waitForURL("**/forgot-password");
    // The page before, which has such a field as well, stays until this one has come.
    await page.getByRole("heading", { level: 1, name: "Esqueceu a senha?" }).waitFor();
  });

  await step(
    "is told the same whether an address is known or not, and only the known one gets a mail",
    async () => {
      for (const email of ["ninguem@example.com", rui.email]) {
        await page.getByLabel("E-mail").fill(email);
        await page.getByRole("button", { name: "Enviar link de recuperação" }).click();
        await page.getByRole("heading", { name: "Verifique seu e-mail" }).waitFor();
        await page.getByRole("main").getByText(email).waitFor();
        const back = page.getByRole("link", { name: "Voltar para o login" });
        await expect.poll(() => back.getAttribute("href")).toBe("/login");
        if (email !== rui.email) await page.getByRole("button", { name: "Tentar novamente" }).click();
      }
      const mail = await site.mails.waitFor(rui.email);
      link = linkIn(mail);
      expect([link.origin, link.pathname]).toEqual([site.origin, "/reset-password"]);
      expect(site.mails.received.map(({ to }) => to)).toEqual([[rui.email]]);
    },
  );

  await step("is told at each field what a password needs, and may show what was typed", async () => {
    await page.goto(link.href);
    expect(await violations(page)).toEqual([]);
    await page.getByText("Pelo menos 8 caracteres, com 3 letras ou mais.").waitFor();
    await fillPasswords("curta");
    await page.getByText("Senha deve ter pelo menos 8 caracteres").waitFor();
    await fillPasswords("12345678a");
    await page.getByText("A senha deve conter pelo menos 3 letras").waitFor();
    await fillPasswords(NEW_PASSWORD, "outra-coisa-1");
    await page.getByText("As senhas não coincidem").waitFor();
    const field = page.getByLabel("Nova senha");
    await expect.poll(() => field.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "Mostrar senha" }).first().click();
    await expect.poll(() => field.getAttribute("type")).toBe("text");
    await expect.poll(() => field.inputValue()).toBe(NEW_PASSWORD);
  });

  await step("sets a new one, and after three seconds the login is there", async () => {
    await page.clock.install();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await fillPasswords(NEW_PASSWORD);
    await page.getByRole("heading", { name: "Senha redefinida" }).waitFor();
    await page.getByText("Pronto! Em instantes abriremos o login.").waitFor();
    await page.clock.runFor(2900);
    expect(new URL(page.url()).pathname).toBe("/reset-password");
    await page.clock.runFor(200);
    await page.waitForURL("**/auth");
    await page.clock.resume();
  });

  await step("is out wherever they were logged in", async () => {
    const { page: other } = elsewhere;
    await other.goto("/profile");
    await other.waitForURL(/\/(auth\?next=.*)?$/);
    await other.getByRole("link", { name: "Entrar" }).first().waitFor();
  });

  await step("the old password is refused, the new one lets them in", async () => {
    await fillLogin(page, rui.email, PASSWORD);
    await page.getByText("E-mail ou senha incorretos.").first().waitFor();
    await fillLogin(page, rui.email, NEW_PASSWORD);
    await page.waitForURL(`${site.origin}/`);
    await page.getByRole("button", { name: "Abrir menu" }).click();
    await page.getByText(rui.email).filter({ visible: true }).first().waitFor();
    await page.getByRole("button", { name: "Sair" }).waitFor();
  });

  await step(
    "the link works once: opened again, it says so before anything is typed, and leads to another",
    async () => {
      await page.goto(link.href);
      await page.getByRole("heading", { name: "Link inválido ou expirado" }).waitFor();
      await page.getByRole("link", { name: "Pedir novo link" }).click();
      await page.waitForURL("**/forgot-password");
      await page.goto("/reset-password");
      await page.getByRole("heading", { name: "Link inválido ou expirado" }).waitFor();
    },
  );

  await step("no page complained on the way", () => {
    const complaints = [...here.complaints, ...elsewhere.complaints];
    expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
