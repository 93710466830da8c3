/** The settings in real browsers: sessions ended from elsewhere, a copy of one's data, leaving for good. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import type { PromptView } from "#prompts/contract.ts";
import { hasFocus } from "#tests/support/accessibility.ts";
import { holdBack, untilIdle, type Visitor } from "#tests/support/browser.ts";
import { draftsIn } from "#tests/support/drafts.ts";
import { fillLogin, openLoggingIn } from "#tests/support/forms.ts";
import { type FreshSite, forEachTest } from "#tests/support/fresh-site.ts";
import { createMember, emailOf, type Member } from "#tests/support/members.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import type { TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";

let site: TestSite;
let enter: FreshSite["enter"];
let maria: Member;
let silva: Member;
/** Ana at home, and with her telephone. */
let ana: Visitor;
let away: Visitor;

forEachTest(
  {},
  async (fresh) => {
    ({ site, enter } = fresh);
    maria = await createMember(site, "Ana Maria");
    silva = await createMember(site, "Beto Silva");
    ana = await enter(undefined, { userAgent: CHROME });
    away = await enter(undefined, { userAgent: FIREFOX, viewport: { width: 360, height: 740 } });
  },
  /status of (4\d\d|50[03])|ERR_FAILED/,
);

async function idOf(username: string): Promise<string> {
  const { rows } = await site.database.pool.query("select id from users where username = $1", [username]);
  return rows[0].id;
}

const open = ({ page }: Visitor, username: string, path: string) =>
  openLoggingIn(page, emailOf(username), path);

const row = (page: Page, device: string) =>
  page.locator("main").getByRole("listitem").filter({ hasText: device });
const settings = "/settings";

test("one's e-mail stands there, with the way to have it changed", async () => {
  const { page } = await enter(await createMember(site, "Cida Rocha"));
  await page.goto(settings);
  const section = page.getByRole("region", { name: "E-mail" });
  await section.getByText(emailOf("Cida Rocha")).waitFor();
  await section.getByRole("link", { name: "Como pedir" }).click();
  await page.waitForURL("**/privacy-policy#seus-direitos");
  await page.getByText(/trocar o e-mail de uma conta já confirmada/).waitFor();
});

describe("open sessions", () => {
  test("are listed with device, address and dates; a form elsewhere is kept when its session is ended, and sent after a login", async () => {
    await open(away, "Ana Maria", "/submit");
    await open(ana, "Ana Maria", settings);
    const { page } = ana;
    await row(page, "Esta sessão").getByText("Chrome no Linux").waitFor();
    await row(page, "Firefox no Windows")
      .getByText(/Último uso agora · IP (127\.0\.0\.1|::1)/)
      .waitFor();
    await row(page, "Firefox no Windows")
      .getByText(/Desde \d{1,2}º? de [a-zç]+ de \d{4}/)
      .waitFor();
    await expect
      .poll(() => page.getByRole("list", { name: "Sessões abertas" }).getByRole("listitem").count())
      .toBe(2);
    await away.page.getByLabel(/título/i).fill("Bilhete para a vizinha");
    await away.page.getByLabel(/^prompt|texto do prompt/i).fill("Escreva um bilhete gentil para a vizinha.");
    await away.page.getByLabel(/ferramenta/i).selectOption({ label: "Claude" });
    const [, data] = (await pictureDataUrl("#884422")).split(",");
    const picture = { name: "b.png", mimeType: "image/png", buffer: Buffer.from(String(data), "base64") };
    await away.page.locator('input[type="file"]').setInputFiles(picture);

    await page.getByRole("button", { name: "Encerrar sessão: Firefox no Windows" }).click();
    await page.getByText("Firefox no Windows não tem mais acesso à sua conta.").first().waitFor();
    await row(page, "Firefox no Windows").waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(page.getByRole("list", { name: "Sessões abertas" }))).toBe(true);
    await expect.poll(() => page.getByRole("button", { name: "Encerrar todas as outras" }).count()).toBe(0);

    await away.page.getByRole("button", { name: "Enviar Prompt" }).click();
    // The notice that the session ended is replaced by its meaning for the form.
    await away.page.getByText("Você precisa estar logado para enviar prompts").first().waitFor();
    const panel = away.page.getByRole("region", { name: "Entre para enviar seu prompt" });
    // The dialog has opened by itself; closed, the two ways to it remain.
    for (const [button, title] of [
      ["Criar conta", "Crie sua conta"],
      ["Entrar", "Entre na Prompteca"],
    ] as const) {
      await away.page.getByRole("dialog").waitFor();
      await away.page.keyboard.press("Escape");
      await away.page.getByRole("dialog").waitFor({ state: "detached" });
      await panel.getByRole("button", { name: button }).click();
      await away.page.getByRole("dialog", { name: title }).waitFor();
    }
    await expect.poll(() => away.page.getByLabel(/título/i).inputValue()).toBe("Bilhete para a vizinha");
    await away.page.getByRole("dialog", { name: "Entre na Prompteca" }).waitFor();
    await fillLogin(away.page, emailOf("Ana Maria"));
    await away.page.getByRole("dialog").waitFor({ state: "detached" });
    await away.page.getByRole("button", { name: "Enviar Prompt" }).click();
    await away.page.getByText("Seu prompt foi enviado com sucesso").first().waitFor();
  });

  test("all others are ended at once; the page that learns of it leads home and says why", async () => {
    await open(away, "Ana Maria", "/submit");
    await open(ana, "Ana Maria", settings);
    await away.page.goto("/settings");
    await row(away.page, "Esta sessão").waitFor();
    // What the page asks for by itself, such as the mark of news, is no step.
    await away.page.waitForLoadState("networkidle");
    await ana.page.reload();
    await ana.page.getByRole("button", { name: "Encerrar todas as outras" }).click();
    await ana.page.getByText("1 outra sessão foi encerrada.").first().waitFor();

    await away.page.getByRole("button", { name: "Encerrar sessão: Chrome no Linux" }).click();
    await away.page.getByText("Sua sessão terminou", { exact: true }).first().waitFor();
    await away.page.waitForURL(`${site.origin}/`);
    await expect.poll(() => row(ana.page, "Esta sessão").count()).toBe(1);
  });

  test("an hour after the login another one is ended with the password, which may be mistyped", async () => {
    await open(ana, "Ana Maria", settings);
    await open(away, "Ana Maria", "/submit");
    await site.database.pool.query(
      "update sessions set created_at = now() - interval '2 hours' where user_id = $1",
      [maria.id],
    );
    const { page } = ana;
    await page.reload();
    await page.getByRole("button", { name: "Encerrar sessão: Firefox no Windows" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirme que é você" });
    await dialog.getByText("Você entrou há mais de uma hora.").waitFor();
    const field = dialog.getByLabel("Sua senha");
    await field.fill("errada-mesmo-1");
    await dialog.getByRole("button", { name: "Encerrar" }).click();
    await dialog.getByText("A senha está incorreta.").waitFor();
    expect([await field.inputValue(), await hasFocus(field)]).toEqual(["errada-mesmo-1", true]);
    await field.fill(PASSWORD);
    await dialog.getByRole("button", { name: "Encerrar" }).click();
    await page.getByText("Firefox no Windows não tem mais acesso à sua conta.").first().waitFor();
    await dialog.waitFor({ state: "detached" });
    await row(page, "Firefox no Windows").waitFor({ state: "detached" });
  });

  test("a list that does not come says so, and comes when asked again", async () => {
    await open(ana, "Ana Maria", settings);
    const { page } = ana;
    await page.route("**/api/account/sessions", (route) =>
      route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
    );
    await page.reload();
    await page.getByText("O site não conseguiu responder agora. Tente novamente em instantes.").waitFor();
    await page.unroute("**/api/account/sessions");
    await page.getByRole("button", { name: "Tentar novamente" }).click();
    await row(page, "Esta sessão").waitFor();
  });

  test("ending the present one is logging out", async () => {
    await open(ana, "Ana Maria", settings);
    const { page } = ana;
    await page.getByRole("button", { name: "Encerrar esta sessão e sair" }).click();
    await page.getByText("Você saiu da sua conta.").first().waitFor();
    await page.waitForURL(`${site.origin}/`);
  });
});

describe("a copy of one's data", () => {
  test("is downloaded as one ZIP with a good name", async () => {
    await maria.publish("Bilhete para a vizinha");
    await open(ana, "Ana Maria", settings);
    const { page } = ana;
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Baixar meus dados" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^prompteca-ana-maria-\d{4}-\d\d-\d\d\.zip$/);
    await page.getByText("Cópia pronta").first().waitFor();
    const names: string[] = [];
    const zip = await fromBufferPromise(await readFile(await download.path()));
    for await (const entry of zip.eachEntry()) names.push(entry.fileName);
    expect(names).toEqual([
      "conta.json",
      "prompts.json",
      "versoes.json",
      "curtidas.json",
      "favoritos.json",
      "resultados.json",
      "colecoes.json",
      "seguindo.json",
      "decisoes.json",
      "denuncias.json",
      expect.stringMatching(/^prompts\/\d+-bilhete-para-a-vizinha\.md$/),
      expect.stringMatching(/^imagens\/\d+-bilhete-para-a-vizinha\.webp$/),
      "LEIA-ME.txt",
    ]);
  });

  test("one that fails or is refused is told in words, and can be asked for again", async () => {
    await open(ana, "Ana Maria", settings);
    const { page } = ana;
    const button = page.getByRole("button", { name: "Baixar meus dados" });
    for (const [status, message] of [
      [429, "Muitas tentativas em pouco tempo. Aguarde um pouco e tente novamente."],
      [503, "O site não conseguiu responder agora. Tente novamente em instantes."],
    ] as const) {
      const body = status === 429 ? JSON.stringify({ message, code: "over_request_rate_limit" }) : "<html>";
      await page.route("**/api/account/export", (route) => route.fulfill({ status, body }));
      await button.click();
      await page.getByText(message).first().waitFor();
      await page.unroute("**/api/account/export");
    }
    await page.route("**/api/account/export", (route) => route.abort());
    await button.click();
    await page.getByText("Não foi possível falar com o servidor.").first().waitFor();
    await page.unroute("**/api/account/export");
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    expect(await download.failure()).toBeNull();
  });
});

test("an account without a password makes its first one, also where no issuer is offered", async () => {
  const { page } = await enter(silva);
  await site.database.pool.query("update users set password_hash = null where id = $1", [silva.id]);
  await site.database.pool.query("update sessions set auth_method = 'oauth' where user_id = $1", [silva.id]);
  await page.goto(settings);
  await page.getByText("Sua conta ainda não tem senha.").waitFor();
  await page.getByLabel("Nova senha", { exact: true }).fill("Jabuticaba-azul-77");
  await page.getByLabel(/Confirmar/).fill("Jabuticaba-azul-77");
  await page.getByRole("button", { name: "Criar senha" }).click();
  await page.getByText("Senha criada").first().waitFor();
  await page.getByLabel("Senha atual").waitFor();
});

describe("deleting one's account", () => {
  test("says first what goes, in numbers, and changes nothing when it is called off", async () => {
    await silva.publish("Cordel da inteligência");
    const { page } = await enter(silva);
    await page.goto(settings);
    const opener = page.getByRole("button", { name: "Excluir minha conta" });
    await opener.click();
    const dialog = page.getByRole("dialog", { name: "Excluir sua conta?" });
    await dialog.getByText("1 prompt publicado, com 1 imagem").waitFor();
    await dialog.getByText("2 sessões abertas").waitFor();
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(opener)).toBe(true);
  });

  test("asks for the password, and refuses none and a wrong one; then it is gone, for visitors too, and nobody can log in with it", async () => {
    await silva.publish("Cordel da inteligência");
    const { page } = await enter(silva);
    await page.goto(settings);
    await page.getByRole("button", { name: "Excluir minha conta" }).click();
    const dialog = page.getByRole("dialog");
    const password = dialog.getByLabel("Sua senha");
    const confirm = dialog.getByRole("button", { name: "Excluir para sempre" });
    await confirm.click();
    await dialog.getByText("Informe sua senha para excluir a conta.").waitFor();
    await password.fill("Jaca-errada-123");
    await confirm.click();
    await dialog.getByText("A senha está incorreta.").waitFor();
    await expect.poll(() => hasFocus(password)).toBe(true);
    await expect.poll(() => password.inputValue()).toBe("Jaca-errada-123");
    const id = await silva.publish("Receita de bolo");
    const { image } = (await (await fetch(`${site.origin}/api/prompts/${id}`)).json()) as PromptView;
    const shown = [`/api/prompts/${id}`, `/prompts/${id}`, image.url];
    const statuses = () =>
      Promise.all(shown.map((path) => fetch(site.origin + path).then(({ status }) => status)));
    expect(await draftsIn(page, `new ${await idOf("Beto Silva")}`)).toHaveLength(1);
    await page.getByRole("dialog").getByLabel("Sua senha").fill(PASSWORD);
    await page.getByRole("dialog").getByLabel("Sua senha").press("Enter");
    await page.getByText("Conta excluída").first().waitFor();
    await page.waitForURL(`${site.origin}/`);
    await page.getByRole("link", { name: "Entrar" }).first().waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("prompteca-auth"))).toBeNull();
    await expect.poll(() => draftsIn(page)).toEqual([]);
    expect(await statuses()).toEqual([404, 404, 404]);
    await page.goto(`/prompts/${id}`);
    await page.getByText("Prompt não encontrado").first().waitFor();
    await page.goto("/auth");
    await fillLogin(page, emailOf("Beto Silva"));
    await page.getByText("E-mail ou senha incorretos.").first().waitFor();
  });

  test("asks for the password when the hour of a mailed link is over, with the dialog open", async () => {
    const { page } = await enter(silva);
    const sessions = (set: string) =>
      site.database.pool.query(`update sessions set ${set} where user_id = $1`, [silva.id]);
    await sessions("auth_method = 'otp'");
    await page.goto(settings);
    await page.getByRole("button", { name: "Excluir minha conta" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Tudo isto é apagado").waitFor();
    await expect.poll(() => dialog.getByLabel("Sua senha").count()).toBe(0);
    await sessions("created_at = now() - interval '2 hours'");
    await dialog.getByRole("button", { name: "Excluir para sempre" }).click();
    await dialog.getByText("Informe sua senha para excluir a conta.").waitFor();
    await dialog.getByLabel("Sua senha").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Excluir para sempre" }).click();
    await page.getByText("Conta excluída").first().waitFor();
  });

  test("in a second tab, what was open there ends at its next step, in words", async () => {
    await open(ana, "Ana Maria", settings);
    const second = await ana.page.context().newPage();
    await second.goto(settings);
    await second.getByRole("button", { name: "Excluir minha conta" }).click();
    await second.getByRole("dialog").getByLabel("Sua senha").fill(PASSWORD);
    // The other tab is not told by this one: its storage is its own, as on another device.
    await open(away, "Ana Maria", settings);
    await away.page.getByRole("button", { name: "Excluir minha conta" }).click();
    await away.page.getByRole("dialog").getByLabel("Sua senha").fill(PASSWORD);
    await away.page.waitForLoadState("networkidle");
    await second.getByRole("button", { name: "Excluir para sempre" }).click();
    await second.getByText("Conta excluída").first().waitFor();

    // Another call may find it out, too, and later.
    const footprint = "**/api/account/footprint";
    const letThrough = await holdBack(away.page, footprint);
    await away.page.getByRole("button", { name: "Excluir para sempre" }).click();
    const ended = away.page.getByText("Sua sessão terminou", { exact: true }).first();
    await ended.waitFor();
    const answered = away.page.waitForResponse(footprint);
    letThrough();
    await answered;
    await untilIdle(away.page);
    await ended.waitFor();
    await away.page.waitForURL(`${site.origin}/`);
    await ana.page.waitForURL(`${site.origin}/`);
    await ana.page.getByRole("link", { name: "Entrar" }).first().waitFor();
  });
});
