/** What the browser keeps of a person is gone when they leave: here, in another tab, by the server, for another account. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GOES, STAYS } from "#accounts/client/left-behind.ts";
import { SESSION_KEY } from "#accounts/client/session-storage.ts";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { fillLogin, register } from "#tests/support/forms.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { linkIn } from "#tests/support/smtp.ts";

const SECRET = "É uma foto minha, íntima.";

let site: TestSite;
let browser: Browser;
let ana: Member;
let beto: Member;
let prompt: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  beto = await createMember(site, "Beto Sá");
  prompt = await ana.publish("Bolo de fubá");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const account = (page: Page, name = "Ana Maria") => page.getByRole("button", { name: `Conta de ${name}` });
const visitorsHeader = (page: Page) => page.getByRole("link", { name: "Entrar" }).first().waitFor();
const form = () => `/denunciar?tipo=prompt&id=${prompt}`;
const explanation = (page: Page) => page.getByLabel("Explique com suas palavras");
const title = (page: Page) => page.getByLabel("Título");
const says = (field: ReturnType<typeof title>) => expect.poll(() => field.inputValue());

async function signOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
  await visitorsHeader(page);
}

/** Logs in on the page for it, in a tab that shows another page of the site. */
async function logIn(page: Page, { email, username }: Member): Promise<void> {
  await page.goto("/auth");
  await fillLogin(page, email);
  await account(page, username).waitFor();
}

/** As the browser shows a page again that it had kept; Playwright's Chromium keeps none. */
const comeBack = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

/** Puts something under each key of the table that is in a browser's storages. */
const fill = (page: Page) =>
  page.evaluate(
    ([keys, owned]) => {
      for (const storage of [localStorage, sessionStorage])
        for (const key of keys ?? []) if (!owned?.includes(key)) storage.setItem(key, '"x"');
    },
    [
      [...Object.keys(GOES), ...Object.keys(STAYS)].map((key) => key.replace("*", "7")),
      // These say who is there.
      [SESSION_KEY, "prompteca-person", "prompteca-drafts"],
    ],
  );

/** The keys that are stored, of the browser and of the tab. */
const keysIn = (page: Page) =>
  page.evaluate(() => [...new Set([...Object.keys(localStorage), ...Object.keys(sessionStorage)])].sort());

const staying = Object.keys(STAYS)
  .filter((key) => key !== SESSION_KEY && key !== "prompteca-drafts")
  .sort();

const endings: Record<string, (page: Page, context: BrowserContext) => Promise<void>> = {
  "logged out here": signOut,
  "logged out in another tab": async (page, context) => {
    const other = await context.newPage();
    await other.goto("/prompts");
    await account(other).waitFor();
    await signOut(other);
    await visitorsHeader(page);
  },
  "ended by the server": async (page) => {
    await site.database.pool.query("delete from sessions where user_id = $1", [ana.id]);
    await page.getByRole("button", { name: /^Curtir/ }).click();
    await page.getByRole("dialog").waitFor();
    // What is typed in this tab stays for its author until the page is opened by nobody.
    await page.reload();
    await visitorsHeader(page);
  },
  "replaced by another account": async (page) => {
    const value = JSON.stringify(await beto.logIn());
    await page.evaluate(
      ([key = "", session = ""]) => {
        localStorage.setItem(key, session);
        dispatchEvent(new StorageEvent("storage", { key }));
      },
      [SESSION_KEY, value],
    );
    await account(page, "Beto Sá").waitFor();
  },
};

test.each(Object.entries(endings))("of a session that is %s nothing is stored", async (how, end) => {
  const { page, close } = await visitAs(ana, browser, site.origin);
  await page.goto(`/prompts/${prompt}`);
  await account(page).waitFor();
  await fill(page);
  await end(page, page.context());
  const next = how.startsWith("replaced") ? [SESSION_KEY, "prompteca-person"] : [];
  await expect
    .poll(async () => (await keysIn(page)).filter((key) => key !== "prompteca-interrupted"))
    .toEqual([...staying, ...next].sort());
  await close();
});

test("a page that the browser had kept asks who is there", async () => {
  const { page, close } = await visitAs(ana, browser, site.origin);
  await page.goto("/profile");
  await page.getByRole("heading", { level: 1, name: "Ana Maria" }).waitFor();
  // No event tells a page that is kept.
  await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
  await comeBack(page);
  await page.waitForURL(`${site.origin}/`);
  await visitorsHeader(page);
  await expect.poll(() => page.getByText("Ana Maria", { exact: true }).count()).toBe(0);
  // And the other way round: the account of a login elsewhere.
  await page.evaluate(
    ([key = "", session = ""]) => localStorage.setItem(key, session),
    [SESSION_KEY, JSON.stringify(await beto.logIn())],
  );
  await comeBack(page);
  await account(page, "Beto Sá").waitFor();
  await close();
});

test("the title of a private collection is left in neither the address nor the tab's", async () => {
  const { access_token } = await ana.logIn();
  const { id } = await site.post<{ id: number }>(
    "/api/collections",
    { title: "Minha separação" },
    access_token,
  );
  const { page, close } = await visitAs(ana, browser, site.origin);
  await page.goto(`/colecoes/${id}`);
  await page.waitForURL(`**/colecoes/${id}-minha-separacao`);
  await expect.poll(() => page.title()).toContain("Minha separação");
  await page.route(`**/api/collections/${id}*`, (route) => route.abort());
  await signOut(page);
  await expect.poll(() => page.title()).not.toContain("Minha separação");
  await page.unroute(`**/api/collections/${id}*`);
  await page.getByRole("button", { name: "Tentar novamente" }).click();
  await page.waitForURL(`**/colecoes/${id}`);
  await close();
});

describe("a report", () => {
  test("is not in the form for whoever comes next, by no way back", async () => {
    const { page, close } = await visitAs(ana, browser, site.origin);
    await page.goto(form());
    await account(page).waitFor();
    await explanation(page).fill(SECRET);
    await page.goto("/prompts");
    await signOut(page);
    await page.goBack();
    await visitorsHeader(page);
    await says(explanation(page)).toBe("");
    await logIn(page, beto);
    await page.goto(form());
    await account(page, "Beto Sá").waitFor();
    await says(explanation(page)).toBe("");
    await close();
  });

  test("is emptied where it stands, when its author leaves in another tab", async () => {
    const { page, close } = await visitAs(ana, browser, site.origin);
    await page.goto(form());
    await account(page).waitFor();
    await explanation(page).fill(SECRET);
    await endings["logged out in another tab"]?.(page, page.context());
    await says(explanation(page)).toBe("");
    expect(await keysIn(page)).not.toContain("prompteca-report");
    await close();
  });

  test("of a visitor is not the next member's, typed or sent", async () => {
    const { page, close } = await visit(browser, site.origin);
    await page.goto(form());
    await explanation(page).fill(SECRET);
    await page.getByRole("radio", { name: "Imagem íntima" }).check();
    await page.getByRole("radio", { name: "Sou a pessoa afetada" }).check();
    await page.getByLabel("Seu nome").fill("Vera");
    await page.getByLabel("Seu e-mail").fill("vera@example.com");
    await page.getByRole("button", { name: "Enviar denúncia" }).click();
    await page.getByText("vera@example.com").waitFor();
    const receipt = page.url();
    await page.goto(form());
    await explanation(page).fill(SECRET);
    await logIn(page, beto);
    await page.goto(form());
    await account(page, "Beto Sá").waitFor();
    await says(explanation(page)).toBe("");
    await page.goto(receipt);
    await account(page, "Beto Sá").waitFor();
    await expect.poll(() => page.getByText("vera@example.com").count()).toBe(0);
    await close();
  });

  test("that was handed on to a login is taken back by who closes that", async () => {
    const { page, close } = await visit(browser, site.origin);
    const handedOn = () => page.evaluate(() => localStorage.getItem("prompteca-report"));
    await page.goto(form());
    await explanation(page).fill(SECRET);
    await page.getByRole("main").getByRole("button", { name: "Entre" }).click();
    await page.getByRole("dialog").getByLabel("E-mail").waitFor();
    expect(await handedOn()).toContain(SECRET);
    await page.keyboard.press("Escape");
    await expect.poll(handedOn).toBeNull();
    await says(explanation(page)).toBe(SECRET);
    await close();
  });
});

describe("the form for a prompt", () => {
  test.each(["in another tab", "while the browser keeps the page"])(
    "is emptied when its author leaves %s, who finds the draft again",
    async (how) => {
      const { page, close } = await visitAs(ana, browser, site.origin);
      await page.goto("/submit");
      await title(page).fill("Receita de avó");
      await page.getByText("Rascunho guardado").waitFor();
      if (how === "in another tab") await endings["logged out in another tab"]?.(page, page.context());
      else {
        await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
        await comeBack(page);
      }
      await page.waitForURL(`${site.origin}/`);
      await expect.poll(() => title(page).count()).toBe(0);
      await logIn(page, ana);
      await page.goto("/submit");
      await says(title(page)).toBe("Receita de avó");
      await page.getByRole("button", { name: "Descartar rascunho" }).click();
      await close();
    },
  );

  test("stays for its author when the server ends the session, and is nobody else's", async () => {
    const { page, close } = await visitAs(ana, browser, site.origin);
    await page.goto("/submit");
    await title(page).fill("Receita de avó");
    await page.getByText("Rascunho guardado").waitFor();
    await site.database.pool.query("delete from sessions where user_id = $1", [ana.id]);
    // The next call of the page tells.
    await comeBack(page);
    await page.getByRole("heading", { name: "Entre para enviar seu prompt" }).waitFor();
    await says(title(page)).toBe("Receita de avó");
    await page.getByRole("main").getByRole("button", { name: "Entrar", exact: true }).click();
    await fillLogin(page, beto.email);
    await account(page, "Beto Sá").waitFor();
    await says(title(page)).toBe("");
    await close();
  });
});

test("what was typed into the search goes when its author leaves, here or in another tab", async () => {
  const { page: first, close } = await visitAs(ana, browser, site.origin);
  await first.goto("/");
  await account(first).waitFor();
  const second = await first.context().newPage();
  await second.goto("/prompts");
  await account(second).waitFor();
  const search = (page: Page) => page.getByRole("banner").getByRole("combobox", { name: "Buscar prompts" });
  for (const page of [first, second]) await search(page).fill("remédio para");
  await signOut(first);
  await visitorsHeader(second);
  for (const page of [first, second]) await says(search(page)).toBe("");
  await close();
});

test("what was typed into “Funcionou?” goes when its author leaves in another tab", async () => {
  const { page, close } = await visitAs(beto, browser, site.origin);
  await page.goto(`/prompts/${prompt}`);
  await account(page, "Beto Sá").waitFor();
  await page.getByRole("button", { name: "Dizer se funcionou" }).click();
  await page.getByRole("dialog").getByLabel("Observação").fill(SECRET);
  await page.evaluate((key) => {
    localStorage.removeItem(key);
    dispatchEvent(new StorageEvent("storage", { key }));
  }, SESSION_KEY);
  await visitorsHeader(page);
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("button", { name: "Dizer se funcionou" }).click();
  await says(page.getByRole("dialog").getByLabel("Observação")).toBe("");
  await close();
});

test("the token of a mailed link does not come back after a logout", async () => {
  const { page, close } = await visitAs(ana, browser, site.origin);
  await site.post("/auth/v1/recover", { email: beto.email });
  const link = linkIn(await site.mails.waitFor(beto.email));
  await page.goto(link.href);
  await page.locator(`input[value="${beto.email}"]`).waitFor({ state: "attached" });
  // A reload keeps it, and the browser's history does not.
  await page.reload();
  await page.locator(`input[value="${beto.email}"]`).waitFor({ state: "attached" });
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(
    link.searchParams.get("token_hash") as string,
  );
  await page.goto("/prompts");
  await signOut(page);
  await page.goBack();
  await page.getByRole("heading", { name: "Link inválido ou expirado" }).waitFor();
  await close();
});

describe("a session that the server ended before the page was opened", () => {
  /** Ana's browser, as it was closed long ago. */
  async function openLater() {
    const stored = JSON.parse(JSON.stringify(await ana.logIn()));
    const value = JSON.stringify({ ...stored, expires_at: 1, expires_in: 0 });
    await site.database.pool.query("delete from sessions where user_id = $1", [ana.id]);
    return visit(browser, site.origin, {
      storageState: {
        cookies: [],
        origins: [{ origin: site.origin, localStorage: [{ name: SESSION_KEY, value }] }],
      },
    });
  }

  const ended = (page: Page) => page.getByText("Sua sessão terminou").first().waitFor();

  test("leaves what was typed meanwhile where it is", async () => {
    const { page } = await openLater();
    const { promise: typed, resolve: end } = Promise.withResolvers<void>();
    await page.route("**/auth/v1/token?grant_type=refresh_token", async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(form());
    await explanation(page).fill(SECRET);
    end();
    await ended(page);
    await says(explanation(page)).toBe(SECRET);
  });

  test("leaves the form for a prompt where it is", async () => {
    const { page } = await openLater();
    await page.goto("/submit");
    await ended(page);
    await title(page).fill("Bolo de milho");
    await page.getByRole("button", { name: "Enviar Prompt" }).waitFor();
    await says(title(page)).toBe("Bolo de milho");
  });

  test("does not spoil a mailed link", async () => {
    const { page } = await openLater();
    await site.post("/auth/v1/recover", { email: ana.email });
    const link = linkIn(await site.mails.waitFor(ana.email, "token_hash"));
    await page.goto(link.pathname + link.search);
    await ended(page);
    await page.getByLabel("Nova senha").waitFor();
  });
});

describe("a visitor's page that the browser kept, and shows again after somebody has come and left elsewhere", () => {
  async function comeBackLater(page: Page) {
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
      localStorage.setItem("prompteca-left", "1764500000000");
    });
    await comeBack(page);
  }

  test("has no login open, with what was typed into it", async () => {
    const { page, close } = await visit(browser, site.origin);
    await page.goto(`/prompts/${prompt}`);
    await page.getByRole("button", { name: /^Curtir/ }).click();
    await page.getByRole("dialog").getByLabel("E-mail").fill(ana.email);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
    await comeBack(page);
    await says(page.getByRole("dialog").getByLabel("E-mail")).toBe(ana.email);
    await comeBackLater(page);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await close();
  });

  test("does not know a registration's password", async () => {
    const { page, close } = await visit(browser, site.origin);
    await register(page, "Nina Prado", "nina@exemplo.com.br");
    await comeBackLater(page);
    await page.getByRole("button", { name: "Endereço errado? Corrigir" }).click();
    await says(page.getByLabel("Senha do cadastro")).toBe("");
    await close();
  });
});
