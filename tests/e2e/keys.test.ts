/** API keys in the settings: made, copied, used and revoked by the keyboard alone, and nothing is lost by a key press. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { openLoggingIn } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, emailOf, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let ana: Visitor;
let member: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  member = await createMember(site, "Ana Maria");
  ana = await visit(browser, site.origin, { viewport: { width: 360, height: 740 } });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const row = (page: Page, name: string) =>
  page.locator("main").getByRole("listitem").filter({ hasText: name });

journey("API keys", async () => {
  const { page } = ana;
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Criar chave", exact: true });
  let key = "";
  const favorites = async () => {
    const { rows } = await site.database.pool.query("select id from users where username = 'Ana Maria'");
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${site.origin}/api/v1/users/${rows[0].id}/favorites`, { headers })).status;
  };

  await step("a form that is not filled in says what is missing, and keeps the rest", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await openLoggingIn(page, emailOf("Ana Maria"), "/settings");
    await page.getByRole("button", { name: "Criar chave", exact: true }).focus();
    await page.keyboard.press("Enter");
    await dialog.getByLabel("365 dias").check();
    await dialog.getByRole("checkbox", { name: /^Ler/ }).uncheck();
    await create.click();
    await dialog.getByText("Dê um nome à chave").waitFor();
    await dialog.getByText("Escolha pelo menos uma permissão").waitFor();
    await expect.poll(() => hasFocus(dialog.getByLabel("Nome"))).toBe(true);
    await expect.poll(() => dialog.getByLabel("365 dias").isChecked()).toBe(true);
  });

  await step("an hour after the login the password is asked for, with what was typed", async () => {
    await site.database.pool.query(
      "update sessions set created_at = now() - interval '2 hours' where user_id = $1",
      [member.id],
    );
    await dialog.getByLabel("Nome").fill("Editor do trabalho");
    await dialog.getByRole("checkbox", { name: /^Ler/ }).check();
    await dialog.getByRole("checkbox", { name: /^Publicar/ }).check();
    await create.click();
    await dialog.getByText("Confirme sua senha para criar uma chave.").waitFor();
    await dialog.getByLabel("Sua senha").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Guarde a sua chave" }).waitFor();
    key = await dialog.locator("code").innerText();
    expect(key).toMatch(/^pk_[0-9A-Za-z]{36}$/);
  });

  await step("shown once, it does not go with one press before it was copied", async () => {
    await page.keyboard.press("Escape");
    await dialog.getByText("Você ainda não copiou a chave.").waitFor();
    await expect.poll(() => dialog.locator("code").innerText()).toBe(key);
    await dialog.getByRole("button", { name: "Copiar chave" }).click();
    await dialog.getByRole("button", { name: "Copiada" }).waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await dialog.getByRole("button", { name: "Pronto" }).click();
    await dialog.waitFor({ state: "detached" });
    const shown = row(page, "Editor do trabalho");
    await shown.getByText(`${key.slice(0, 8)}… · Ler, Publicar`).waitFor();
    await shown.getByText("Nunca usada").waitFor();
    expect(await page.content()).not.toContain(key);
    await expect
      .poll(() => site.mails.waitFor(emailOf("Ana Maria")).then(({ subject }) => subject))
      .toBe("Nova chave de API na sua conta da Prompteca");
  });

  await step("a program uses it, until its owner revokes it, who is asked first", async () => {
    expect(await favorites()).toBe(200);
    const revoke = page.getByRole("button", { name: "Revogar chave: Editor do trabalho" });
    await revoke.click();
    await dialog.getByText(/“Editor do trabalho” \(pk_.{5}…\) deixa de funcionar na hora/).waitFor();
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(revoke)).toBe(true);
    expect(await favorites()).toBe(200);
    await revoke.click();
    await dialog.getByRole("button", { name: "Revogar chave" }).click();
    await page.getByText("Chave revogada").first().waitFor();
    await row(page, "Editor do trabalho").waitFor({ state: "detached" });
    expect(await favorites()).toBe(401);
  });

  await step("no page complained on the way", () => {
    expect(ana.complaints.filter((text) => !/status of 422/.test(text))).toEqual([]);
  });
});

test("a message above a dialog leaves it Escape, and hears the next one", async () => {
  const visitor = await visitAs(await createMember(site, "Caio Luz"), browser, site.origin);
  const { page } = visitor;
  const dialog = page.getByRole("dialog");
  await page.goto("/settings");
  const failure = page.locator(".toast-place li[data-state=open]", {
    hasText: "Não foi possível alterar as chaves",
  });
  await page.route("**/api/account/keys", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 503, body: "{}" }) : route.fallback(),
  );
  await page.getByRole("button", { name: "Criar chave", exact: true }).click();
  await dialog.getByLabel("Nome").fill("Outra");
  await dialog.getByRole("button", { name: "Criar chave", exact: true }).click();
  await failure.waitFor();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Descartar" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => failure.count()).toBe(1);
  await page.keyboard.press("Escape");
  await failure.waitFor({ state: "detached" });
  expect(visitor.complaints.filter((text) => !/status of 503/.test(text))).toEqual([]);
  await visitor.close();
});

test("a new password takes keys and other sessions off their lists at once", async () => {
  const davi = await createMember(site, "Davi Reis");
  const visitor = await visitAs(davi, browser, site.origin);
  const { page } = visitor;
  const { access_token } = await davi.logIn();
  const made = { name: "Leitor de casa", scopes: ["read"], expires_in_days: 30 };
  await site.post("/api/account/keys", made, access_token);
  await page.goto("/settings");
  await row(page, "Leitor de casa").waitFor();
  const sessions = page.getByRole("region", { name: "Sessões abertas" }).getByRole("listitem");
  await expect.poll(() => sessions.count()).toBe(2);
  await page.getByLabel("Senha atual").fill(PASSWORD);
  await page.getByLabel("Nova senha").fill("Caju-amarelo-12");
  await page.getByLabel("Confirmar senha").fill("Caju-amarelo-12");
  await page.getByRole("button", { name: "Alterar senha" }).click();
  await row(page, "Leitor de casa").waitFor({ state: "detached" });
  await expect.poll(() => sessions.count()).toBe(1);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
