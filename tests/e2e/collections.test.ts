/** A collection's life: saved from a prompt into a new list, ordered by keyboard and by hand, shown to everybody, deleted. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { unsubscribePath } from "#collections/paths.ts";
import { unsubscribeToken } from "#collections/server/news-mails/unsubscribe-token.ts";
import { deriveSecrets } from "#platform/secrets.ts";
import { untilIdle } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { type FreshSite, forEachTest } from "#tests/support/fresh-site.ts";
import { lookAtFocus } from "#tests/support/keyboard.ts";
import { createMember, type Member } from "#tests/support/members.ts";
import type { TestSite } from "#tests/support/site.ts";

const SECRET_KEY = "Hq3vX9nB5tY1mC7wK4sR8zLe2JgD6pUa";
declare global {
  interface Window {
    /** All headings that a page has shown. */
    headings?: string;
  }
}

const LIST = "/colecoes/1-cafe-da-tarde";

let site: TestSite;
let enter: FreshSite["enter"];
let ana: Member;
let prompts: number[];

forEachTest(
  { SECRET_KEY },
  async (fresh) => {
    ({ site, enter } = fresh);
    ana = await createMember(site, "Ana");
    prompts = [];
    for (const title of ["Bolo de fubá", "Pão de queijo", "Canjica"]) prompts.push(await ana.publish(title));
  },
  // The browser's own words on a change that came too late, and on a private list's page.
  /40[49]/,
);

/** Makes Ana's list "Café da tarde", with the first `count` prompts. */
async function makeList(count = prompts.length) {
  await change("POST", "/api/collections", { title: "Café da tarde" });
  for (const id of prompts.slice(0, count)) await change("PUT", `/api/collections/1/items/${id}`, {});
}

/** Makes it everybody's, under another name, with a note. */
async function publishList() {
  const { version } = (await (await change("GET", "/api/collections/1")).json()) as { version: number };
  await change("PATCH", "/api/collections/1", { title: "Café com bolo", is_public: true, version });
  await change("PUT", `/api/collections/1/items/${prompts[2]}`, { note: "Só em junho." });
}

/** Who is mailed what is new. */
const asked = async () => (await site.database.pool.query("select user_id from news_mails")).rows;

async function change(method: string, path: string, body?: object): Promise<Response> {
  const { access_token } = await ana.logIn();
  const answer = await fetch(site.origin + path, {
    method,
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

const save = (page: Page) => page.getByRole("button", { name: "Salvar em…" });
const dialog = (page: Page) => page.getByRole("dialog");
const titles = (page: Page) => page.locator("main article h2").allTextContents();
const stored = async (): Promise<number[]> =>
  (
    await site.database.pool.query(
      "select prompt_id from collection_items order by collection_id, position, prompt_id",
    )
  ).rows.map((row) => row.prompt_id);

/**
 * The member's lists are read at once, and arrive after what the next change is answered is shown.
 * @param method of that change
 * @returns waits until the page has made of them what it does
 */
async function delayLists(page: Page, method: "PUT" | "DELETE"): Promise<() => Promise<void>> {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const changed = page.waitForResponse((answer) => answer.request().method() === method);
  await page.route("**/api/collections?prompt=*", async (route) => {
    const response = await route.fetch();
    await (await changed).finished();
    await untilIdle(page);
    // Nobody waits for it any more.
    await route.fulfill({ response }).catch(() => {});
    resolve();
  });
  return () => arrived.then(() => untilIdle(page));
}

test("a visitor logs in, the dialog opens by itself, and a list is made without leaving the page", async () => {
  const { page } = await enter();
  await page.goto(`/prompts/${prompts[0]}`);
  await save(page).click();
  await dialog(page).getByText("Você escolhe onde salvar “Bolo de fubá” depois do login.").waitFor();
  await fillLogin(page, ana.email);
  await page.getByRole("dialog", { name: "Salvar em…" }).waitFor();
  await dialog(page).getByLabel("Nome da coleção").fill("ab");
  await page.keyboard.press("Enter");
  await dialog(page).getByText("Título deve ter pelo menos 3 caracteres").waitFor();
  await dialog(page).getByLabel("Nome da coleção").fill("Café da tarde");
  const made = dialog(page).getByRole("checkbox", { name: /Café da tarde/ });
  // Asked for once the list is made, before the prompt is in it.
  const listsCame = await delayLists(page, "PUT");
  await page.keyboard.press("Enter");
  await expect.poll(() => made.isChecked()).toBe(true);
  await listsCame();
  await expect.poll(() => made.isChecked()).toBe(true);
  await page.unrouteAll();
  await dialog(page).getByRole("button", { name: "Fechar" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Salvar em…");
  await expect.poll(() => stored()).toEqual([prompts[0]]);
});

test("a press stays when the lists that were asked for before arrive after it", async () => {
  const { page } = await enter(ana);
  await makeList(1);
  await page.goto(`/prompts/${prompts[0]}`);
  await save(page).click();
  const made = dialog(page).getByRole("checkbox", { name: /Café da tarde/ });
  await made.waitFor();
  await dialog(page).getByRole("button", { name: "Fechar" }).click();
  const listsCame = await delayLists(page, "DELETE");
  await save(page).click();
  await made.click();
  await expect.poll(stored).toEqual([]);
  await listsCame();
  await expect.poll(() => made.isChecked()).toBe(false);
  await page.unrouteAll();
  await made.click();
  await expect.poll(stored).toEqual([prompts[0]]);
  await dialog(page).getByRole("button", { name: "Fechar" }).click();
});

test("prompts are saved by keyboard alone", async () => {
  const { page } = await enter(ana);
  await makeList(1);
  for (const id of prompts.slice(1)) {
    await page.goto(`/prompts/${id}`);
    await page.locator("html[data-live]").waitFor();
    await save(page).focus();
    await page.keyboard.press("Enter");
    await dialog(page)
      .getByRole("checkbox", { name: /Café da tarde/ })
      .focus();
    await page.keyboard.press("Space");
    await dialog(page).getByText("Salvo em “Café da tarde”").waitFor({ state: "attached" });
  }
  await expect.poll(stored).toEqual(prompts);
  await dialog(page).getByRole("link", { name: "Ver suas coleções" }).click();
  await page.getByRole("tab", { name: "Coleções", selected: true }).waitFor();
  await page.getByRole("link", { name: /Café da tarde.*3 prompts.*Privada/ }).click();
  await page.getByRole("heading", { level: 1, name: "Café da tarde" }).waitFor();
});

test("its owner, who opens its address first, never reads that there is none; others do", async () => {
  const { page } = await enter(ana);
  await makeList();
  await page.goto(LIST);
  const address = new URL(page.url()).pathname;
  await page.addInitScript(() => {
    const read = () => (window.headings = `${window.headings} ${document.querySelector("h1")?.textContent}`);
    new MutationObserver(read).observe(document, { childList: true, subtree: true });
  });
  expect((await page.goto(address))?.status()).toBe(404);
  await page.getByRole("heading", { level: 1, name: "Café da tarde" }).waitFor();
  expect(await page.evaluate(() => window.headings)).not.toContain("não encontrada");

  const other = await enter();
  for (const path of [address, "/colecoes/999-nada"]) {
    expect((await other.page.goto(path))?.status()).toBe(404);
    await other.page.getByRole("heading", { level: 1, name: "Coleção não encontrada" }).waitFor();
    expect(await other.page.content()).not.toContain("Café");
  }
  await other.page.goto(address);
  await other.page.getByRole("button", { name: "É sua? Entre" }).click();
  await fillLogin(other.page, ana.email);
  await other.page.getByRole("heading", { level: 1, name: "Café da tarde" }).waitFor();
  const still = await enter(undefined, { javaScriptEnabled: false });
  await still.page.goto(address);
  await still.page.getByRole("heading", { level: 1, name: "Coleção não encontrada" }).waitFor();
});

test("is ordered by keyboard, with the focus kept and the place told", async () => {
  const { page } = await enter(ana);
  await makeList();
  await page.goto(LIST);
  const up = page.getByRole("button", { name: "Mover para cima: Canjica" });
  await up.focus();
  await page.keyboard.press("Enter");
  await page.getByText("“Canjica” agora está na posição 2 de 3.").waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await page.getByText("“Canjica” agora está na posição 1 de 3.").waitFor({ state: "attached" });
  const down = page.getByRole("button", { name: "Mover para baixo: Canjica" });
  // Faster than it is drawn.
  const pressTwice = (button: HTMLElement) => {
    button.click();
    button.click();
  };
  await down.evaluate(pressTwice);
  await page.getByText("“Canjica” agora está na posição 3 de 3.").waitFor({ state: "attached" });
  await up.evaluate(pressTwice);
  await page.getByText("“Canjica” agora está na posição 1 de 3.").waitFor({ state: "attached" });
  await page.setViewportSize({ width: 1280, height: 360 });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => down.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(async () => (await lookAtFocus(page)).inView).toBe(true);
  await expect.poll(() => titles(page)).toEqual(["Bolo de fubá", "Canjica", "Pão de queijo"]);
  await expect.poll(stored).toEqual([prompts[0], prompts[2], prompts[1]]);
});

test("is ordered by hand", async () => {
  const { page } = await enter(ana);
  await makeList();
  await page.goto(LIST);
  await page.setViewportSize({ width: 1280, height: 1400 });
  const entries = page.locator("main ol > li");
  const handle = await entries.nth(2).getByTitle("Arrastar").boundingBox();
  const first = await entries.nth(0).boundingBox();
  if (!handle || !first) throw new Error("nothing to drag");
  await page.mouse.move(handle.x + 20, handle.y + 20);
  await page.mouse.down();
  await page.mouse.move(handle.x + 20, first.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect.poll(stored).toEqual([prompts[2], prompts[0], prompts[1]]);
  await expect.poll(() => titles(page)).toEqual(["Canjica", "Bolo de fubá", "Pão de queijo"]);
});

test("gets a note; what is taken out can be put back", async () => {
  const { page } = await enter(ana);
  await makeList();
  await page.goto(LIST);
  await page.getByRole("button", { name: "Anotar: Canjica" }).click();
  await dialog(page).getByRole("textbox").fill("Só em junho.");
  await dialog(page).getByRole("button", { name: "Salvar" }).click();
  await page.locator("main").getByText("Só em junho.").waitFor();
  await page.getByRole("button", { name: "Remover da coleção: Canjica" }).press("Enter");
  await expect.poll(stored).toEqual([prompts[0], prompts[1]]);
  // Its button is gone: the focus goes to the next entry, here the last.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Remover da coleção: Pão de queijo");
  await page.getByRole("button", { name: "Desfazer" }).click();
  await page.locator("main").getByText("Só em junho.").waitFor();
  await expect.poll(stored).toEqual(prompts);
});

test("another window's change is told of, and nothing typed is lost", async () => {
  const { page } = await enter(ana);
  await makeList();
  await page.goto(LIST);
  await page.getByRole("button", { name: "Editar", exact: true }).click();
  await dialog(page).getByLabel("Título").fill("Café com bolo");
  await site.database.pool.query(
    "update collections set version = version + 1, description = 'De outra janela.' where id = 1",
  );
  await dialog(page).getByLabel("Pública").check();
  await dialog(page).getByRole("button", { name: "Salvar" }).click();
  await dialog(page)
    .getByText(/mudou em outra janela/)
    .waitFor();
  await page.locator("main").getByText("De outra janela.").waitFor({ state: "attached" });
  await expect.poll(() => dialog(page).getByLabel("Título").inputValue()).toBe("Café com bolo");
  await dialog(page).getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("heading", { level: 1, name: "Café com bolo" }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/colecoes/1-cafe-com-bolo");
});

test("everybody reads it, without scripts, from an older address too", async () => {
  const { page } = await enter(ana);
  await makeList();
  await publishList();
  const other = await enter(undefined, { javaScriptEnabled: false });
  const answer = await other.page.goto("/colecoes/1-cafe-da-tarde");
  expect(answer?.request().redirectedFrom()).not.toBeNull();
  expect(new URL(other.page.url()).pathname).toBe("/colecoes/1-cafe-com-bolo");
  await expect.poll(() => titles(other.page)).toEqual(["Bolo de fubá", "Pão de queijo", "Canjica"]);
  await other.page.getByText("Só em junho.").waitFor();
  const tag = (selector: string, name: string) => other.page.locator(selector).getAttribute(name);
  await expect
    .poll(() => tag("link[rel=alternate][type='application/json']", "href"))
    .toBe("/api/collections/1");
  await expect
    .poll(() => tag("link[rel=alternate][type='application/atom+xml']", "href"))
    .toBe("/feeds/collections/1.xml");
  await expect
    .poll(() => tag("meta[property='og:image']", "content"))
    .toContain(`/media/preview-${prompts[0]}.jpg`);
  await expect.poll(() => other.page.locator("meta[name=robots]").count()).toBe(0);
  await other.page.goto(`/users/${ana.id}`);
  await other.page.getByRole("link", { name: /Café com bolo/ }).waitFor();
  const map = await (await page.request.get("/sitemaps/collections-1.xml")).text();
  expect(map).toContain("/colecoes/1-cafe-com-bolo</loc>");
  expect(await (await page.request.get("/sitemap.xml")).text()).toContain("/sitemaps/collections-1.xml");
});

test("a visitor follows author and list by logging in, and asks for the mail", async () => {
  await makeList();
  await publishList();
  const beto = await createMember(site, "Beto");
  const { page: his } = await enter();
  await his.goto(`/users/${ana.id}`);
  await his.getByRole("button", { name: "Seguir", exact: true }).click();
  await dialog(his).getByText("Você passa a seguir Ana depois do login.").waitFor();
  await fillLogin(his, beto.email);
  await his.getByRole("button", { name: "Deixar de seguir" }).waitFor();
  await his.getByRole("button", { name: "Receber por e-mail" }).click();
  await his.getByText("O primeiro e-mail chega em uma semana, se houver novidades.").first().waitFor();
  await his.goto("/colecoes/1-cafe-com-bolo");
  await his.getByRole("button", { name: "Seguir", exact: true }).click();
  await his.getByRole("link", { name: "Ver novidades" }).click();
  await his.getByText("Adicionado a").first().waitFor();
  await expect.poll(() => his.getByRole("main").getByRole("article").count()).toBe(6);

  // What is newer than what he has seen has its mark, at the menus too, until he looks.
  const mark = his.locator("header [data-news-mark]").filter({ visible: true });
  await expect.poll(() => mark.count()).toBe(0);
  await site.database.pool.query(
    "update collection_items set added_at = now() where (collection_id, prompt_id) = (select collection_id, prompt_id from collection_items where collection_id = 1 order by added_at limit 1)",
  );
  for (const width of [360, 1440]) {
    await his.setViewportSize({ width, height: 740 });
    await his.goto("/");
    await mark.waitFor();
    await his.getByRole("button", { name: width === 360 ? "Abrir menu" : /^Conta de Beto/ }).click();
    await his.getByText("Novidades: há o que você ainda não viu").waitFor();
  }
  await his.getByRole("menuitem", { name: /^Novidades/ }).click();
  await his.waitForURL("**/novidades");
  await expect.poll(() => mark.count()).toBe(0);
  await his.reload();
  await his.getByText("Adicionado a").first().waitFor();
  await expect.poll(() => mark.count()).toBe(0);

  await expect.poll(() => asked()).toEqual([{ user_id: beto.id }]);
  const box = his.getByRole("checkbox", { name: /Receber as novidades por e-mail/ });
  await expect.poll(() => box.isChecked()).toBe(true);
  await box.focus();
  await his.keyboard.press("Space");
  await expect.poll(asked).toEqual([]);
  await expect.poll(() => box.isChecked()).toBe(false);
  await his.keyboard.press("Space");
  await expect.poll(asked).toEqual([{ user_id: beto.id }]);
});

test("a mail's link ends it by a press, without scripts or session; opening it does not", async () => {
  const beto = await createMember(site, "Beto");
  const ask = () => site.database.pool.query("insert into news_mails (user_id) values ($1)", [beto.id]);
  await ask();
  const { page } = await enter();
  const link = unsubscribePath(unsubscribeToken(deriveSecrets(SECRET_KEY), beto.id));
  const reader = await enter(undefined, { javaScriptEnabled: false });
  await reader.page.goto(link);
  await expect.poll(() => asked()).toHaveLength(1);
  await reader.page.getByRole("button", { name: "Não quero mais receber" }).click();
  await reader.page.getByText("Está feito.").waitFor();
  await expect.poll(() => asked()).toEqual([]);
  // As mail programs do it (RFC 8058), in both forms that it allows, and again.
  const one = { "List-Unsubscribe": "One-Click" };
  for (const how of [{ form: one }, { multipart: one }, {}]) {
    await ask();
    for (const _ of [1, 2]) {
      const answer = await page.request.post(link, { ...how, maxRedirects: 0 });
      expect(answer.status()).toBe(200);
      expect(answer.headers()["set-cookie"]).toBeUndefined();
    }
    await expect.poll(() => asked()).toEqual([]);
  }
  await ask();
  expect((await page.request.post(`${link}x`, { form: one })).status()).toBe(404);
  await expect.poll(() => asked()).toHaveLength(1);
});

test("the way back from a prompt leads to the list that it was opened from", async () => {
  const { page } = await enter(ana);
  await makeList();
  await publishList();
  const open = page.getByRole("main").getByRole("link", { name: /Canjica/ });
  for (const list of ["/colecoes/1-cafe-com-bolo", `/users/${ana.id}`, "/profile"]) {
    await page.goto(list);
    await open.first().click();
    await page.getByRole("heading", { level: 1, name: "Canjica" }).waitFor();
    await page.getByRole("link", { name: "Voltar para a lista" }).click();
    await page.waitForURL(site.origin + list);
    await open.first().waitFor();
  }
});

test("all texts are copied at once", async () => {
  const { page } = await enter(ana);
  await makeList();
  await page.goto(LIST);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copiar todos" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.match(/^# .*$/gm)).toEqual(["# Bolo de fubá", "# Pão de queijo", "# Canjica"]);
  expect(copied.split("\n\n---\n\n")).toHaveLength(3);
});

test("a list whose texts are too many for a page shows them all, and copies those that are whole", async () => {
  const { page } = await enter();
  await makeList();
  await publishList();
  await site.database.pool.query(
    `with more as (
      insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
      select user_id, llm_type_id, 'Longo ' || n, repeat('Longo. ', 2857), image_hash, search
      from prompts, generate_series(1, 26) n where id = $1 returning id)
    insert into collection_items (collection_id, prompt_id, position)
    select 1, id, 10 + row_number() over (order by id) from more`,
    [prompts[0]],
  );
  await page.goto("/colecoes/1-cafe-com-bolo");
  await expect.poll(async () => (await titles(page)).length).toBe(29);
  const copy = (title: string) => page.getByRole("button", { name: `Copiar: ${title}`, exact: true });
  await copy("Longo 24").waitFor();
  await expect.poll(() => copy("Longo 26").count()).toBe(0);
  await page.getByRole("button", { name: "Copiar todos" }).click();
  await page.getByText("São textos demais para copiar de uma vez", { exact: true }).waitFor();
  await page
    .getByText("Use “Baixar a coleção”, ou copie cada texto na página do prompt.", { exact: true })
    .waitFor();
});

test("is deleted once its name was confirmed", async () => {
  const { page } = await enter(ana);
  await makeList();
  await page.goto(LIST);
  await page.getByRole("button", { name: "Mais opções" }).click();
  await page.getByRole("menuitem", { name: "Excluir" }).click();
  await dialog(page)
    .getByText(/“Café da tarde”, com 3 prompts/)
    .waitFor();
  await dialog(page).getByRole("button", { name: "Excluir coleção" }).click();
  await page.getByText("Você ainda não tem coleções.").waitFor();
  await expect.poll(() => stored()).toEqual([]);
  expect((await page.request.get(LIST)).status()).toBe(404);
});
