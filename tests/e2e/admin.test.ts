/** The admin's day in a real browser: finding, removing, blocking, letting in, deleting, and reading what was done. */
import type { Locator, Page, Route } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { beyondTheSidesOfAny, hasFocus } from "#tests/support/accessibility.ts";
import type { Visitor } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { type FreshSite, forEachTest } from "#tests/support/fresh-site.ts";
import { tabTo } from "#tests/support/keyboard.ts";
import { createMember, emailOf, findAdmin, type Member } from "#tests/support/members.ts";
import type { TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

const ADMIN = "admin@prompteca.local";
const LONG = "Passo a passo, com calma:\n".repeat(20);

let site: TestSite;
let enter: FreshSite["enter"];
let admin: Visitor;
let maria: Member;

forEachTest(
  { ADMIN_PASSWORD: PASSWORD, CONTACT_EMAIL: "oi@prompteca.example" },
  async (fresh) => {
    ({ site, enter } = fresh);
    maria = await createMember(site, "Ana Maria");
    const beto = await createMember(site, "Beto Silva");
    const caio = await createMember(site, "Caio Luz");
    await createMember(site, "Davi Reis");
    await beto.publish("Compre na minha loja", LONG, { description: "Para quem compra." });
    for (const title of ["Bilhete para a vizinha", "Cordel da inteligência"]) await maria.publish(title);
    await caio.publish("Retrato de um gato");
    admin = await enter(await findAdmin(site));
  },
  /status of (4\d\d|50[03])|ERR_FAILED|dynamically imported module/,
);

async function logIn({ page }: Visitor, email: string) {
  await page.goto("/auth");
  await fillLogin(page, email);
}

async function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
}

const card = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });
const row = (page: Page, username: string) => page.getByRole("row").filter({ hasText: username });
const dialog = (page: Page) => page.getByRole("dialog");
const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first().waitFor();
const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Administração" }).getByText(name, { exact: true });
const LISTS = ["/admin", "/admin/users", "/admin/tags", "/admin/audit-log"];

const faults: ((route: Route) => Promise<void>)[] = [
  (route) => route.abort(),
  (route) => route.fulfill({ status: 500, json: { code: "internal_error", message: "Algo deu errado." } }),
  (route) => route.fulfill({ status: 503, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
  (route) => route.fulfill({ status: 200, contentType: "text/html", body: "<h1>It works</h1>" }),
];

/** Does `work` once for each way in which a call can fail. */
async function failing(page: Page, url: string, method: string, work: () => Promise<void>) {
  for (const fault of faults) {
    await page.route(url, (route) => (route.request().method() === method ? fault(route) : route.fallback()));
    await work();
    await page.unroute(url);
  }
}

/** Sends a dialog and reads the failure; the message is closed, so that the next one is a new one. */
async function expectFailure(page: Page, send: Locator, title: string) {
  await send.click();
  await toast(page, title);
  await page.getByRole("button", { name: "Fechar aviso" }).click();
  await page.getByText(title, { exact: true }).first().waitFor({ state: "detached" });
}

test.each([...LISTS, "/admin/health"])(
  "%s sends a visitor home, and no page for search engines",
  async (path) => {
    const answer = await fetch(site.origin + path);
    const html = await answer.text();
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(html).not.toContain("Logout");
    const { page } = await enter();
    await page.goto(path);
    await page.waitForURL(`${site.origin}/`);
  },
);

describe("the admin's screens", () => {
  test("send a member home, who sees no way there in the menus", async () => {
    const ana = await enter(maria);
    await ana.page.goto("/");
    await ana.page.getByRole("button", { name: "Conta de Ana Maria" }).click();
    await ana.page.getByRole("menuitem", { name: "Seu Perfil" }).waitFor();
    await expect.poll(() => ana.page.getByRole("menuitem", { name: "Administração" }).count()).toBe(0);
    for (const path of [...LISTS, "/admin/health"]) {
      await ana.page.goto(path);
      await ana.page.waitForURL(`${site.origin}/`);
    }
    await ana.page.setViewportSize({ width: 360, height: 740 });
    await ana.page.getByRole("button", { name: "Abrir menu" }).click();
    await ana.page.getByRole("link", { name: "Seu Perfil" }).waitFor();
    await expect.poll(() => ana.page.getByRole("link", { name: "Administração" }).count()).toBe(0);
  });

  test("are the admin's, from the menu of the header and the one of phones", async () => {
    const { page } = admin;
    await page.goto("/");
    await page.getByRole("button", { name: "Conta de admin" }).click();
    await page.getByRole("menuitem", { name: "Administração" }).click();
    await page.waitForURL("**/admin");
    await page.getByRole("heading", { level: 1, name: "Prompts" }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/");
    await page.getByRole("button", { name: "Abrir menu" }).click();
    await page.getByRole("link", { name: "Administração" }).click();
    await page.waitForURL("**/admin");
  });

  test("lead to each other and back to the site", async () => {
    await admin.page.goto("/admin");
    const { page } = admin;
    await place(page, "Usuários").click();
    await page.getByRole("heading", { level: 1, name: "Usuários" }).waitFor();
    await place(page, "Registro").click();
    await page.getByText("Ainda não houve decisões.").waitFor();
    await place(page, "Prompts").click();
    await page.waitForURL("**/admin");
    await place(page, "Voltar ao site").click();
    await page.waitForURL(`${site.origin}/`);
  });
});

describe("removing a prompt", () => {
  beforeEach(() => admin.page.goto("/admin"));

  test("shows all of each prompt; a long text unfolds", async () => {
    const { page } = admin;
    const found = card(page, "Compre na minha loja");
    await found.waitFor();
    await expect
      .poll(() => found.getByRole("term").allInnerTexts())
      .toEqual(["Quem publicou", "E-mail", "Visualizações", "Data", "ID"]);
    await expect
      .poll(() => found.getByRole("definition").allInnerTexts())
      .toEqual([
        "Beto Silva",
        "beto@example.com",
        "0",
        expect.stringMatching(/\d{4} às \d\d:\d\d$/),
        expect.stringContaining("1"),
      ]);
    await found.getByText("Para quem compra.", { exact: true }).waitFor();
    await found.getByText(LONG.trim()).waitFor();
    await expect.poll(() => found.locator("img").getAttribute("src")).toMatch(/^\/media\//);
    const unfold = found.getByRole("button", { name: "Mostrar tudo" });
    const folded = (await found.boundingBox())?.height ?? 0;
    await unfold.click();
    await found.getByRole("button", { name: "Mostrar menos" }).waitFor();
    expect((await found.boundingBox())?.height).toBeGreaterThan(folded + 100);
  });

  test("a search stays in the address, and can be left", async () => {
    const { page } = admin;
    await page.getByLabel("Buscar", { exact: true }).fill("lojas 100%");
    await page.getByLabel("Buscar", { exact: true }).press("Enter");
    await page.getByText("Nenhum prompt encontrado com essa busca.").waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("lojas 100%");
    await page.getByLabel("Buscar", { exact: true }).fill("loja");
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await page.getByText("1 prompt", { exact: true }).waitFor();
    await page.reload();
    await card(page, "Compre na minha loja").waitFor();
    await expect.poll(() => page.getByRole("article").count()).toBe(1);
    await page.goBack();
    await page.waitForURL("**/admin?q=lojas*");
    await expect.poll(() => page.getByLabel("Buscar", { exact: true }).inputValue()).toBe("lojas 100%");
    await page.getByRole("link", { name: "Limpar busca" }).click();
    await page.getByText("4 prompts", { exact: true }).waitFor();
  });

  test("can be called off, by the button and by Escape, and gives the focus back", async () => {
    const { page } = admin;
    const button = card(page, "Compre na minha loja").getByRole("button", { name: "Excluir" });
    await button.click();
    await dialog(page).getByRole("heading", { name: "Excluir Prompt" }).waitFor();
    await dialog(page).getByRole("button", { name: "Cancelar" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await button.focus();
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(button)).toBe(true);
    await page.getByText("4 prompts", { exact: true }).waitFor();
  });

  test("that fails says 'Erro ao excluir' and keeps what was typed; then it works, the author is told why, and it is undone by the case", async () => {
    const { page } = admin;
    await card(page, "Compre na minha loja").getByRole("button", { name: "Excluir" }).click();
    await dialog(page).getByText("Dizer a regra e o motivo").click();
    await dialog(page).getByLabel("Regra descumprida").selectOption("spam");
    await dialog(page).getByLabel("Motivo").fill("O texto só leva a uma loja.");
    const send = dialog(page).getByRole("button", { name: "Excluir" });
    await failing(page, "**/api/admin/prompts/*", "DELETE", () =>
      expectFailure(page, send, "Erro ao excluir"),
    );
    await expect
      .poll(() => dialog(page).getByLabel("Motivo").inputValue())
      .toBe("O texto só leva a uma loja.");
    await send.click();
    await toast(page, "Prompt removido");
    await page.getByText("3 prompts", { exact: true }).waitFor();
    await expect.poll(() => card(page, "Compre na minha loja").count()).toBe(0);
    await expect.poll(() => isFocused(page, "main")).toBe(true);
    const mail = await site.mails.waitFor(emailOf("Beto Silva"));
    expect(mail.text).toContain("Motivo: O texto só leva a uma loja.");
    await page.getByRole("link", { name: "Removidos", exact: true }).click();
    await page.waitForURL("**/admin?state=removed");
    const found = card(page, "Compre na minha loja");
    await found.getByText("Removido", { exact: true }).waitFor();
    await found.getByText(/apagado em \d\d\/\d\d\/\d{4}/).waitFor();
    await found.getByRole("link", { name: "Restaurar" }).click();
    await page.getByLabel("Restaurar", { exact: true }).check();
    await page.getByLabel("Motivo").fill("Foi engano.");
    await page.getByRole("button", { name: "Restaurar", exact: true }).click();
    await page.getByText("Restaurado.", { exact: true }).waitFor();
    await page.goto("/admin");
    await page.getByText("4 prompts", { exact: true }).waitFor();
  });

  test("is undone from the toast, by keyboard alone", async () => {
    await card(admin.page, "Compre na minha loja").getByRole("button", { name: "Excluir" }).click();
    await dialog(admin.page).getByRole("button", { name: "Excluir" }).click();
    const { page } = admin;
    await toast(page, "Prompt removido");
    await page.keyboard.press("F8");
    await tabTo(page, /^Desfazer$/);
    await page.keyboard.press("Enter");
    await toast(page, "Prompt restaurado");
    await page.getByText("4 prompts", { exact: true }).waitFor();
  });

  test("is not undone from the toast once another window has decided; the case is a press away", async () => {
    const { page } = admin;
    const remove = async (tab: Page) => {
      await card(tab, "Compre na minha loja").getByRole("button", { name: "Excluir" }).click();
      await dialog(tab).getByRole("button", { name: "Excluir" }).click();
      await tab.getByText("3 prompts", { exact: true }).waitFor();
      return tab.getByRole("button", { name: "Desfazer" });
    };
    const undo = await remove(page);
    // Keeps the message.
    await page.keyboard.press("F8");
    const other = await page.context().newPage();
    await other.goto("/admin?state=removed");
    await card(other, "Compre na minha loja").getByRole("link", { name: "Restaurar" }).click();
    await other.getByLabel("Restaurar", { exact: true }).check();
    await other.getByLabel("Motivo").fill("Foi engano.");
    await other.getByRole("button", { name: "Restaurar", exact: true }).click();
    await other.getByText("Restaurado.", { exact: true }).waitFor();
    await other.goto("/admin");
    await remove(other);
    await other.close();
    await undo.click();
    await toast(page, "Erro ao restaurar");
    await page.getByText("O caso mudou desde então.").first().waitFor();
    await page.getByText("3 prompts", { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole("link", { name: "Ver o caso" }).getAttribute("href"))
      .toMatch(/^\/admin\/denuncias\/\d+$/);
  });

  test("that another tab has removed meanwhile says so and brings the list up to date", async () => {
    const { page } = admin;
    const other = await page.context().newPage();
    await other.goto("/admin");
    for (const tab of [page, other]) {
      await card(tab, "Retrato de um gato").getByRole("button", { name: "Excluir" }).click();
    }
    await dialog(page).getByRole("button", { name: "Excluir" }).click();
    await toast(page, "Prompt removido");
    await dialog(other).getByRole("button", { name: "Excluir" }).click();
    await other.getByText("O prompt não existe mais. A lista foi atualizada.").first().waitFor();
    await other.getByText("3 prompts", { exact: true }).waitFor();
    await expect.poll(() => dialog(other).count()).toBe(0);
    await other.close();
  });

  test("of the last one on the last page leads to the page before, which exists", async () => {
    const { page } = admin;
    await site.database.pool.query(
      `insert into prompts (user_id, llm_type_id, title, content, image_hash, search, created_at)
      select user_id, llm_type_id, 'Cópia ' || n, content, image_hash, search, created_at - make_interval(days => n)
      from prompts, generate_series(1, 27) n where title = 'Cordel da inteligência'`,
    );
    await page.reload();
    await page.getByText("Página 1 de 2").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Anterior" }).isDisabled()).toBe(true);
    await page.getByRole("link", { name: "Próxima" }).click();
    await page.getByText("Página 2 de 2").waitFor();
    await page.waitForURL("**/admin?page=2");
    await expect.poll(() => page.getByRole("button", { name: "Próxima" }).isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole("article").count()).toBe(1);
    await page.getByRole("article").getByRole("button", { name: "Excluir" }).click();
    await dialog(page).getByRole("button", { name: "Excluir" }).click();
    await toast(page, "Prompt removido");
    await page.waitForURL(`${site.origin}/admin`);
    await page.getByText("Página 1 de 1").waitFor();
    await page.goto("/admin?page=900");
    await page.waitForURL(`${site.origin}/admin`);
    await page.getByText("30 prompts", { exact: true }).waitFor();
  });
});

describe("people", () => {
  beforeEach(() => admin.page.goto("/admin/users"));

  test("stand in a table with the specification's columns; the admin's own row has no actions", async () => {
    const { page } = admin;
    await place(page, "Usuários").click();
    await row(page, "Ana Maria").waitFor();
    await expect
      .poll(() => page.getByRole("columnheader").allTextContents())
      .toEqual(["ID", "Username", "Email", "Data de Cadastro", "Status", "Ações"]);
    await row(page, "Ana Maria").getByText("ana@example.com").waitFor();
    await row(page, "Ana Maria").getByText("Ativo").waitFor();
    await row(page, ADMIN).getByText("É a sua conta").waitFor();
    await expect
      .poll(() => row(page, ADMIN).getByRole("button").allTextContents())
      .toEqual([expect.stringContaining("copiar ID")]);
  });

  test("stand 30 on a page", async () => {
    const { page } = admin;
    await site.database.pool.query(
      `insert into users (email, username, created_at)
        select 'antiga' || n || '@example.com', 'Antiga ' || n, now() - make_interval(years => n)
        from generate_series(1, 26) n`,
    );
    await page.goto("/admin/users");
    await page.getByText("31 usuários", { exact: true }).waitFor();
    // The head is a row as well.
    await expect.poll(() => page.getByRole("row").count()).toBe(31);
    await page.getByRole("link", { name: "Próxima" }).click();
    await page.waitForURL("**/admin/users?page=2");
    await page.getByText("Página 2 de 2").waitFor();
    await row(page, "Antiga 26").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByRole("link", { name: "Anterior" }).click();
    await row(page, "Ana Maria").waitFor();
  });

  test("are found by any part of name or address", async () => {
    const { page } = admin;
    await page.getByLabel("Buscar", { exact: true }).fill("ETO sil");
    await page.getByLabel("Buscar", { exact: true }).press("Enter");
    await page.getByText("1 usuário", { exact: true }).waitFor();
    await row(page, "Beto Silva").waitFor();
    await page.getByLabel("Buscar", { exact: true }).fill("ninguém");
    await page.getByLabel("Buscar", { exact: true }).press("Enter");
    await page.getByText("Nenhum usuário encontrado com essa busca.").waitFor();
    await page.getByRole("link", { name: "Limpar busca" }).click();
    await page.getByText("5 usuários", { exact: true }).waitFor();
  });

  test("are blocked, told so in the tab they left open, and let in again", async () => {
    const { page } = admin;
    const ana = await enter(maria);
    // She reads on; nothing has told her tab yet.
    await ana.page.goto("/prompts", { waitUntil: "networkidle" });
    await row(page, "Ana Maria").getByRole("button", { name: "Bloquear" }).click();
    await dialog(page).getByText("Um usuário bloqueado não pode entrar.").waitFor();
    // One press is enough: rule and reason are offered, not asked for.
    await expect.poll(() => dialog(page).getByLabel("Regra descumprida").isVisible()).toBe(false);
    await dialog(page).getByText("Dizer a regra e o motivo").waitFor();
    const send = dialog(page).getByRole("button", { name: "Bloquear" });
    await failing(page, "**/toggle-block", "PATCH", () => expectFailure(page, send, "Erro na operação"));
    await send.click();
    await toast(page, "Usuário bloqueado");
    await row(page, "Ana Maria").getByText("Bloqueado").waitFor();
    const again = row(page, "Ana Maria").getByRole("button", { name: "Desbloquear" });
    await expect.poll(() => hasFocus(again)).toBe(true);
    const mail = await site.mails.waitFor(emailOf("Ana Maria"));
    expect(mail.text).toContain("Regra dos Termos de Uso: ");
    expect(mail.text).not.toMatch(/motivo/i);
    expect(mail.text).toContain("/blocked-account");
    await ana.page
      .getByRole("article")
      .first()
      .getByRole("button", { name: /^Curtir/ })
      .click();
    await toast(ana.page, "Conta bloqueada");
    await ana.page.getByRole("link", { name: "Entrar" }).first().waitFor();
    await logIn(ana, emailOf("Ana Maria"));
    await ana.page.getByText("Sua conta está bloqueada.").first().waitFor();
    await row(page, "Ana Maria").getByRole("button", { name: "Desbloquear" }).click();
    await dialog(page).getByRole("button", { name: "Desbloquear" }).click();
    await toast(page, "Usuário desbloqueado");
    await row(page, "Ana Maria").getByText("Ativo").waitFor();
    await site.mails.waitFor(emailOf("Ana Maria"), 2);
    await logIn(ana, emailOf("Ana Maria"));
    await ana.page.getByRole("button", { name: "Conta de Ana Maria" }).waitFor();
  });

  test("are blocked and lose everything in one step", async () => {
    const { page } = admin;
    await row(page, "Ana Maria").getByRole("button", { name: "Bloquear" }).click();
    await dialog(page).getByText("2 prompts com as imagens").waitFor();
    await dialog(page).getByRole("checkbox").check();
    await dialog(page).getByRole("button", { name: "Bloquear e remover tudo" }).click();
    await toast(page, "Usuário bloqueado");
    await row(page, "Ana Maria").getByText("Bloqueado").waitFor();
    await place(page, "Prompts").click();
    await page.getByText("2 prompts", { exact: true }).waitFor();
    await page.goto("/prompts");
    await card(page, "Retrato de um gato").waitFor();
    await expect.poll(() => page.getByRole("article").count()).toBe(2);
  });

  test("are deleted, and restored from the toast; the case of who is removed says so", async () => {
    const { page } = admin;
    await row(page, "Beto Silva").getByRole("button", { name: "Excluir" }).click();
    await dialog(page).getByText("(beto@example.com) sai do site agora").waitFor();
    const send = dialog(page).getByRole("button", { name: "Excluir" });
    await failing(page, "**/api/admin/users/*", "DELETE", () =>
      expectFailure(page, send, "Erro na exclusão"),
    );
    await send.click();
    await toast(page, "Usuário excluído");
    await row(page, "Beto Silva").getByText("Removido", { exact: true }).waitFor();
    const subjects = () =>
      site.mails.received
        .filter(({ to }) => to.includes(emailOf("Beto Silva")))
        .map(({ subject }) => subject);
    await expect.poll(subjects).toContain("Sua conta foi removida da Prompteca");
    await page.getByRole("button", { name: "Desfazer" }).click();
    await toast(page, "Usuário restaurado");
    await row(page, "Beto Silva").getByText("Ativo").waitFor();
    await row(page, "Beto Silva").getByRole("button", { name: "Excluir" }).click();
    await dialog(page).getByRole("button", { name: "Excluir" }).click();
    await row(page, "Beto Silva").getByRole("link", { name: "Restaurar" }).click();
    await page.getByText("Conta removida agora", { exact: true }).waitFor();
    await page.getByText(/Membro desde .*, conta removida$/).waitFor();
    await expect.poll(() => page.locator("main").innerText()).not.toContain("bloqueada");
    await page.getByRole("heading", { name: "A conta", exact: true }).waitFor();
  });
});

describe("the log", () => {
  test("tells every action in a sentence, with its reason, the newest first", async () => {
    const { access_token } = await (await findAdmin(site)).logIn();
    const act = async <Answer>(method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
      const answer = await fetch(`${site.origin}/api/admin${path}`, {
        method,
        headers,
        body: JSON.stringify(body ?? {}),
      });
      expect(answer.status, `${method} ${path}`).toBeLessThan(300);
      return (await answer.json().catch(() => null)) as Answer;
    };
    const idOf = async (table: string, column: string, name: string) =>
      (await site.database.pool.query(`select id from ${table} where ${column} = $1`, [name])).rows[0].id;
    const shop = await idOf("prompts", "title", "Compre na minha loja");
    const beto = await idOf("users", "username", "Beto Silva");
    const reason = "O texto só leva a uma loja.";
    const removal = await act<{ case_id: number; undo_version: string }>("DELETE", `/prompts/${shop}`, {
      reason,
      ground: "spam",
    });
    await act("POST", `/cases/${removal.case_id}/decisions`, {
      action: "restore",
      ground: "none",
      reason: "Foi engano.",
      version: removal.undo_version,
    });
    await act("PATCH", `/users/${maria.id}/toggle-block`, { blocked: true });
    await act("PATCH", `/users/${maria.id}/toggle-block`, { blocked: false });
    await act("PATCH", `/users/${maria.id}/toggle-block`, { blocked: true, remove_content: true });
    await act("DELETE", `/users/${beto}`);

    const { page } = admin;
    await page.goto("/admin/audit-log");
    await page.getByText("6 registros").waitFor();
    const said = await page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.locator("time") })
      .all();
    const sentences = await Promise.all(said.map((entry) => entry.locator("p").first().textContent()));
    expect(sentences.map((sentence) => sentence?.replace(/ID \d+/, "ID n"))).toEqual([
      "admin removeu a conta de Beto Silva com 1 prompt.",
      "admin bloqueou Ana Maria e removeu 2 prompts.",
      "admin desbloqueou Ana Maria.",
      "admin bloqueou Ana Maria.",
      "admin desfez uma decisão sobre o prompt “Compre na minha loja” (ID n).",
      "admin removeu o prompt “Compre na minha loja” (ID n).",
    ]);
    await page.getByText("O texto só leva a uma loja.").waitFor();
    await page.getByRole("link", { name: "Ver a conta", exact: true }).first().click();
    await page.getByText("1 usuário", { exact: true }).waitFor();
    await row(page, "Beto Silva").getByText("Removido").waitFor();
  });
});

describe("when something is missing", () => {
  test("a list that cannot load says so, and tries again when asked", async () => {
    const { page } = admin;
    for (const [path, calls, message] of [
      ["/admin", "**/api/admin/prompts?*", "Erro ao carregar os prompts. Tente novamente."],
      ["/admin/users", "**/api/admin/users?*", "Erro ao carregar os usuários. Tente novamente."],
      ["/admin/audit-log", "**/api/admin/audit-log?*", "Erro ao carregar o registro. Tente novamente."],
    ] as const) {
      await failing(page, calls, "GET", async () => {
        await page.goto(path);
        await page.getByRole("alert").getByText(message).waitFor();
      });
      await page.getByRole("button", { name: "Tentar novamente" }).click();
      await page.getByText(/^(4 prompts|5 usuários)$|Ainda não houve decisões/).waitFor();
    }
  });

  test("without a token an action says 'Não foi possível obter o token de autenticação.'", async () => {
    const { page } = admin;
    await page.goto("/admin/users");
    await row(page, "Caio Luz").getByRole("button", { name: "Bloquear" }).click();
    const kept = await page.evaluate(() => localStorage.getItem("prompteca-auth"));
    await page.evaluate(() => localStorage.removeItem("prompteca-auth"));
    await dialog(page).getByRole("button", { name: "Bloquear" }).click();
    await page.getByText("Não foi possível obter o token de autenticação.").first().waitFor();
    await page.evaluate((session) => localStorage.setItem("prompteca-auth", String(session)), kept);
  });

  test("a logout that does not work says 'Erro ao fazer logout', and the admin stays", async () => {
    const { page } = admin;
    // The sign-in client does the logout; it never arrives.
    await page.route("**/assets/*.js", async (route) => {
      const answer = await route.fetch();
      if ((await answer.text()).includes("gotrue-js")) await route.abort();
      else await route.fulfill({ response: answer });
    });
    await page.goto("/admin");
    await place(page, "Logout").click();
    await toast(page, "Erro ao fazer logout");
    await page.unroute("**/assets/*.js");
    await page.reload();
    await page.getByText("4 prompts", { exact: true }).waitFor();
  });

  test("no list scrolls sideways, whatever the width", async () => {
    const { page } = admin;
    for (const path of LISTS) {
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await beyondTheSidesOfAny(page), path).toEqual([]);
    }
  });

  test("a session that ends on the page leads home", async () => {
    const { page } = admin;
    // Whatever else the page asks for has been answered: the press below is what finds the session gone.
    await page.goto("/admin/users", { waitUntil: "networkidle" });
    await row(page, "Davi Reis").getByRole("button", { name: "Excluir" }).click();
    await dialog(page).waitFor();
    await site.database.pool.query(
      "delete from sessions where user_id = (select id from users where email = $1)",
      [ADMIN],
    );
    await dialog(page).getByRole("button", { name: "Excluir" }).click();
    await page.waitForURL(`${site.origin}/`);
  });

  test("logging out says 'Logout realizado' and leads home", async () => {
    const { page } = admin;
    await page.goto("/admin");
    await place(page, "Logout").click();
    await toast(page, "Logout realizado");
    await page.waitForURL(`${site.origin}/`);
    await page.getByRole("link", { name: "Entrar" }).first().waitFor();
  });
});
