/** Signing in by an OpenID Connect issuer in a real browser, against a real issuer. */
import { createHash } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEVICE_KEY } from "#accounts/client/device-secret.ts";
import { SESSION_KEY } from "#accounts/client/session-storage.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { startIssuer, type TestIssuer } from "#tests/support/issuer.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, emailOf, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { linkIn } from "#tests/support/smtp.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer("Jabuti ID");
  [site, browser] = await Promise.all([startTestSite(issuer.env), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  issuer?.close();
});

const newVisitor = () => visit(browser, site.origin);
const enter = (page: Page) => page.getByRole("button", { name: "Entrar com Jabuti ID" }).click();
const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

journey("Dona Flor, who has no account", async () => {
  let flor: Visitor;
  const email = "flor@exemplo.com.br";

  await step("chooses a name and accepts the terms, and comes back to where she was", async () => {
    issuer.person = { sub: "flor", email, email_verified: true, name: "Dona Flor" };
    flor = await newVisitor();
    const { page, complaints } = flor;
    await page.goto("/auth?next=%2Fsubmit");
    await enter(page);
    await page.waitForURL("**/entrar-com");
    await page.getByRole("heading", { level: 1, name: "Falta só o seu nome" }).waitFor();
    await page.getByText(email).waitFor();
    expect(new URL(page.url()).search).toBe("");
    await expect.poll(() => page.getByLabel("Nome de usuário").inputValue()).toBe("Dona Flor");
    // A reload loses nothing.
    await page.reload();
    await page.getByLabel("Nome de usuário").waitFor();
    await page.getByRole("button", { name: "Criar conta" }).click();
    await says(page, "Você deve aceitar os termos de uso");
    await page.getByLabel("Nome de usuário").fill("Prompteca");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Criar conta" }).click();
    await says(page, "Este nome é reservado: parece ser da equipe da Prompteca. Escolha outro.");
    await page.getByLabel("Nome de usuário").fill("Flor do Sertão");
    await page.getByRole("button", { name: "Criar conta" }).click();
    await page.waitForURL("**/submit");
    await says(page, "Olá, Flor do Sertão!");
    expect(complaints.filter((line) => !/409|422|400/.test(line))).toEqual([]);
  });

  await step("sees in the settings what opens her account, and keeps the last way in", async () => {
    const { page } = flor;
    await page.goto("/settings");
    const section = page.getByRole("region", { name: "Contas vinculadas" });
    await section.getByText(email).waitFor();
    await section.getByRole("button", { name: "Desvincular Jabuti ID" }).click();
    await page.getByRole("button", { name: "Desvincular", exact: true }).click();
    await page
      .getByRole("dialog")
      .getByText("É o único jeito de entrar na sua conta. Crie antes uma senha, em “Senha”.")
      .waitFor();
    await page.getByRole("button", { name: "Cancelar" }).click();
    await section.getByText(email).waitFor();
  });

  await step("makes a first password, unlinks the issuer and is told by mail", async () => {
    const { page } = flor;
    await says(page, "Sua conta ainda não tem senha. Crie uma para entrar também com o e-mail.");
    await expect.poll(() => page.getByLabel("Senha atual").count()).toBe(0);
    await page.getByLabel("Nova senha").fill(PASSWORD);
    await page.getByLabel("Confirmar senha").fill(PASSWORD);
    await page.getByRole("button", { name: "Criar senha" }).click();
    await says(page, "Senha criada");
    await page.getByLabel("Senha atual").waitFor();
    await page.getByRole("button", { name: "Desvincular Jabuti ID" }).click();
    await page.getByRole("button", { name: "Desvincular", exact: true }).click();
    await says(page, "Conta desvinculada");
    await page.getByRole("button", { name: "Vincular Jabuti ID" }).waitFor();
    await expect.poll(async () => site.mails.received.filter(({ to }) => to.includes(email)).length).toBe(3);
  });

  await step("links it again", async () => {
    const { page } = flor;
    await page.getByRole("button", { name: "Vincular Jabuti ID" }).click();
    await page.waitForURL("**/settings");
    await says(page, "Conta vinculada");
    await page.getByRole("button", { name: "Desvincular Jabuti ID" }).waitFor();
  });
});

test("whose address has an account links it by a mailed link, in the browser that began", async () => {
  const member = await createMember(site, "Bia Luz");
  const email = emailOf("Bia Luz");
  issuer.person = { sub: "bia", email, email_verified: true, name: "Bia" };
  const bia = await newVisitor();
  await bia.page.goto("/auth");
  await enter(bia.page);
  await bia.page.getByRole("heading", { name: "Você já tem uma conta" }).waitFor();
  await bia.page.getByLabel("Senha da sua conta").fill("nao-e-esta-senha");
  await bia.page.getByRole("button", { name: "Vincular e entrar" }).click();
  await says(bia.page, "Esta não é a senha da conta.");
  await bia.page.getByRole("button", { name: "Receber um link por e-mail" }).click();
  await says(bia.page, "Enviamos o link. Abra-o neste mesmo navegador.");
  const link = linkIn(await site.mails.waitFor(email)).href;

  const stranger = await newVisitor();
  await stranger.page.goto(link);
  await says(stranger.page, "Continue no navegador em que você começou.");

  await bia.page.goto(link);
  await bia.page.getByRole("heading", { name: "Vincular à sua conta?" }).waitFor();
  const { rows } = await site.database.pool.query("select from identities where subject = 'bia'");
  expect(rows).toEqual([]);
  await bia.page.getByRole("button", { name: "Vincular e entrar" }).click();
  await says(bia.page, "Olá, Bia Luz!");

  // From now on one press enters.
  const again = await newVisitor();
  await again.page.goto("/prompts");
  await again.page.getByRole("link", { name: "Entrar" }).first().click();
  await enter(again.page);

  await says(again.page, "Olá, Bia Luz!");
  expect(member).toBeTruthy();
});

test("linking it leaves a session that lasts as long as its tab where it is", async () => {
  const member = await createMember(site, "Davi Vaz");
  issuer.person = { sub: "davi", email: emailOf("Davi Vaz"), email_verified: true, name: "Davi" };
  const { page } = await newVisitor();
  await page.goto("/auth");
  await page.getByLabel("Lembrar de mim").uncheck();
  await fillLogin(page, member.email);
  await page.getByRole("button", { name: "Conta de Davi Vaz" }).waitFor();
  await page.goto("/settings");
  await page.getByRole("button", { name: "Vincular Jabuti ID" }).click();
  await page.waitForURL("**/settings");
  await says(page, "Conta vinculada");
  const kept = () =>
    page.evaluate((key) => [localStorage.getItem(key), typeof sessionStorage.getItem(key)], SESSION_KEY);
  expect(await kept()).toEqual([null, "string"]);
});

test("entering by it ends with the tab for who does not want to be remembered", async () => {
  const { page } = await newVisitor();
  const kept = () =>
    page.evaluate(
      ([session, device]) => [
        localStorage.getItem(session),
        typeof sessionStorage.getItem(session),
        localStorage.getItem(device),
      ],
      [SESSION_KEY, DEVICE_KEY] as const,
    );
  issuer.person = { sub: "eva", email: "eva@exemplo.com.br", email_verified: true, name: "Eva Sol" };
  await page.goto("/auth");
  await page.getByLabel("Lembrar de mim").uncheck();
  await enter(page);
  await page.getByRole("heading", { name: "Falta só o seu nome" }).waitFor();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Criar conta" }).click();
  await says(page, "Olá, Eva Sol!");
  expect(await kept()).toEqual([null, "string", null]);
});

test("an address with a stranger's code opens nothing", async () => {
  issuer.person = { sub: "mal", email: "mal@exemplo.com.br", email_verified: true, name: "Mal" };
  const code_challenge = createHash("sha256").update("the attacker's secret").digest("base64url");
  const query = new URLSearchParams({ provider: "oidc", code_challenge, code_challenge_method: "s256" });
  const redirect_to = encodeURIComponent(`${site.origin}/entrar-com`);
  const begun = await fetch(`${site.origin}/auth/v1/authorize?${query}&redirect_to=${redirect_to}`, {
    redirect: "manual",
  });
  const back = await issuer.signIn(begun.headers.get("location") as string);
  const stolen = (await fetch(back, { redirect: "manual" })).headers.get("location") as string;
  expect(stolen).toContain("code=");
  const victim = await visitAs(await createMember(site, "Vítima Rosa"), browser, site.origin);
  await victim.page.goto(stolen);
  await says(victim.page, "Continue no navegador em que você começou.");
  await victim.page.goto("/settings");
  await victim.page.getByRole("main").getByText(emailOf("Vítima Rosa")).waitFor();
});

test("an address with a made-up code ends no way that is under way in the browser", async () => {
  const member = await createMember(site, "Lia Mar");
  const email = emailOf("Lia Mar");
  issuer.person = { sub: "lia", email, email_verified: true, name: "Lia" };
  const { page } = await newVisitor();
  await page.goto("/auth");
  await enter(page);
  await page.getByRole("heading", { name: "Você já tem uma conta" }).waitFor();
  await page.getByRole("button", { name: "Receber um link por e-mail" }).click();
  const link = linkIn(await site.mails.waitFor(email)).href;
  await page.goto("/entrar-com?code=x");
  await says(page, "Este acesso não vale mais. Comece de novo.");
  await page.goto("/entrar-com?error_code=issuer_cancelled");
  await says(page, "Você cancelou antes de terminar. Nada mudou.");
  await page.goto("/entrar-com?error_code=over_request_rate_limit");
  await page.getByRole("heading", { level: 1, name: "Muitas tentativas" }).waitFor();
  await expect.poll(() => page.getByRole("alert").textContent()).toBe("Aguarde um pouco e tente de novo.");
  await page.goto(link);
  await page.getByRole("button", { name: "Vincular e entrar" }).click();
  await says(page, "Olá, Lia Mar!");
  expect(member).toBeTruthy();
});

test("who cancels at the issuer, or finds it away, is told what to do", async () => {
  const { page } = await newVisitor();
  issuer.person = null;
  await page.goto("/auth");
  await enter(page);
  await says(page, "Você cancelou antes de terminar. Nada mudou.");
  await page.getByRole("link", { name: "Ir para o login" }).click();
  await page.getByRole("button", { name: "Entrar com Jabuti ID" }).waitFor();
});

test("a site without issuers shows no button, and a section only to whom it still keeps one of", async () => {
  const plain = await startTestSite();
  try {
    const caio = await createMember(plain, "Caio Luz");
    const member = await visitAs(caio, browser, plain.origin);
    await member.page.goto("/settings");
    await member.page.getByRole("heading", { name: "Chaves de API" }).waitFor();
    await member.page.waitForLoadState("networkidle");
    await expect.poll(() => member.page.getByText("Contas vinculadas").count()).toBe(0);
    await plain.database.pool.query(
      `insert into identities (user_id, issuer, subject, email)
        select id, 'https://accounts.google.com', 'caio', 'caio@gmail.example' from users where username = 'Caio Luz'`,
    );
    await member.page.reload();
    const section = member.page.getByRole("region", { name: "Contas vinculadas" });
    await section.getByText("O site não oferece mais este acesso").waitFor();
    await expect.poll(() => section.getByRole("button").allTextContents()).toEqual(["Desvincular"]);
    await section.getByRole("button", { name: "Desvincular" }).click();
    await member.page.getByRole("dialog").getByRole("button", { name: "Desvincular" }).click();
    await section.waitFor({ state: "detached" });
    const { page } = await visit(browser, plain.origin);
    await page.goto("/auth");
    await page.locator("html[data-live]").waitFor();
    await expect.poll(() => page.getByText("Entrar com Google").count()).toBe(0);
    expect(await (await fetch(plain.origin)).text()).not.toContain("issuers");
  } finally {
    await plain.close();
  }
});
