/** The forms of accounts, filled in as people do: on their pages and in the dialog that asks for a login. */
import type { Page } from "playwright-core";
import { PASSWORD } from "./users.ts";

/** @param password PASSWORD unless given */
export async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  const form = page.getByRole("tabpanel");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Senha", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Entrar", exact: true }).click();
}

/** @param password PASSWORD unless given */
export async function fillRegistration(
  page: Page,
  username: string,
  email: string,
  password = PASSWORD,
): Promise<void> {
  const form = page.getByRole("tabpanel");
  await form.getByLabel("Nome de usuário").fill(username);
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Senha", { exact: true }).fill(password);
  await form.getByLabel("Confirmar senha").fill(password);
  await form.getByRole("checkbox").check();
  await form.getByRole("button", { name: "Cadastrar", exact: true }).click();
}

/** Registers on the page for it, and waits for what comes after. */
export async function register(
  page: Page,
  username: string,
  email: string,
  password = PASSWORD,
): Promise<void> {
  await page.goto("/auth?tab=register");
  await fillRegistration(page, username, email, password);
  await page.waitForURL("**/registration-success?email=*");
  await page.getByRole("main").getByText(email).first().waitFor();
}

/** Opens a page that needs a login as somebody who is logged out, logs in on the way and arrives. */
export async function openLoggingIn(page: Page, email: string, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForURL("**/auth?next=*");
  await fillLogin(page, email);
  await page.waitForURL(`**${path}`);
}
