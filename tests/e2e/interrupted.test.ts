/** An action that a login interrupted is finished after it, once, and only by the person who pressed. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { holdBack, launchBrowser, untilIdle, type Visitor, visit } from "#tests/support/browser.ts";
import { fillLogin, fillRegistration } from "#tests/support/forms.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { linkIn } from "#tests/support/smtp.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let bia: Member;
let prompt: number;
let other: number;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  bia = await createMember(site, "Bia");
  prompt = await ana.publish("Cordel da inteligência");
  other = await ana.publish("Receita de família");
});
beforeEach(async () => {
  for (const table of ["likes", "favorites"]) {
    await site.database.pool.query(`delete from ${table} where prompt_id = any($1)`, [[prompt, other]]);
  }
  visitor = await visit(browser, site.origin);
  page = visitor.page;
});
afterEach(() => visitor.close());
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const card = (title: string) => page.getByRole("article").filter({ hasText: title });
const like = () => page.getByRole("button", { name: /^Curtir/ });
const favorite = () => page.getByRole("button", { name: "Favoritar" });
/** The prompts in a table of reactions, and who made them. */
async function stored(table: "likes" | "favorites"): Promise<[number, string][]> {
  const { rows } = await site.database.pool.query(`select prompt_id::int id, user_id from ${table}`);
  return rows.map(({ id, user_id }) => [id, user_id]);
}
const kept = () => page.evaluate(() => localStorage.getItem("prompteca-interrupted"));
/** Nothing waits any more: what was to be finished is, or is no longer wanted. */
const nothingWaits = () => expect.poll(kept).toBeNull();

describe("a like or a favourite", () => {
  test("pressed on a prompt's page is set by the login in the dialog, which tells so", async () => {
    await page.goto(`/prompts/${prompt}`);
    for (const [button, promise, table] of [
      [like(), "Sua curtida em “Cordel da inteligência” fica registrada depois do login.", "likes"],
      [favorite(), "“Cordel da inteligência” entra nos seus favoritos depois do login.", "favorites"],
    ] as const) {
      await button.click();
      await page.getByRole("dialog").getByText(promise).waitFor();
      await fillLogin(page, ana.email);
      await page.getByText("Bem-vindo de volta!").first().waitFor();
      await expect.poll(() => button.getAttribute("aria-pressed")).toBe("true");
      await nothingWaits();
      await expect.poll(() => stored(table)).toEqual([[prompt, ana.id]]);
      await page.getByRole("button", { name: /^Conta de/ }).click();
      await page.getByRole("menuitem", { name: "Sair" }).click();
      await expect.poll(() => button.getAttribute("aria-pressed")).toBe("false");
    }
  });

  test("pressed on a card is set where it was pressed, by the toast's 'Entrar'", async () => {
    await page.goto("/prompts");
    const heart = card("Receita de família").getByRole("button", { name: /^Curtir/ });
    await heart.click();
    await page.locator("li[data-state=open]").getByRole("button", { name: "Entrar" }).click();
    await page.getByRole("dialog").waitFor();
    await fillLogin(page, ana.email);
    await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("true");
    await expect.poll(() => heart.textContent()).toBe("1");
    await nothingWaits();
    await expect.poll(() => stored("likes")).toEqual([[other, ana.id]]);
    expect(new URL(page.url()).pathname).toBe("/prompts");
  });

  test("is what /auth says one is there for, also after a reload, and leads back to the prompt", async () => {
    await page.goto("/prompts");
    await card("Cordel da inteligência").getByRole("button", { name: "Favoritar" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Entrar" }).click();
    for (const again of [false, true]) {
      if (again) await page.reload();
      await page.getByRole("heading", { level: 1, name: "Entre para favoritar um prompt" }).waitFor();
      await page.getByText("“Cordel da inteligência” entra nos seus favoritos").waitFor();
    }
    await page.getByRole("tab", { name: "Cadastrar" }).click();
    await page.getByRole("heading", { level: 1, name: "Crie sua conta para favoritar um prompt" }).waitFor();
    await page.getByRole("tab", { name: "Entrar" }).click();
    await fillLogin(page, ana.email);
    await page.waitForURL(`**/prompts/${prompt}`);
    await expect.poll(() => favorite().getAttribute("aria-pressed")).toBe("true");
    await nothingWaits();
    await expect.poll(() => stored("favorites")).toEqual([[prompt, ana.id]]);
    await expect.poll(() => stored("likes")).toEqual([]);
  });

  test("that is there already stays as it is: neither twice nor taken back", async () => {
    await site.database.pool.query("insert into likes (user_id, prompt_id) values ($1, $2)", [
      ana.id,
      prompt,
    ]);
    let sent = 0;
    await page.route("**/api/prompts/*/like", async (route) => {
      sent += 1;
      await route.continue();
    });
    await page.goto(`/prompts/${prompt}`);
    await like().click();
    await fillLogin(page, ana.email);
    await expect.poll(() => like().getAttribute("aria-pressed")).toBe("true");
    await nothingWaits();
    await expect.poll(() => like().textContent()).toBe("1 Curtida");
    await expect.poll(() => stored("likes")).toEqual([[prompt, ana.id]]);
    expect(sent).toBe(0);
  });

  test("is no longer wanted once the dialog is closed, an hour has passed, or somebody logged out", async () => {
    const logInAtAuth = async () => {
      await page.goto("/auth");
      await fillLogin(page, ana.email);
      await page.getByRole("button", { name: /^Conta de/ }).waitFor();
    };
    const logOut = async () => {
      await page.getByRole("button", { name: /^Conta de/ }).click();
      await page.getByRole("menuitem", { name: "Sair" }).click();
      await page.getByText("Você saiu da sua conta.").first().waitFor();
    };
    await page.goto(`/prompts/${prompt}`);
    await like().click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await nothingWaits();

    await like().click();
    await page.evaluate(() => {
      const key = "prompteca-interrupted";
      const value = JSON.parse(localStorage.getItem(key) ?? "");
      localStorage.setItem(key, JSON.stringify({ ...value, at: value.at - 60 * 60 * 1000 }));
    });
    await page.goto("/auth");
    await page.getByRole("heading", { level: 1, name: "Entre na Prompteca" }).waitFor();
    await logInAtAuth();
    await page.waitForURL(`${site.origin}/`);
    await logOut();
    await nothingWaits();
    await expect.poll(() => stored("likes")).toEqual([]);
  });

  test("that is taken back before an ended session is noticed is not remembered", async () => {
    const member = await visitAs(bia, browser, site.origin);
    const { page } = member;
    await page.goto(`/prompts/${prompt}`);
    const heart = page.getByRole("button", { name: /^Curtir/ });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ended = { status: 401, json: { message: "Sessão encerrada", code: "session_not_found" } };
    await page.route("**/api/prompts/*/like", async (route) => {
      await held;
      await route.fulfill(ended);
    });
    const kept = () => page.evaluate(() => localStorage.getItem("prompteca-interrupted"));
    await heart.click();
    // Alive: of several presses before that, one counts.
    await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("true");
    // It is busy, and hears the press.
    await heart.click({ force: true });
    release();
    await page.getByRole("dialog").waitFor();
    await expect.poll(() => kept()).toBeNull();
    // The dialog hears of Escape a moment after it is there.
    await expect
      .poll(async () => {
        await page.keyboard.press("Escape");
        return page.getByRole("dialog").count();
      })
      .toBe(0);
    await heart.click();
    await page.getByRole("dialog").waitFor();
    await expect.poll(kept).not.toBeNull();
    await member.close();
  });

  test("that fails on the way is tried again by the next page", async () => {
    await page.goto(`/prompts/${prompt}`);
    await page.route("**/api/prompts/*/like", (route) => route.abort("connectionreset"));
    await like().click();
    await fillLogin(page, ana.email);
    await page.getByText("Ocorreu um erro ao processar sua ação").first().waitFor();
    await expect.poll(() => like().getAttribute("aria-pressed")).toBe("false");
    await page.unrouteAll();
    await page.reload();
    await expect.poll(() => like().getAttribute("aria-pressed")).toBe("true");
    await nothingWaits();
    await expect.poll(() => stored("likes")).toEqual([[prompt, ana.id]]);
  });

  test("that a logout overtakes is not told as a failure in the place of the logout", async () => {
    await page.goto(`/prompts/${prompt}`);
    const release = await holdBack(page, "**/api/prompts/*/like");
    const sent = page.waitForRequest("**/api/prompts/*/like");
    await like().click();
    await fillLogin(page, ana.email);
    const answered = (await sent).response();
    await page.getByRole("button", { name: /^Conta de/ }).click();
    await page.getByRole("menuitem", { name: "Sair" }).click();
    const farewell = page.locator("li[data-state=open]").getByText("Você saiu da sua conta.");
    await farewell.waitFor();
    release();
    expect((await answered)?.status()).toBe(401);
    // A message would take its place.
    await untilIdle(page);
    await expect.poll(() => farewell.count()).toBe(1);
    await expect.poll(() => stored("likes")).toEqual([]);
  });

  test("is not set by an address, nor by a page that needs a login instead", async () => {
    await page.goto(`/auth?next=${encodeURIComponent(`/prompts/${prompt}?like=1`)}`);
    await expect.poll(() => kept()).toBeNull();
    await page.goto(`/prompts/${prompt}`);
    await like().click();
    // The last action that was begun is finished.
    await page.goto("/profile?tab=favoritos");
    await page.getByRole("heading", { level: 1, name: "Entre para ver seus favoritos" }).waitFor();
    await fillLogin(page, bia.email);
    await page.waitForURL("**/profile?tab=favoritos");
    await page.getByRole("heading", { level: 1, name: "Bia" }).waitFor();
    await expect.poll(() => stored("likes")).toEqual([]);
  });
});

describe("/auth", () => {
  test.each([
    ["/submit", "Entre para enviar seu prompt"],
    ["/profile?tab=favoritos", "Entre para ver seus favoritos"],
    ["https://evil.example/submit", "Entre na Prompteca"],
    ["//evil.example/submit", "Entre na Prompteca"],
  ])("for %s says '%s', in the server's markup already", async (next, title) => {
    const markup = await (await fetch(`${site.origin}/auth?next=${encodeURIComponent(next)}`)).text();
    expect(markup).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    await page.goto(`/auth?next=${encodeURIComponent(next)}`);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
  });

  test("never leads to another site", async () => {
    for (const next of [
      "https://evil.example/",
      "//evil.example/",
      "/\\evil.example/",
      "/.//evil.example/",
    ]) {
      await page.goto(`/auth?next=${encodeURIComponent(next)}`);
      await fillLogin(page, ana.email);
      await page.waitForURL(`${site.origin}/`);
      await page.evaluate(() => localStorage.clear());
    }
  });
});

describe("after a registration", () => {
  let number = 0;
  /**
   * Registers in the form that is open, and opens the mail's link in another tab of the browser.
   * @param step that is told meanwhile
   */
  async function registerAndConfirm(step?: string): Promise<Page> {
    number += 1;
    const email = `nova${number}@example.com`;
    await fillRegistration(page, `Nova ${number}`, email);
    await page.waitForURL("**/registration-success?email=*");
    if (step) await page.getByText(step).waitFor();
    const tab = await page.context().newPage();
    await tab.goto(linkIn(await site.mails.waitFor(email)).href);
    await tab.getByRole("button", { name: "Confirmar meu e-mail" }).click();
    await tab.getByRole("heading", { name: "E-mail confirmado" }).waitFor();
    return tab;
  }

  test("begun with a like, the like is set and the next step is its prompt", async () => {
    await page.goto(`/prompts/${prompt}`);
    await like().click();
    await page.getByRole("tab", { name: "Cadastrar" }).click();
    const tab = await registerAndConfirm(
      "Pronto: você já entra na sua conta, e sua curtida em “Cordel da inteligência” fica registrada.",
    );
    await tab.getByRole("link", { name: "Voltar ao prompt" }).click();
    await tab.waitForURL(`**/prompts/${prompt}`);
    const heart = tab.getByRole("button", { name: /^Curtir/ });
    await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("true");
    await nothingWaits();
    expect((await stored("likes")).map(([id]) => id)).toEqual([prompt]);
  });

  test("begun with a like, the like is shown also by the tab that another one was quicker than", async () => {
    await page.goto(`/prompts/${prompt}`);
    await like().click();
    await page.getByRole("tab", { name: "Cadastrar" }).click();
    const sendLike = await holdBack(page, "**/api/prompts/*/like");
    // The mail's tab reads the prompt before the first tab's like, and hears the answer after it.
    await page.context().route(`**/api/prompts/${prompt}`, async (route) => {
      if (route.request().frame().page() === page) return route.continue();
      const response = await route.fetch();
      sendLike();
      await nothingWaits();
      await route.fulfill({ response });
    });
    const tab = await registerAndConfirm();
    await nothingWaits();
    await tab.getByRole("link", { name: "Voltar ao prompt" }).click();
    await tab.waitForURL(`**/prompts/${prompt}`);
    const heart = tab.getByRole("button", { name: /^Curtir/ });
    await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("true");
  });

  test("begun with a page, the next step is that page", async () => {
    await page.goto("/submit");
    await page.getByRole("tab", { name: "Cadastrar" }).click();
    await page.getByRole("heading", { level: 1, name: "Crie sua conta para enviar seu prompt" }).waitFor();
    const tab = await registerAndConfirm();
    await tab.getByRole("link", { name: "Enviar seu prompt" }).click();
    await tab.waitForURL("**/submit");
    await tab.getByLabel("Título").waitFor();
    await nothingWaits();
  });

  test("begun with nothing, the next step is publishing; the way home stays", async () => {
    await page.goto("/auth?tab=register");
    const tab = await registerAndConfirm();
    await expect
      .poll(() => tab.getByRole("link", { name: "Ir para o início" }).getAttribute("href"))
      .toBe("/");
    await tab.getByRole("link", { name: "Compartilhar seu primeiro prompt" }).click();
    await tab.waitForURL("**/submit");
    await tab.getByLabel("Título").waitFor();
  });

  test("the rules are told before they are broken, and are the same in the dialog and on the page", async () => {
    for (const open of [
      () => page.goto("/auth?tab=register"),
      async () => {
        await page.goto(`/prompts/${prompt}`);
        await like().click();
        await page.getByRole("tab", { name: "Cadastrar" }).click();
      },
    ]) {
      await open();
      const form = page.getByRole("tabpanel");
      await form.getByText("de 3 a 40 letras, números, espaços, pontos, hífens ou sublinhados").waitFor();
      await form.getByText("Pelo menos 8 caracteres, com 3 letras ou mais").waitFor();
      const name = form.getByLabel("Nome de usuário");
      for (const [username, refusal] of [
        ["ana@casa", "Use apenas letras, números, espaço, ponto, hífen e sublinhado no nome de usuário"],
        ["puta velha", "O nome de usuário contém linguagem imprópria"],
      ] as const) {
        await name.fill(username);
        await form.getByLabel("E-mail").focus();
        await form.getByText(refusal).waitFor();
      }
      await name.fill("Ana da Silva-Lima");
      await expect.poll(() => name.getAttribute("aria-invalid")).toBeNull();
    }
  });

  test("the wait for another mail has begun in the first picture of the page, and outlives a reload", async () => {
    await page.addInitScript(() => {
      const labels: string[] = [];
      Object.assign(window, { labels });
      const look = () => {
        const button = [...document.querySelectorAll("main button")].find(({ textContent }) =>
          /Reenviar|Aguarde/.test(textContent ?? ""),
        ) as HTMLButtonElement | undefined;
        if (button) labels.push(`${button.textContent}${button.disabled ? "" : " (enabled)"}`);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto("/auth?tab=register");
    await fillRegistration(page, "Lia Nova", "lia@example.com");
    await page.getByRole("button", { name: /^Aguarde (5:00|4:5\d)$/ }).waitFor();
    const labels = () => page.evaluate(() => (window as unknown as { labels: string[] }).labels);
    await expect.poll(async () => (await labels()).length).toBeGreaterThan(5);
    expect((await labels()).filter((label) => !label.startsWith("Aguarde"))).toEqual([]);
    await page.reload();
    await page.getByRole("button", { name: /^Aguarde (5:00|4:\d\d)$/ }).waitFor();
    // The server cannot know how long: until the browser does, nothing can be pressed.
    expect((await labels()).filter((label) => label.endsWith("(enabled)"))).toEqual([]);
  });
});
