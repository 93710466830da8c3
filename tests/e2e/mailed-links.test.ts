/** Opening a link does nothing: the page names whom it is about and asks, in one's own browser, in another, beside another's session. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SESSION_KEY } from "#accounts/client/session-storage.ts";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { register } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { linkIn } from "#tests/support/smtp.ts";

const OWN_PASSWORD = "Jabuticaba-madura-7";
const STRANGERS_PASSWORD = "Pitomba-do-invasor-9";

let site: TestSite;
let browser: Browser;
let ana: Member;
let beto: Member;
const visitors: Visitor[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  [ana, beto] = [await createMember(site, "Ana Maria"), await createMember(site, "Beto Sá")];
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  const complaints = visitors.flatMap(({ complaints }) => complaints);
  expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
});

async function newBrowser(as?: Member): Promise<Page> {
  const options = { viewport: { width: 360, height: 740 } };
  const visitor = await (as
    ? visitAs(as, browser, site.origin, options)
    : visit(browser, site.origin, options));
  visitors.push(visitor);
  return visitor.page;
}

/** @returns the link in the mail */
async function signUp(page: Page, username: string, email: string): Promise<string> {
  await register(page, username, email, OWN_PASSWORD);
  return linkIn(await site.mails.waitFor(email)).href;
}

const confirmButton = (page: Page) => page.getByRole("button", { name: "Confirmar meu e-mail" });
const password = (page: Page) => page.getByLabel("Senha do cadastro");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const storedSession = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "null"), SESSION_KEY);
const accounts = async (email: string) =>
  (await site.database.pool.query("select from users where email = $1", [email])).rowCount;
const logIn = (email: string, typed: string) =>
  fetch(`${site.origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: typed }),
  });

journey("a stranger signs up with Vera's address and name", async () => {
  const email = "vera@example.com";
  let page: Page;
  let ownLink: string;
  let newerLink: string;

  await step(
    "the newer mail says that another sign-up waits, and its page asks for the password of that one",
    async () => {
      page = await newBrowser();
      ownLink = await signUp(page, "Vera Lima", email);
      await site.database.pool.query("delete from rate_limits where key like 'confirmationMailPace:%'");
      const body = { email, password: STRANGERS_PASSWORD, data: { username: "Vera Lima" } };
      await site.post("/auth/v1/signup", body);
      const mail = await site.mails.waitFor(email, 2);
      expect(mail.text).toContain("Há outro cadastro com este e-mail aguardando confirmação.");
      newerLink = linkIn(mail).href;

      await page.goto(newerLink);
      await heading(page, "Confirme seu e-mail").waitFor();
      const main = page.getByRole("main");
      await main.getByText("Vera Lima", { exact: true }).waitFor();
      await main.getByText(email, { exact: true }).waitFor();
      await main.getByText("Há outro cadastro com este e-mail aguardando confirmação.").waitFor();
      await password(page).waitFor();
      // Nothing of the link stays in the address, and a reload asks again.
      expect(page.url()).toBe(`${site.origin}/verify-email`);
      await page.reload();
      await password(page).waitFor();
    },
  );

  await step(
    "Vera's own password is not that one's: she is told at the field, which keeps what she typed",
    async () => {
      await confirmButton(page).click();
      await page.getByText("Digite a senha escolhida no cadastro.").waitFor();
      await expect.poll(() => hasFocus(password(page))).toBe(true);
      await password(page).fill(OWN_PASSWORD);
      await password(page).press("Enter");
      await page.getByText("Se você fez outro com este e-mail, abra o link da mensagem dele.").waitFor();
      await expect.poll(() => password(page).inputValue()).toBe(OWN_PASSWORD);
      await expect.poll(() => hasFocus(password(page))).toBe(true);
    },
  );

  await step("she may say that it was not her, and think again", async () => {
    await page.getByRole("button", { name: "Não fui eu" }).click();
    await heading(page, "Tudo como estava").waitFor();
    await page.getByRole("button", { name: "Voltar à confirmação" }).click();
    await heading(page, "Confirme seu e-mail").waitFor();
    expect(await accounts(email)).toBe(0);
  });

  await step(
    "her own link confirms by one press of a key in the browser that signed up, and the stranger is out",
    async () => {
      await page.goto(ownLink);
      await heading(page, "Confirme seu e-mail").waitFor();
      await expect.poll(() => password(page).count()).toBe(0);
      await confirmButton(page).focus();
      await page.keyboard.press("Enter");
      await heading(page, "E-mail confirmado").waitFor();
      expect((await storedSession(page)).user.email).toBe(email);
      expect((await logIn(email, STRANGERS_PASSWORD)).status).toBe(400);
      expect((await logIn(email, OWN_PASSWORD)).status).toBe(200);
      for (const link of [ownLink, newerLink]) {
        await page.goto(link);
        await page.getByRole("alert").getByText("O link é inválido ou expirou. Solicite um novo.").waitFor();
        await page.getByText("Você já está na conta de Vera Lima.").waitFor();
      }
      const elsewhere = await newBrowser();
      await elsewhere.goto(ownLink);
      await elsewhere.getByText("Já confirmou antes? É só entrar.").waitFor();
    },
  );
});

describe("who registered on a computer", () => {
  test("has a link that a scanner may open with scripts: nothing is confirmed, also by the service's own address", async () => {
    const email = "cora@example.com";
    const link = await signUp(await newBrowser(), "Cora Reis", email);
    const token = new URL(link).searchParams.get("token_hash");
    for (const address of [link, `/auth/v1/verify?token=${token}&type=signup`]) {
      const scanner = await newBrowser();
      await scanner.goto(address, { waitUntil: "networkidle" });
      await heading(scanner, "Confirme seu e-mail").waitFor();
      expect(scanner.url()).toBe(`${site.origin}/verify-email`);
    }
    expect(await accounts(email)).toBe(0);
  });

  test("confirms on the phone with the password, and is logged in there", async () => {
    const email = "caio@example.com";
    const link = await signUp(await newBrowser(), "Caio Reis", email);
    const phone = await newBrowser();
    await phone.goto(link);
    await password(phone).fill("nao-e-esta-senha-1");
    await confirmButton(phone).click();
    await phone.getByText("Esta não é a senha deste cadastro.", { exact: true }).waitFor();
    await password(phone).fill(OWN_PASSWORD);
    await confirmButton(phone).click();
    await heading(phone, "E-mail confirmado").waitFor();
    expect((await storedSession(phone)).user.email).toBe(email);
    await phone.getByRole("link", { name: "Ir para o início" }).click();
    await phone.waitForURL(`${site.origin}/`);
  });

  test("who forgot the password registers again from there, and confirms without it", async () => {
    const forgetful = "duda@example.com";
    const first = await signUp(await newBrowser(), "Duda Paz", forgetful);
    const phone = await newBrowser();
    await phone.goto(first);
    await phone.getByRole("link", { name: "cadastre-se de novo com este e-mail" }).click();
    await phone.waitForURL("**/auth?tab=register");
    await site.database.pool.query("delete from rate_limits where key like 'confirmationMailPace:%'");
    await signUp(phone, "Duda Paz", forgetful);
    await phone.goto(linkIn(await site.mails.waitFor(forgetful, 2)).href);
    await confirmButton(phone).click();
    await heading(phone, "E-mail confirmado").waitFor();
  });

  test("who confirms where somebody else is logged in is told before, and chooses after", async () => {
    const link = await signUp(await newBrowser(), "Elis Nunes", "elis@example.com");
    const shared = await newBrowser(ana);
    await shared.goto(link);
    await shared.getByText("Neste navegador está aberta a conta de Ana Maria.").waitFor();
    await password(shared).fill(OWN_PASSWORD);
    await confirmButton(shared).click();
    await heading(shared, "E-mail confirmado").waitFor();
    await shared.getByRole("button", { name: "Continuar como Ana Maria" }).click();
    await shared.getByRole("link", { name: "Ir para o início" }).waitFor();
    await expect.poll(() => hasFocus(shared.getByRole("main"))).toBe(true);
    expect((await storedSession(shared)).user.email).toBe(ana.email);
  });
});

describe("an address with a session in it", () => {
  async function tokensOf(member: Member) {
    const { access_token, refresh_token } = (await member.logIn()) as Record<string, string>;
    return { access_token: String(access_token), refresh_token: String(refresh_token) };
  }
  const linkWith = (values: Record<string, string>, mark = "#") =>
    `/verify-email${mark}${new URLSearchParams(values)}`;

  test.each(["#", "?"])(
    "after %s logs nobody in unasked: it names the account, and may be refused",
    async (mark) => {
      const page = await newBrowser(ana);
      await page.goto("/terms-of-use");
      await page.goto(linkWith(await tokensOf(beto), mark));
      await heading(page, "Entrar com este link?").waitFor();
      expect(page.url()).toBe(`${site.origin}/verify-email`);
      const main = page.getByRole("main");
      await main.getByText(beto.email, { exact: true }).waitFor();
      await main.getByText("Aqui está aberta a conta de Ana Maria. Ao entrar, você sai dela.").waitFor();
      expect((await storedSession(page)).user.id).toBe(ana.id);
      await page.getByRole("button", { name: "Continuar como Ana Maria" }).click();
      await page.waitForURL(`${site.origin}/`);
      expect((await storedSession(page)).user.id).toBe(ana.id);
    },
  );

  test("logs in whom it names when the button is pressed", async () => {
    const page = await newBrowser();
    await page.goto(linkWith({ ...(await tokensOf(beto)), type: "signup" }));
    await heading(page, "Entrar com este link?").waitFor();
    expect(await storedSession(page)).toBeNull();
    await page.getByRole("button", { name: "Entrar como Beto Sá" }).click();
    await heading(page, "E-mail confirmado").waitFor();
    expect((await storedSession(page)).user.id).toBe(beto.id);
  });

  test("of two people is no session: who is named is who comes in, or nobody", async () => {
    const page = await newBrowser();
    const { access_token } = await tokensOf(ana);
    const { refresh_token } = await tokensOf(beto);
    await page.goto(linkWith({ access_token, refresh_token }));
    await page.getByRole("button", { name: "Entrar como Ana Maria" }).click();
    await page.getByRole("alert").getByText("Sessão inválida", { exact: true }).waitFor();
    expect(await storedSession(page)).toBeNull();
  });

  test("is read, and leaves the address, also where it is pasted over another in the same tab", async () => {
    const page = await newBrowser();
    await page.goto("/verify-email#error_code=otp_expired");
    await page.getByRole("alert").getByText("O link é inválido ou expirou.").waitFor();
    await page.getByRole("link", { name: "Pular para o conteúdo" }).press("Enter");
    await page.getByRole("alert").getByText("O link é inválido ou expirou.").waitFor();
    await page.goto(linkWith(await tokensOf(beto)));
    await page.getByRole("button", { name: "Entrar como Beto Sá" }).waitFor();
    expect(page.url()).toBe(`${site.origin}/verify-email`);
  });

  test("of a link for a new password is refused, and leads to where one asks for it", async () => {
    const page = await newBrowser();
    await page.goto(linkWith({ ...(await tokensOf(beto)), type: "recovery" }));
    await heading(page, "Falha na Verificação").waitFor();
    await page.getByText("Este link não confirma um e-mail: ele serve para criar uma nova senha.").waitFor();
    expect(await storedSession(page)).toBeNull();
    await page.getByRole("link", { name: "Criar nova senha" }).click();
    await page.waitForURL("**/forgot-password");
  });
});

describe("a link for a new password", () => {
  test("confirms nothing and logs nobody in: it leads to its own page, which names the account", async () => {
    const { email } = await createMember(site, "Gil Prado");
    await site.post("/auth/v1/recover", { email });
    const token = linkIn(await site.mails.waitFor(email)).searchParams.get("token_hash");
    const page = await newBrowser(ana);
    await page.goto(`/verify-email?token_hash=${token}&type=email`);
    await heading(page, "Falha na Verificação").waitFor();
    expect((await storedSession(page)).user.id).toBe(ana.id);
    await page.getByRole("link", { name: "Criar nova senha" }).click();
    await heading(page, "Crie uma nova senha").waitFor();
    await expect.poll(() => page.getByLabel("Conta", { exact: true }).inputValue()).toBe(email);
    expect(page.url()).toBe(`${site.origin}/reset-password`);
    await page.reload();
    await expect.poll(() => page.getByLabel("Conta", { exact: true }).inputValue()).toBe(email);
    await page.getByLabel("Nova senha").fill("Carambola-rosa-9");
    await page.getByLabel("Confirmar senha").fill("Carambola-rosa-9");
    await page.getByRole("button", { name: "Redefinir senha" }).click();
    await heading(page, "Senha redefinida").waitFor();
    expect((await storedSession(page)).user.id).toBe(ana.id);
  });

  test("and one that confirms sets no password: it leads back", async () => {
    const link = new URL(await signUp(await newBrowser(), "Fábio Luz", "fabio@example.com"));
    const page = await newBrowser();
    await page.goto(`/reset-password${link.search}`);
    await heading(page, "Este link confirma um e-mail").waitFor();
    await page.getByRole("link", { name: "Ir para a confirmação" }).click();
    await password(page).waitFor();
  });
});
