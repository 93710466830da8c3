/** Likes and favourites where something goes wrong, in a real browser: the prompt is gone, the session ended, the network fails. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { holdBack, launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let ana: Visitor;
let author: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  author = await createMember(site, "Ana");
});
beforeEach(async () => {
  ana = await visitAs(author, browser, site.origin);
});
afterEach(() => ana.close());
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const publish = (title: string) => author.publish(title);
const like = (page: Page) => page.getByRole("button", { name: /^Curtir/ });
const favorite = (page: Page) => page.getByRole("button", { name: "Favoritar" });
const card = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title }) });
const toastOf = (page: Page, text: string) => page.getByText(text, { exact: true }).first();
const removePrompt = (id: number) => site.database.pool.query("delete from prompts where id = $1", [id]);

/** Opens a page and waits until it shows the reader's own marks: the second look at its data, with the session. */
async function open(page: Page, path: string) {
  // A prompt's page asks for a list too, and tells that it is read.
  const asked = /\/\d+$/.test(path) ? `/api${path}` : "/api/prompts";
  const marked = page.waitForResponse(
    (answer) => new URL(answer.url()).pathname === asked && "authorization" in answer.request().headers(),
  );
  await page.goto(path);
  await marked;
}

test("a like on a prompt that is gone drops its card and says so", async () => {
  const { page } = ana;
  const id = await publish("Some da lista");
  await publish("Fica na lista");
  await open(page, "/prompts?sort=newest");
  await removePrompt(id);
  await card(page, "Some da lista")
    .getByRole("button", { name: /^Curtir/ })
    .click();
  await toastOf(page, "Este prompt não existe mais.").waitFor();
  await expect.poll(() => card(page, "Some da lista").count()).toBe(0);
  await expect.poll(() => card(page, "Fica na lista").count()).toBe(1);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
});

test("a favourite on a prompt's own page, when it is gone, leaves the page that says so", async () => {
  const { page } = ana;
  const id = await publish("Some enquanto leio");
  await open(page, `/prompts/${id}`);
  await removePrompt(id);
  await favorite(page).click();
  await toastOf(page, "Este prompt não existe mais.").waitFor();
  await page.getByRole("heading", { level: 1, name: "Prompt não encontrado" }).waitFor();
});

const FAILED = "Ocorreu um erro ao processar sua ação";
const TOO_FAST = "Muitas tentativas em pouco tempo. Aguarde um pouco e tente novamente.";

test.each([
  ["a 500", { status: 500, json: { message: "x", code: "internal_error" } }, FAILED],
  ["a 429", { status: 429, json: { message: TOO_FAST, code: "over_request_rate_limit" } }, TOO_FAST],
  ["HTML with a 200", { status: 200, contentType: "text/html", body: "<html>Um proxy</html>" }, FAILED],
  ["HTML with a 502", { status: 502, contentType: "text/html", body: "<html>Um proxy</html>" }, FAILED],
  ["a dropped connection", undefined, FAILED],
])("%s takes a like and a favourite back and says why", async (_, answer, text) => {
  const { page } = ana;
  const id = await publish("Rede ruim");
  await open(page, `/prompts/${id}`);
  const calls = new RegExp(`/api/prompts/${id}/(like|favorite)$`);
  await page.route(calls, (route) => (answer ? route.fulfill(answer) : route.abort("connectionreset")));
  for (const button of [like(page), favorite(page)]) {
    await button.click();
    await toastOf(page, text).waitFor();
    await expect.poll(() => button.getAttribute("aria-pressed")).toBe("false");
    await page.getByRole("button", { name: "Fechar aviso" }).click();
    await toastOf(page, text).waitFor({ state: "detached" });
  }
  await expect.poll(() => like(page).textContent()).toMatch(/^0/);
  await page.unroute(calls);
  await like(page).click();
  await expect.poll(() => like(page).getAttribute("aria-pressed")).toBe("true");
});

test("a slow like and a slow favourite show at once, and then what the server says", async () => {
  const { page } = ana;
  const id = await publish("Rede lenta");
  await open(page, `/prompts/${id}`);
  for (const [button, path, json, after] of [
    [like(page), "like", { isLiked: true, likesCount: 8 }, "true"],
    [favorite(page), "favorite", { isFavorited: false }, "false"],
  ] as const) {
    const held = Promise.withResolvers<void>();
    await page.route(`**/api/prompts/${id}/${path}`, async (route) => {
      await held.promise;
      await route.fulfill({ json });
    });
    await button.click();
    await expect.poll(() => button.getAttribute("aria-pressed")).toBe("true");
    await expect.poll(() => button.getAttribute("aria-busy")).toBe("true");
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
    const ring = button.locator(".animate-spin");
    expect(await ring.evaluate((svg) => getComputedStyle(svg.parentElement as Element).opacity)).toBe("1");
    if (path === "like") await expect.poll(() => button.textContent()).toBe("1 Curtida");
    held.resolve();
    await expect.poll(() => button.getAttribute("aria-busy")).toBeNull();
    await expect.poll(() => button.getAttribute("aria-disabled")).toBeNull();
    await expect.poll(() => ring.count()).toBe(0);
    await expect.poll(() => button.getAttribute("aria-pressed")).toBe(after);
  }
  await expect.poll(() => like(page).textContent()).toBe("8 Curtidas");
});

test("of the presses on a button that is busy the last one counts", async () => {
  const { page } = ana;
  const id = await publish("Vaivém");
  await open(page, `/prompts/${id}`);
  const letCallsPass = await holdBack(page, `**/api/prompts/${id}/like`);
  await like(page).click();
  // Alive: of several presses before that, one counts.
  await expect.poll(() => like(page).getAttribute("aria-pressed")).toBe("true");
  await expect.poll(() => like(page).getAttribute("aria-disabled")).toBe("true");
  for (const shown of ["false", "true", "false"]) {
    await like(page).click({ force: true });
    await expect.poll(() => like(page).getAttribute("aria-pressed")).toBe(shown);
  }
  letCallsPass();
  await expect.poll(() => like(page).getAttribute("aria-disabled")).toBeNull();
  await expect.poll(() => like(page).getAttribute("aria-pressed")).toBe("false");
  const { rowCount } = await site.database.pool.query("select from likes where prompt_id = $1", [id]);
  expect(rowCount).toBe(0);
  await page.unrouteAll();
});

test("an answer from before a like does not take it back on the screen", async () => {
  const { page } = ana;
  const id = await publish("Resposta atrasada");
  const [asked, reading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`**/api/prompts/${id}`, async (route) => {
    const answer = await route.fetch();
    asked.resolve();
    await reading.promise;
    await route.fulfill({ response: answer });
  });
  const sendLike = await holdBack(page, `**/api/prompts/${id}/like`);
  await page.goto(`/prompts/${id}`);
  await asked.promise;
  await like(page).click();
  await expect.poll(() => like(page).getAttribute("aria-pressed")).toBe("true");
  const states = await like(page).evaluateHandle((button) => {
    const seen: (string | null)[] = [];
    new MutationObserver(() => seen.push(button.getAttribute("aria-pressed"))).observe(button, {
      attributeFilter: ["aria-pressed"],
    });
    return seen;
  });
  reading.resolve();
  sendLike();
  await expect.poll(() => like(page).getAttribute("aria-busy")).toBeNull();
  await page.waitForLoadState("networkidle");
  await expect.poll(() => like(page).getAttribute("aria-pressed")).toBe("true");
  expect(await states.jsonValue()).toEqual([]);
});

test("a session that ended in the middle takes the like back and asks for the login", async () => {
  const { page, close } = await visit(browser, site.origin);
  const logIn = async () => {
    await page.goto("/auth");
    await fillLogin(page, author.email);
    await page.getByRole("button", { name: /^Conta de/ }).waitFor();
  };
  await logIn();
  const id = await publish("Sessão que termina");
  await open(page, "/prompts?sort=newest");
  await site.database.pool.query("delete from sessions where user_agent like 'Mozilla%'");
  await card(page, "Sessão que termina")
    .getByRole("button", { name: /^Curtir/ })
    .click();
  await toastOf(page, "Faça login para curtir prompts").waitFor();
  await toastOf(page, "Login necessário").waitFor();
  await expect
    .poll(() =>
      card(page, "Sessão que termina")
        .getByRole("button", { name: /^Curtir/ })
        .getAttribute("aria-pressed"),
    )
    .toBe("false");

  await logIn();
  // The login sets the like that it interrupted.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("prompteca-interrupted"))).toBeNull();
  await open(page, `/prompts/${id}`);
  await site.database.pool.query("delete from sessions where user_agent like 'Mozilla%'");
  await favorite(page).click();
  await page.getByRole("dialog").waitFor();
  await toastOf(page, "Faça login para favoritar prompts").waitFor();
  expect((await site.database.pool.query("select from favorites where prompt_id = $1", [id])).rowCount).toBe(
    0,
  );
  await close();
});
