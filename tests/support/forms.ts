/** Fills in the account forms, on their pages and in the sign-in dialog. */
import type { Page } from "playwright-core";
import { PASSWORD } from "./users.ts";

/** @param password PASSWORD unless given */
export async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  const form = page.getByRole("tabpanel");
  await form.getByLabel("E-mail").fill(email);
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
  await form.getByLabel("E-mail").fill(email);
  await form.getByLabel("Senha", { exact: true }).fill(password);
  await form.getByLabel("Confirmar senha").fill(password);
  await form.getByRole("checkbox").check();
  await form.getByRole("button", { name: "Cadastrar", exact: true }).click();
}

/** Registers on the sign-up page, and waits for the next page. */
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

/** Opens a page that requires a login as an anonymous visitor, logs in, and waits for the page. */
export async function openLoggingIn(page: Page, email: string, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForURL("**/auth?next=*");
  await fillLogin(page, email);
  await page.waitForURL(`**${path}`);
}
