/** A blocked person's journey: refused at login, they read about their rights, take their data along and leave. */
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { createMember, type Member } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let visitor: Visitor;
let bruna: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  bruna = await createMember(site, "Bruna Bloqueada");
  await bruna.publish("Receita de bolo de fubá");
  await site.database.pool.query("update users set is_blocked = true where id = $1", [bruna.id]);
  visitor = await visit(browser, site.origin);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test("Bruna, blocked, is shown from the login to her data, takes them along and deletes the account", async () => {
  const { page } = visitor;
  await page.goto("/auth");
  await page.getByLabel("E-mail").fill(bruna.email);
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Entrar", exact: true }).last().click();
  await page.getByRole("link", { name: "Leia o motivo e, se não concordar, conteste" }).click();
  await page.waitForURL("**/blocked-account");

  await page.getByRole("heading", { name: "Conta bloqueada", level: 1 }).waitFor();
  await page.getByLabel("E-mail").fill(bruna.email);
  await page.getByLabel("Senha", { exact: true }).fill("errada-mesmo-1");
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByText("E-mail ou senha incorretos.").first().waitFor();
  await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe(bruna.email);
  expect(await violations(page)).toEqual([]);

  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Continuar" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Baixar meus dados" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe("PK");
  expect(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: "Excluir minha conta" }).click();
  const dialog = page.getByRole("dialog", { name: "Excluir sua conta?" });
  await dialog.getByText("1 prompt").first().waitFor();
  await dialog.getByRole("button", { name: "Excluir para sempre" }).click();
  await page.getByRole("heading", { name: "Conta excluída", level: 1 }).waitFor();
  const { rows } = await site.database.pool.query("select from users where id = $1", [bruna.id]);
  expect(rows).toHaveLength(0);
});
