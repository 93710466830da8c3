/** A collection's life: saved from a prompt into a new list, ordered by keyboard and by hand, shown to everybody, deleted. */
import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { unsubscribePath } from "#collections/paths.ts";
import { unsubscribeToken } from "#collections/server/news-mails/unsubscribe-token.ts";
import { deriveSecrets } from "#platform/secrets.ts";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { lookAtFocus } from "#tests/support/keyboard.ts";
import { createMember, type Member } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

const SECRET_KEY = "Hq3vX9nB5tY1mC7wK4sR8zLe2JgD6pUa";
declare global {
  interface Window {
    /** All headings that a page has shown. */
    headings?: string;
  }
}

let site: TestSite;
let browser: Browser;
let ana: Member;
let prompts: number[];

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ SECRET_KEY }), launchBrowser()]);
  ana = await createMember(site, "Ana");
  prompts = [];
  for (const title of ["Bolo de fubá", "Pão de queijo", "Canjica"]) prompts.push(await ana.publish(title));
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const save = (page: Page) => page.getByRole("button", { name: "Salvar em…" });
const dialog = (page: Page) => page.getByRole("dialog");
const titles = (page: Page) => page.locator("main article h2").allTextContents();
const stored = async (): Promise<number[]> =>
  (
    await site.database.pool.query(
      "select prompt_id from collection_items order by collection_id, position, prompt_id",
    )
  ).rows.map((row) => row.prompt_id);

/** The member's lists are read at once, and arrive a moment after the next change. @param method of that change */
async function delayLists(page: Page, method: "PUT" | "DELETE"): Promise<void> {
  const changed = page.waitForResponse((answer) => answer.request().method() === method);
  await page.route("**/api/collections?prompt=*", async (route) => {
    const response = await route.fetch();
    await changed;
    await delay(300);
    // Nobody waits for it any more.
    await route.fulfill({ response }).catch(() => {});
  });
}

journey("from a prompt into a list of one's own, and on to everybody", async () => {
  const { page, close, complaints } = await visit(browser, site.origin);

  await step("a visitor logs in, and the dialog opens by itself", async () => {
    await page.goto(`/prompts/${prompts[0]}`);
    await save(page).click();
    await dialog(page).getByText("Você escolhe onde salvar “Bolo de fubá” assim que você entrar.").waitFor();
    await fillLogin(page, ana.email);
    await page.getByRole("dialog", { name: "Salvar em…" }).waitFor();
  });

  await step("makes a list without leaving the page", async () => {
    await dialog(page).getByLabel("Sua primeira coleção").fill("ab");
    await page.keyboard.press("Enter");
    await dialog(page).getByText("Título deve ter pelo menos 3 caracteres").waitFor();
    await dialog(page).getByLabel("Sua primeira coleção").fill("Café da tarde");
    const made = dialog(page).getByRole("checkbox", { name: /Café da tarde/ });
    // Asked for once the list is made, before the prompt is in it.
    await delayLists(page, "PUT");
    await page.keyboard.press("Enter");
    await expect.poll(() => made.isChecked()).toBe(true);
    await delay(500);
    expect(await made.isChecked()).toBe(true);
    await page.unrouteAll();
    await dialog(page).getByRole("button", { name: "Fechar" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Salvar em…");
    expect(await stored()).toEqual([prompts[0]]);
  });

  await step("a press stays when the lists that were asked for before arrive after it", async () => {
    await delayLists(page, "DELETE");
    await save(page).click();
    const made = dialog(page).getByRole("checkbox", { name: /Café da tarde/ });
    await made.click();
    await expect.poll(stored).toEqual([]);
    await delay(500);
    expect(await made.isChecked()).toBe(false);
    await page.unrouteAll();
    await made.click();
    await expect.poll(stored).toEqual([prompts[0]]);
    await dialog(page).getByRole("button", { name: "Fechar" }).click();
  });

  await step("the others are saved by keyboard alone", async () => {
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

  const [cake = 0, bread = 0, corn = 0] = prompts;
  await step(
    "its owner, who opens its address first, never reads that there is none; others do",
    async () => {
      const address = new URL(page.url()).pathname;
      await page.addInitScript(() => {
        const read = () =>
          (window.headings = `${window.headings} ${document.querySelector("h1")?.textContent}`);
        new MutationObserver(read).observe(document, { childList: true, subtree: true });
      });
      expect((await page.goto(address))?.status()).toBe(404);
      await page.getByRole("heading", { level: 1, name: "Café da tarde" }).waitFor();
      expect(await page.evaluate(() => window.headings)).not.toContain("não encontrada");

      const other = await visit(browser, site.origin);
      for (const path of [address, "/colecoes/999-nada"]) {
        expect((await other.page.goto(path))?.status()).toBe(404);
        await other.page.getByRole("heading", { level: 1, name: "Coleção não encontrada" }).waitFor();
        expect(await other.page.content()).not.toContain("Café");
      }
      await other.page.goto(address);
      await other.page.getByRole("button", { name: "É sua? Entre" }).click();
      await fillLogin(other.page, ana.email);
      await other.page.getByRole("heading", { level: 1, name: "Café da tarde" }).waitFor();
      await other.close();
      const still = await visit(browser, site.origin, { javaScriptEnabled: false });
      await still.page.goto(address);
      await still.page.getByRole("heading", { level: 1, name: "Coleção não encontrada" }).waitFor();
      await still.close();
    },
  );

  await step("is ordered by keyboard, with the focus kept and the place told", async () => {
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
    await expect.poll(stored).toEqual([cake, corn, bread]);
    expect(await titles(page)).toEqual(["Bolo de fubá", "Canjica", "Pão de queijo"]);
  });

  await step("and by hand", async () => {
    await page.setViewportSize({ width: 1280, height: 1400 });
    const entries = page.locator("main ol > li");
    const handle = await entries.nth(2).getByTitle("Arrastar").boundingBox();
    const first = await entries.nth(0).boundingBox();
    if (!handle || !first) throw new Error("nothing to drag");
    await page.mouse.move(handle.x + 20, handle.y + 20);
    await page.mouse.down();
    await page.mouse.move(handle.x + 20, first.y + 10, { steps: 5 });
    await page.mouse.up();
    await expect.poll(stored).toEqual([bread, cake, corn]);
    await expect.poll(() => titles(page)).toEqual(["Pão de queijo", "Bolo de fubá", "Canjica"]);
  });

  await step("gets a note; what is taken out can be put back", async () => {
    await page.getByRole("button", { name: "Anotar: Canjica" }).click();
    await dialog(page).getByRole("textbox").fill("Só em junho.");
    await dialog(page).getByRole("button", { name: "Salvar" }).click();
    await page.locator("main").getByText("Só em junho.").waitFor();
    await page.getByRole("button", { name: "Tirar da coleção: Canjica" }).press("Enter");
    await expect.poll(stored).toEqual([bread, cake]);
    // Its button went with it: the keyboard goes on at the next entry, here the last.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await expect.poll(focused).toBe("Tirar da coleção: Bolo de fubá");
    await page.getByRole("button", { name: "Desfazer" }).click();
    await page.locator("main").getByText("Só em junho.").waitFor();
    await expect.poll(stored).toEqual([bread, cake, corn]);
  });

  await step("another window's change is told of, and nothing typed is lost", async () => {
    await page.getByRole("button", { name: "Editar", exact: true }).click();
    await dialog(page).getByLabel("Título").fill("Café com bolo");
    await site.database.pool.query(
      "update collections set version = version + 1, description = 'De outra janela.'",
    );
    await dialog(page).getByLabel("Pública").check();
    await dialog(page).getByRole("button", { name: "Salvar" }).click();
    await dialog(page)
      .getByText(/mudou em outra janela/)
      .waitFor();
    await page.locator("main").getByText("De outra janela.").waitFor({ state: "attached" });
    expect(await dialog(page).getByLabel("Título").inputValue()).toBe("Café com bolo");
    await dialog(page).getByRole("button", { name: "Salvar" }).click();
    await page.getByRole("heading", { level: 1, name: "Café com bolo" }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/colecoes/1-cafe-com-bolo");
  });

  await step("everybody reads it, without scripts, from an older address too", async () => {
    const other = await visit(browser, site.origin, { javaScriptEnabled: false });
    const answer = await other.page.goto("/colecoes/1-cafe-da-tarde");
    expect(answer?.request().redirectedFrom()).not.toBeNull();
    expect(new URL(other.page.url()).pathname).toBe("/colecoes/1-cafe-com-bolo");
    expect(await titles(other.page)).toEqual(["Pão de queijo", "Bolo de fubá", "Canjica"]);
    await other.page.getByText("Só em junho.").waitFor();
    const tag = (selector: string, name: string) => other.page.locator(selector).getAttribute(name);
    expect(await tag("link[rel=alternate][type='application/json']", "href")).toBe("/api/collections/1");
    expect(await tag("link[rel=alternate][type='application/atom+xml']", "href")).toBe(
      "/feeds/collections/1.xml",
    );
    expect(await tag("meta[property='og:image']", "content")).toContain(`/media/preview-${bread}.jpg`);
    expect(await other.page.locator("meta[name=robots]").count()).toBe(0);
    await other.page.goto(`/users/${ana.id}`);
    await other.page.getByRole("link", { name: /Café com bolo/ }).waitFor();
    await other.close();
    const map = await (await page.request.get("/sitemaps/collections-1.xml")).text();
    expect(map).toContain("/colecoes/1-cafe-com-bolo</loc>");
    expect(await (await page.request.get("/sitemap.xml")).text()).toContain("/sitemaps/collections-1.xml");
  });

  await step("a visitor follows author and list by logging in, and asks for the mail", async () => {
    const beto = await createMember(site, "Beto");
    const { page: his, ...visitor } = await visit(browser, site.origin);
    await his.goto(`/users/${ana.id}`);
    await his.getByRole("button", { name: "Seguir", exact: true }).click();
    await dialog(his).getByText("Você passa a seguir Ana assim que você entrar.").waitFor();
    await fillLogin(his, beto.email);
    await his.getByRole("button", { name: "Deixar de seguir" }).waitFor();
    await his.getByRole("button", { name: "Receber por e-mail" }).click();
    await his.getByText("O primeiro e-mail vai daqui a uma semana, se houver novidades.").first().waitFor();
    await his.goto("/colecoes/1-cafe-com-bolo");
    await his.getByRole("button", { name: "Seguir", exact: true }).click();
    await his.getByRole("link", { name: "Ver novidades" }).click();
    await his.getByText("Entrou em").first().waitFor();
    expect(await his.getByRole("tabpanel").getByRole("article").count()).toBe(6);

    const asked = async () => (await site.database.pool.query("select user_id from news_mails")).rows;
    expect(await asked()).toEqual([{ user_id: beto.id }]);
    const box = his.getByRole("checkbox", { name: /Receber as novidades por e-mail/ });
    expect(await box.isChecked()).toBe(true);
    await box.focus();
    await his.keyboard.press("Space");
    await expect.poll(asked).toEqual([]);
    await expect.poll(() => box.isChecked()).toBe(false);
    await his.keyboard.press("Space");
    await expect.poll(asked).toEqual([{ user_id: beto.id }]);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();

    await step(
      "a mail's link ends it by a press, without scripts or session; opening it does not",
      async () => {
        const link = unsubscribePath(unsubscribeToken(deriveSecrets(SECRET_KEY), beto.id));
        const reader = await visit(browser, site.origin, { javaScriptEnabled: false });
        await reader.page.goto(link);
        expect(await asked()).toHaveLength(1);
        await reader.page.getByRole("button", { name: "Não quero mais receber" }).click();
        await reader.page.getByText("Está feito.").waitFor();
        expect(await asked()).toEqual([]);
        await reader.close();
        // As mail programs do it (RFC 8058), in both forms that it allows, and again.
        const one = { "List-Unsubscribe": "One-Click" };
        for (const how of [{ form: one }, { multipart: one }, {}]) {
          await site.database.pool.query("insert into news_mails (user_id) values ($1)", [beto.id]);
          for (const _ of [1, 2]) {
            const answer = await page.request.post(link, { ...how, maxRedirects: 0 });
            expect(answer.status()).toBe(200);
            expect(answer.headers()["set-cookie"]).toBeUndefined();
          }
          expect(await asked()).toEqual([]);
        }
        await site.database.pool.query("insert into news_mails (user_id) values ($1)", [beto.id]);
        expect((await page.request.post(`${link}x`, { form: one })).status()).toBe(404);
        expect(await asked()).toHaveLength(1);
      },
    );
  });

  await step("all texts are copied at once", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copiar todos" }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.match(/^# .*$/gm)).toEqual(["# Pão de queijo", "# Bolo de fubá", "# Canjica"]);
    expect(copied.split("\n\n---\n\n")).toHaveLength(3);
  });

  await step("is deleted once its name was confirmed", async () => {
    await page.getByRole("button", { name: "Mais opções" }).click();
    await page.getByRole("menuitem", { name: "Excluir" }).click();
    await dialog(page)
      .getByText(/“Café com bolo”, com 3 prompts/)
      .waitFor();
    await dialog(page).getByRole("button", { name: "Excluir coleção" }).click();
    await page.getByText("Você ainda não tem coleções.").waitFor();
    expect(await stored()).toEqual([]);
    expect((await page.request.get("/colecoes/1-cafe-com-bolo")).status()).toBe(404);
  });

  // The browser's own words on the change that came too late, and on the private list's page.
  expect(complaints.filter((text) => !/40[49]/.test(text))).toEqual([]);
  await close();
});
