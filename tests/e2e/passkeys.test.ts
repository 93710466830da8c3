/** Passkeys, by a device that Chromium plays: made, used, named and removed; and what staff need them for. */
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beyondTheSides, violations } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { fillLogin, openLoggingIn } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, emailOf, findAdmin, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([
    startTestSite({ ADMIN_PASSWORD: PASSWORD, REQUIRE_PASSKEY: "staff" }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Gives the page a device with a finger on it, whose person agrees. */
async function withDevice(page: Page): Promise<{ device: CDPSession; authenticatorId: string }> {
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { device, authenticatorId };
}

/** Refused calls are part of it. */
const isFault = (said: string) => !said.startsWith("Failed to load resource");

const section = (page: Page) => page.getByRole("region", { name: "Chaves de acesso" });

async function make(page: Page): Promise<void> {
  await section(page).getByRole("button", { name: "Criar chave de acesso" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continuar" }).click();
}

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto("/auth");
}

journey("a member", async () => {
  await createMember(site, "Ana Maria");
  const ana: Visitor = await visit(browser, site.origin, { viewport: { width: 360, height: 740 } });
  const { page } = ana;
  const { device, authenticatorId } = await withDevice(page);
  const dialog = page.getByRole("dialog");

  await step("makes a passkey in the settings, which is named after the device, and renames it", async () => {
    await openLoggingIn(page, emailOf("Ana Maria"), "/settings");
    await make(page);
    const row = section(page).getByRole("listitem");
    await row.getByText("Nunca usada").waitFor();
    await row.getByRole("button", { name: "Renomear" }).click();
    await dialog.getByLabel("Nome").fill("Celular da Ana");
    await page.keyboard.press("Enter");
    await row.getByText("Celular da Ana", { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await beyondTheSides(page)).toEqual([]);
  });

  await step("logs in with it by the button, without a word typed", async () => {
    await device.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
    await leave(page);
    const button = page.getByRole("button", { name: "Entrar com chave de acesso" });
    await device.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true });
    await button.click();
    await page.getByText("Olá, Ana Maria!").first().waitFor();
    await page.goto("/settings");
    await page
      .getByText(/com chave de acesso$/)
      .first()
      .waitFor();
    await section(page)
      .getByText(/^Só em um aparelho · Último uso/)
      .waitFor();
  });

  await step("is offered it by the address field, which says so to the browser", async () => {
    await leave(page);
    const field = page.getByRole("tabpanel").getByLabel("E-mail");
    await expect.poll(() => field.getAttribute("autocomplete")).toBe("username webauthn");
    // A person with one finger on the sensor: the device answers as soon as the field offers it.
    await field.focus();
    await page.getByText("Olá, Ana Maria!").first().waitFor();
  });

  await step("still logs in with the password alone, and is asked for nothing", async () => {
    await device.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
    await leave(page);
    await fillLogin(page, emailOf("Ana Maria"));
    await page.getByText("Olá, Ana Maria!").first().waitFor();
    await page.goto("/settings");
    await section(page).getByText("Celular da Ana").waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
  });

  await step("gives it up after a question that names it; then it opens nothing", async () => {
    await section(page).getByRole("button", { name: "Remover" }).click();
    await dialog.getByText("“Celular da Ana”").waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Remover" }).click();
    await page.getByText("Chave de acesso removida").first().waitFor();
    await expect.poll(() => section(page).getByRole("listitem").count()).toBe(0);
    await leave(page);
    await device.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true });
    await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
    await page.getByText("Não foi possível entrar com esta chave de acesso.").first().waitFor();
  });
  expect(ana.complaints.filter(isFault)).toEqual([]);
  await ana.close();
});

journey("the admin, of whom the operator demands a passkey", async () => {
  const admin = await findAdmin(site);
  await createMember(site, "Caio Lopes");
  const boss = await visitAs(admin, browser, site.origin);
  const { page } = boss;
  const { device, authenticatorId } = await withDevice(page);
  const agree = (enabled: boolean) =>
    device.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });

  await step("is led from the admin's pages to the settings, and from there to the mail", async () => {
    await page.goto("/admin");
    await page.getByText("Para cuidar do site, você precisa de uma chave de acesso.").waitFor();
    await expect.poll(() => page.getByRole("table").count()).toBe(0);
    await page.getByRole("main").getByRole("link", { name: "Criar chave de acesso" }).click();
    await page.waitForURL("**/settings#chaves-de-acesso");
    await make(page);
    await page.getByRole("dialog").getByText("enviamos um link").waitFor();
  });

  await step("is told that a link is void, and by the next press sent another", async () => {
    await page.goto("/settings?token_hash=usado");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Continuar" }).click();
    await dialog.getByText("O link do e-mail é inválido ou expirou. Peça outro.").waitFor();
    await dialog.getByRole("button", { name: "Continuar" }).click();
    await dialog.getByText("enviamos um link").waitFor();
  });

  await step("makes it by the link, which leaves the address bar", async () => {
    const { text } = await site.mails.waitFor(admin.email, 2);
    await page.goto(/\/settings\?token_hash=\S+/.exec(text)?.[0] as string);
    await page.getByRole("dialog").getByRole("button", { name: "Continuar" }).click();
    await page.getByText("Chave de acesso criada").first().waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  await step("uses it at once, and acts", async () => {
    await page.getByRole("button", { name: "Usar chave de acesso" }).click();
    await page.getByRole("button", { name: "Usar chave de acesso" }).waitFor({ state: "detached" });
    await page.goto("/admin/users");
    await page.getByRole("main").getByText(admin.email).waitFor();
    const { rows } = await site.database.pool.query("select auth_method from sessions where user_id = $1", [
      admin.id,
    ]);
    expect(rows).toEqual([{ auth_method: "passkey" }]);
  });

  await step("is asked for it right after a login with the password, and may put it off", async () => {
    await agree(false);
    await leave(page);
    await fillLogin(page, admin.email);
    const dialog = page.getByRole("dialog", { name: "Confirme com sua chave de acesso" });
    await dialog.getByRole("button", { name: "Agora não" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.goto("/admin/users");
    await page.getByText("Você entrou com a senha.").waitFor();
    await expect.poll(() => page.getByRole("main").getByText(admin.email).count()).toBe(0);
    await agree(true);
    await page.getByRole("button", { name: "Usar chave de acesso" }).click();
    await page.getByRole("main").getByText(admin.email).waitFor();
  });

  await step("whose session has fallen back is asked for it by what they press, and goes on", async () => {
    await site.database.pool.query("update sessions set passkey_id = null where user_id = $1", [admin.id]);
    await page
      .getByRole("row", { name: /Caio Lopes/ })
      .getByRole("button", { name: "Bloquear" })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Bloquear", exact: true }).click();
    const asked = page.getByRole("dialog", { name: "Confirme com sua chave de acesso" });
    await asked.getByRole("button", { name: "Usar chave de acesso" }).click();
    await asked.waitFor({ state: "detached" });
    await page.getByRole("dialog").getByRole("button", { name: "Bloquear", exact: true }).click();
    await page.getByText("Usuário bloqueado").first().waitFor();
  });

  await step("is asked for it before the fallen session ends others", async () => {
    await site.database.pool.query("update sessions set passkey_id = null where user_id = $1", [admin.id]);
    await page.goto("/settings");
    const end = page.getByRole("button", { name: "Encerrar todas as outras" });
    await end.click();
    const asked = page.getByRole("dialog", { name: "Confirme com sua chave de acesso" });
    await page.getByText("Para encerrar outras sessões, entre com a sua chave de acesso.").first().waitFor();
    await asked.getByRole("button", { name: "Usar chave de acesso" }).click();
    await asked.waitFor({ state: "detached" });
    await end.click();
    await page.getByText("Sessão encerrada").first().waitFor();
    await end.waitFor({ state: "detached" });
  });
  await boss.close();
});

test("a browser without passkeys has no button for them, and says so in the settings", async () => {
  const member = await createMember(site, "Bia Souza");
  const visitor = await visitAs(member, browser, site.origin);
  const { page } = visitor;
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await page.goto("/settings");
  await section(page).getByText("Este navegador não oferece chaves de acesso.").waitFor();
  await leave(page);
  await page.getByRole("button", { name: "Entrar", exact: true }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Entrar com chave de acesso" }).count()).toBe(0);
  await fillLogin(page, member.email);
  await page.getByText("Olá, Bia Souza!").first().waitFor();
  expect(visitor.complaints.filter(isFault)).toEqual([]);
  await visitor.close();
});
