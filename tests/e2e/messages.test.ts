/** Every message of the specification's section 8 outside submit and admin, as a person comes to read it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SESSION_KEY } from "#accounts/client/session-storage.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { fillLogin, fillRegistration } from "#tests/support/forms.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { linkIn } from "#tests/support/smtp.ts";
import { closeToast, toastIn } from "#tests/support/toasts.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let prompt: number;
/** The browser of somebody who is not logged in, and the one in which Ana is. */
let opened: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  prompt = await ana.publish("Cordel da inteligência");
});
/** Whom the test is about. @returns their page */
async function open(visitor: Promise<Visitor>): Promise<Page> {
  opened = await visitor;
  return opened.page;
}
const asStranger = () => open(visit(browser, site.origin));
const asMember = () => open(visitAs(ana, browser, site.origin));

afterEach(async () => {
  await opened.close();
  expect(opened.complaints.filter((text) => !/status of (4\d\d|500)/.test(text))).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** The toast of this title says exactly this; closed afterwards. */
async function seeToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = toastIn(page).filter({ has: page.getByText(title, { exact: true }) });
  if (description) await toast.getByText(description, { exact: true }).waitFor();
  else await toast.waitFor();
  await closeToast(toast);
}

const logOut = async (page: Page) => {
  await page.getByRole("button", { name: /^Conta de/ }).click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
};

const NAME_TAKEN = "Este nome de usuário já está em uso. Por favor, escolha outro.";
const EMAIL_TAKEN = "Este email já está cadastrado. Por favor, use outro email ou faça login.";

describe("on /auth", () => {
  test("a login that is refused is 'Falha no login' with the reason; one that succeeds greets by name", async () => {
    const page = await asStranger();
    await page.goto("/auth");
    await fillLogin(page, ana.email, "Jaca-errada-123");
    await seeToast(page, "Falha no login", "E-mail ou senha incorretos.");
    await fillLogin(page, ana.email);
    await seeToast(page, "Login bem-sucedido", "Olá, Ana Maria!");
    await page.waitForURL(`${site.origin}/`);
  });

  test("without 'Lembrar de mim' the session lives in the tab alone", async () => {
    const page = await asStranger();
    await page.goto("/auth");
    await page.getByLabel("Lembrar de mim").uncheck();
    await fillLogin(page, ana.email);
    await page.getByRole("button", { name: "Conta de Ana Maria" }).waitFor();
    const kept = await page.evaluate(
      (key) => [localStorage, sessionStorage].map((s) => key in s),
      SESSION_KEY,
    );
    expect(kept).toEqual([false, true]);
    await logOut(page);
    await seeToast(page, "Logout bem-sucedido");
  });

  test("logging out is 'Logout bem-sucedido'; where the browser keeps the session too", async () => {
    const page = await asStranger();
    await page.goto("/auth");
    await fillLogin(page, ana.email);
    await page.getByRole("button", { name: "Conta de Ana Maria" }).waitFor();
    // A session that the browser does not remove is forgotten by the page, and has ended on the server.
    await page.evaluate(() => {
      Storage.prototype.removeItem = () => {
        throw new Error("refused");
      };
    });
    await logOut(page);
    await seeToast(page, "Logout bem-sucedido", "Você saiu da sua conta.");
  });

  test("logging out where the sign-in client never arrives is 'Falha no logout'", async () => {
    const page = await asMember();
    await page.route("**/assets/*.js", async (route) => {
      const answer = await route.fetch();
      if ((await answer.text()).includes("gotrue-js")) await route.abort();
      else await route.fulfill({ response: answer });
    });
    await page.goto("/terms-of-use");
    await logOut(page);
    await seeToast(page, "Falha no logout", "Ocorreu um erro ao sair da sua conta");
    await page.getByRole("button", { name: "Conta de Ana Maria" }).waitFor();
    await page.unrouteAll();
    opened.complaints.length = 0;
  });

  test("a name or an address that is taken is 'Falha no cadastro' with the specification's sentence", async () => {
    const page = await asStranger();
    await page.goto("/auth?tab=register");
    // Checked before: a taken name is not even sent.
    await page.route("**/auth/v1/signup*", (route) => route.abort());
    await fillRegistration(page, "ana maria", "outra@example.com");
    await seeToast(page, "Falha no cadastro", NAME_TAKEN);
    await fillRegistration(page, "Outra Ana", ana.email);
    await seeToast(page, "Falha no cadastro", EMAIL_TAKEN);
    await expect
      .poll(() => page.getByRole("tabpanel").getByLabel("Nome de usuário").inputValue())
      .toBe("Outra Ana");
    await page.unrouteAll();
  });

  test("who has not confirmed their address is told so, and led to another mail", async () => {
    const page = await asStranger();
    await page.goto("/auth?tab=register");
    const asked = page.waitForRequest("**/auth/v1/signup*");
    await fillRegistration(page, "Davi", "davi@example.com");
    // Neither the repeated password nor the accepted terms are sent (specification, section 3).
    const sent = (await asked).postDataJSON();
    expect(new URL((await asked).url()).searchParams.get("redirect_to")).toBe(`${site.origin}/verify-email`);
    expect(sent).toMatchObject({ email: "davi@example.com", password: PASSWORD, data: { username: "Davi" } });
    expect(JSON.stringify(sent)).not.toMatch(/confirm|terms/i);
    await page.waitForURL("**/registration-success?email=davi%40example.com");
    await page.getByRole("link", { name: "Ir para o login" }).click();
    // A live region is read out only if it was there before its text.
    const said = await page.getByRole("tabpanel").getByRole("status").elementHandle();
    await expect.poll(() => said?.textContent()).toBe("");
    await fillLogin(page, "davi@example.com");
    const refusal = "Por favor, confirme seu email antes de fazer login. Verifique sua caixa de entrada.";
    await seeToast(page, "Falha no login", refusal);
    await expect.poll(() => said?.textContent()).toMatch(/^Não recebeu o e-mail de confirmação\?/);
    await page.getByRole("link", { name: "Peça um novo" }).click();
    await page.waitForURL("**/registration-success?email=davi%40example.com");
  });

  test("another confirmation mail is 'Email reenviado com sucesso!', and the wait begins", async () => {
    const page = await asStranger();
    const signup = { email: "gabi@example.com", password: PASSWORD, data: { username: "Gabi" } };
    await site.post("/auth/v1/signup", signup);
    await page.goto("/registration-success?email=gabi%40example.com");
    await page.getByRole("button", { name: "Reenviar e-mail" }).click();
    // The first mail was sent a moment ago: the next may follow after a minute.
    await seeToast(
      page,
      "Erro ao reenviar email",
      "Um e-mail acabou de ser enviado para este endereço. Aguarde um minuto e tente novamente.",
    );
    await expect.poll(() => page.getByRole("button", { name: "Reenviar e-mail" }).isEnabled()).toBe(true);
    await site.database.pool.query("delete from rate_limits where key like 'confirmationMailPace:%'");
    await page.getByRole("button", { name: "Reenviar e-mail" }).click();
    await seeToast(page, "Email reenviado com sucesso!");
    await expect
      .poll(() => page.getByRole("button", { name: /^Aguarde [45]:\d\d$/ }).isDisabled())
      .toBe(true);
  });
});

describe("in the login dialog", () => {
  const open = async (page: Page) => {
    await page.goto(`/prompts/${prompt}`);
    await page.getByRole("button", { name: /^Curtir/ }).click();
    return page.getByRole("dialog");
  };

  test("a login that is refused is 'Erro ao fazer login'; one that succeeds is 'Bem-vindo de volta!', on the same page", async () => {
    const page = await asStranger();
    const dialog = await open(page);
    await fillLogin(page, ana.email, "Jaca-errada-123");
    await seeToast(page, "Erro ao fazer login", "Verifique suas credenciais e tente novamente");
    await fillLogin(page, ana.email);
    await dialog.waitFor({ state: "detached" });
    await seeToast(page, "Login bem-sucedido", "Bem-vindo de volta!");
    expect(new URL(page.url()).pathname).toBe(`/prompts/${prompt}`);
    await logOut(page);
    await seeToast(page, "Logout bem-sucedido", "Você saiu da sua conta.");
  });

  test("a registration that is refused is 'Erro ao criar conta'; one that succeeds closes it and leads on", async () => {
    const page = await asStranger();
    const dialog = await open(page);
    await dialog.getByRole("tab", { name: "Cadastrar" }).click();
    await fillRegistration(page, "ana_maria", ana.email);
    await seeToast(page, "Erro ao criar conta", EMAIL_TAKEN);
    await fillRegistration(page, "ana@maria", "outra@example.com");
    await dialog
      .getByText("Use apenas letras, números, espaço, ponto, hífen e sublinhado no nome de usuário")
      .waitFor();
    await fillRegistration(page, "Eva Lima", "eva@example.com");
    await page.waitForURL("**/registration-success?email=eva%40example.com");
    await dialog.waitFor({ state: "detached" });
    await page.getByText("eva@example.com").waitFor();
  });
});

describe("passwords", () => {
  test("a recovery mail is 'E-mail enviado'; a new password is 'Senha redefinida'; a spent link says so", async () => {
    const page = await asStranger();
    const lia = await createMember(site, "Lia Prado");
    await page.goto("/forgot-password");
    await page.getByRole("button", { name: "Enviar link de recuperação" }).click();
    await page.getByText("E-mail inválido", { exact: true }).waitFor();
    await page.getByLabel("E-mail").fill(lia.email);
    await page.getByRole("button", { name: "Enviar link de recuperação" }).click();
    await seeToast(page, "E-mail enviado", "Verifique sua caixa de entrada para redefinir sua senha.");
    const link = linkIn(await site.mails.waitFor(lia.email));
    // Opened twice while it holds: a link that is void already says so in place of the form.
    const late = await page.context().newPage();
    for (const tab of [page, late]) {
      await tab.goto(link.href);
      await expect.poll(() => tab.getByLabel("Conta", { exact: true }).inputValue()).toBe(lia.email);
    }
    for (const [tab, title, description] of [
      [page, "Senha redefinida", "Entre com sua nova senha."],
      [late, "Erro ao redefinir senha", "O link é inválido ou expirou. Solicite um novo."],
    ] as const) {
      await tab.getByLabel("Nova senha").fill(`${PASSWORD}-nova`);
      await tab.getByLabel("Confirmar senha").fill(`${PASSWORD}-nova`);
      await tab.getByRole("button", { name: "Redefinir senha" }).click();
      await seeToast(tab, title, description);
    }
    await late.getByRole("heading", { name: "Link inválido ou expirado" }).waitFor();
    await late.close();
  });
});

describe("where the service refuses without a word that people know", () => {
  const wordless = { status: 418, json: { code: "teapot" } };

  test("the login says 'Erro ao fazer login'; where the answer is no session, that an error occurred", async () => {
    const page = await asStranger();
    await page.goto("/auth");
    await page.route("**/auth/v1/token?*", (route) => route.fulfill(wordless));
    await fillLogin(page, ana.email);
    await seeToast(page, "Falha no login", "Erro ao fazer login");
    await page.unrouteAll();
    const nobodys = { access_token: "a", refresh_token: "b", expires_in: 3600, user: { email: 5 } };
    await page.route("**/auth/v1/token?*", (route) => route.fulfill({ json: nobodys }));
    await fillLogin(page, ana.email);
    await seeToast(page, "Falha no login", "Ocorreu um erro ao fazer login");
    await page.unrouteAll();
  });

  test("the registration says 'Erro ao registrar usuário'", async () => {
    const page = await asStranger();
    await page.goto("/auth?tab=register");
    await page.route("**/auth/v1/signup*", (route) => route.fulfill(wordless));
    await fillRegistration(page, "Gil", "gil@example.com");
    await seeToast(page, "Falha no cadastro", "Erro ao registrar usuário");
    await page.unrouteAll();
  });

  test("the recovery says 'Erro ao solicitar redefinição de senha', the new password 'Erro ao redefinir senha'", async () => {
    const page = await asStranger();
    await page.route(/auth\/(v1\/recover|mailed-link|reset-password)/, (route) => route.fulfill(wordless));
    await page.goto("/forgot-password");
    await page.getByLabel("E-mail").fill(ana.email);
    await page.getByRole("button", { name: "Enviar link de recuperação" }).click();
    await seeToast(page, "Erro ao enviar e-mail de recuperação", "Erro ao solicitar redefinição de senha");
    await page.goto("/reset-password?token_hash=abc");
    await page.getByLabel("Nova senha").fill(PASSWORD);
    await page.getByLabel("Confirmar senha").fill(PASSWORD);
    await page.getByRole("button", { name: "Redefinir senha" }).click();
    const told = "Não foi possível falar com o servidor. Verifique sua conexão e tente novamente.";
    await seeToast(page, "Erro ao redefinir senha", told);
    await page.unrouteAll();
  });
});

describe("a session", () => {
  test("is refreshed by itself when 90 seconds of it are left, and not before", async () => {
    const page = await asMember();
    let refreshed = 0;
    await page.route("**/auth/v1/token?grant_type=refresh_token", async (route) => {
      refreshed += 1;
      await route.continue();
    });
    await page.clock.install();
    // The client that refreshes is there once it has asked whether the session holds.
    const asked = page.waitForResponse("**/auth/v1/user");
    await page.goto("/terms-of-use");
    await asked;
    await page.clock.fastForward("57:00");
    await page.clock.fastForward(31_000);
    expect(refreshed).toBe(0);
    await page.clock.fastForward(90_000);
    // Each new token counts as old at once: the service's clock has not moved.
    await expect.poll(() => refreshed).toBeGreaterThan(0);
    await page.unrouteAll();
    await page.clock.resume();
  });
});

describe("likes and favourites", () => {
  test("of a visitor on a card are a toast that asks for a login", async () => {
    const page = await asStranger();
    await page.goto("/prompts");
    await page.getByRole("button", { name: /^Curtir/ }).click();
    await seeToast(page, "Login necessário", "Faça login para curtir prompts");
    await page.getByRole("button", { name: "Favoritar" }).click();
    await seeToast(page, "Login necessário", "Faça login para favoritar prompts");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("of a visitor on a prompt's own page open the login dialog", async () => {
    const page = await asStranger();
    await page.goto(`/prompts/${prompt}`);
    for (const name of [/^Curtir/, "Favoritar"]) {
      await page.getByRole("button", { name }).click();
      await page.getByRole("dialog", { name: "Entre na Prompteca" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });

  test("on a card are told under 'Sucesso', each in its own words", async () => {
    const page = await asMember();
    // A login may have set a reaction that it interrupted.
    await site.database.pool.query("delete from likes where user_id = $1", [ana.id]);
    await page.goto("/prompts");
    await page.getByRole("button", { name: /^Conta de/ }).waitFor();
    for (const [name, texts] of [
      [/^Curtir/, ["Prompt curtido com sucesso", "Você removeu sua curtida"]],
      ["Favoritar", ["Prompt adicionado aos favoritos", "Prompt removido dos favoritos"]],
    ] as const) {
      for (const text of texts) {
        await page.getByRole("button", { name }).click();
        await seeToast(page, "Sucesso", text);
      }
    }
  });

  test("on a prompt's own page a favourite is told, a like shows by itself", async () => {
    const page = await asMember();
    await page.goto("/prompts");
    await page.getByRole("button", { name: /^Conta de/ }).waitFor();
    await page.getByRole("link", { name: /^Ver Prompt/ }).click();
    await page.getByRole("button", { name: "Mais opções" }).waitFor();
    for (const text of ["Adicionado aos favoritos", "Removido dos favoritos"]) {
      await page.getByRole("button", { name: "Favoritar" }).click();
      await seeToast(page, text);
    }
    const like = page.getByRole("button", { name: /^Curtir/ });
    const count = async () => Number.parseInt((await like.textContent()) ?? "", 10);
    // Another test may have left a like.
    const liked = (await like.getAttribute("aria-pressed")) === "true";
    const after = (await count()) + (liked ? -1 : 1);
    const answered = page.waitForResponse("**/like");
    await like.click();
    await expect.poll(count).toBe(after);
    await answered;
    await expect.poll(() => page.locator("li[data-state=open]").count()).toBe(0);
    // The order of the list may be another now.
    const askedAnew = page.waitForRequest("**/api/prompts?*");
    await page.getByRole("link", { name: "Voltar para a lista" }).click();
    await askedAnew;
  });
});

describe("links", () => {
  test("copying a prompt's address is 'Link copiado'", async () => {
    const page = await asStranger();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`/prompts/${prompt}?utm_source=x`);
    await page.getByRole("button", { name: "Mais opções" }).click();
    await page.getByRole("menuitem", { name: "Copiar link" }).click();
    await seeToast(page, "Link copiado");
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${site.origin}/prompts/${prompt}`);
  });

  test("a prompt that is gone by the time it is opened is 'Prompt não encontrado'", async () => {
    const page = await asStranger();
    await page.goto("/prompts");
    const gone = { status: 404, json: { message: "Prompt não encontrado", code: "not_found" } };
    await page.route(`**/api/prompts/${prompt}`, (route) => route.fulfill(gone));
    await page.getByRole("link", { name: /^Ver Prompt/ }).click();
    await page.getByRole("heading", { level: 1, name: "Prompt não encontrado" }).waitFor();
    await page.unrouteAll();
  });

  test("a prompt that fails is asked for twice, then is 'Erro ao carregar detalhes do prompt'", async () => {
    const page = await asStranger();
    await page.goto("/prompts");
    let asked = 0;
    await page.route(`**/api/prompts/${prompt}`, async (route) => {
      asked += 1;
      await route.fulfill({ status: 500, json: { message: "" } });
    });
    await page.getByRole("link", { name: /^Ver Prompt/ }).click();
    await page.getByRole("alert").getByText("Erro ao carregar detalhes do prompt", { exact: true }).waitFor();
    await page
      .getByRole("alert")
      .getByText("Falha ao carregar detalhes do prompt", { exact: true })
      .waitFor();
    expect(asked).toBe(2);
    await page.unrouteAll();
  });

  test.each([
    ["says nothing", ""],
    ["has an internal error", "Ocorreu um erro interno."],
  ])("a list whose server %s is 'Erro ao carregar prompts'", async (_, message) => {
    const page = await asStranger();
    await page.goto("/prompts");
    const failure = { status: 500, json: { message, code: "internal" } };
    await page.route("**/api/prompts?*", (route) => route.fulfill(failure));
    await page.getByLabel("Ordenar por").selectOption("newest");
    await page.getByRole("alert").getByText("Erro ao carregar prompts", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Tentar novamente" }).waitFor();
    await page.unrouteAll();
  });
});

describe("a verification that fails is 'Falha na Verificação'", () => {
  test.each([
    ["", "Tokens de autenticação não encontrados"],
    ["#access_token=abc&refresh_token=def", "Sessão inválida"],
    ["?token_hash=abc&type=email", "O link é inválido ou expirou. Solicite um novo."],
    ["?error_code=server_error", "Não foi possível verificar seu email. Por favor, tente novamente."],
  ])("%s: %s", async (link, message) => {
    const page = await asStranger();
    await page.goto("/terms-of-use");
    await page.goto(`/verify-email${link}`);
    await page.getByRole("heading", { name: "Falha na Verificação" }).waitFor();
    await page.getByRole("alert").getByText(message, { exact: true }).waitFor();
    expect(page.url()).toBe(`${site.origin}/verify-email`);
    await page.getByRole("link", { name: "Ir para o login" }).click();
    await page.waitForURL("**/auth");
  });

  test("with a session that no longer holds: Falha ao verificar sessão do usuário", async () => {
    const page = await asStranger();
    await page.goto("/terms-of-use");
    // Not yet over by its own time: the sign-in client would throw it away at once, perhaps before the page looks for it.
    const expires_at = Math.floor(Date.now() / 1000) + 3600;
    const session = JSON.stringify({ access_token: "a", refresh_token: "b", expires_at, user: { id: "c" } });
    await page.evaluate(
      ([key, value]) => localStorage.setItem(String(key), String(value)),
      [SESSION_KEY, session],
    );
    await page.goto("/verify-email");
    await page
      .getByRole("alert")
      .getByText("Falha ao verificar sessão do usuário", { exact: true })
      .waitFor();
    await page.evaluate(() => localStorage.clear());
  });
});
