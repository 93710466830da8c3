/** Two tabs of one browser doing opposite things: the last action holds, and both tabs come to show it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SESSION_KEY } from "#accounts/client/session-storage.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let visitor: Visitor;
let one: Page;
let two: Page;
let prompt: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  prompt = await ana.publish("Cordel da inteligência");
  visitor = await visitAs(ana, browser, site.origin);
  one = visitor.page;
  two = await one.context().newPage();
  await Promise.all([one.goto(`/prompts/${prompt}`), two.goto("/prompts")]);
  for (const tab of [one, two]) await account(tab).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const account = (tab: Page) => tab.getByRole("button", { name: "Conta de Ana Maria" });
const like = (tab: Page) => tab.getByRole("button", { name: /^Curtir/ });
const favourite = (tab: Page) => tab.getByRole("button", { name: "Favoritar" });
const pressed = (tab: Page, button: typeof like) => button(tab).getAttribute("aria-pressed");

async function press(tab: Page, button: typeof like, path: string) {
  const answered = tab.waitForResponse(`**/api/prompts/${prompt}/${path}`);
  await button(tab).click();
  expect((await answered).status()).toBe(200);
}

async function count(table: "likes" | "favorites"): Promise<number> {
  const { rows } = await site.database.pool.query(`select count(*)::int as n from ${table}`);
  return rows[0].n;
}

journey("in two tabs", async () => {
  await step("a like that the other tab knows nothing of is not undone by liking there as well", async () => {
    for (const [button, path, table] of [
      [like, "like", "likes"],
      [favourite, "favorite", "favorites"],
    ] as const) {
      await press(one, button, path);
      // The second tab still shows the time before: its press means yes, and yes it stays.
      await expect.poll(() => pressed(two, button)).toBe("false");
      await press(two, button, path);
      await expect.poll(() => pressed(two, button)).toBe("true");
      await expect.poll(() => count(table)).toBe(1);
      // Taken back there, the first tab's press takes it back once more: still none.
      await press(two, button, path);
      await press(one, button, path);
      await expect.poll(() => pressed(one, button)).toBe("false");
      await expect.poll(() => count(table)).toBe(0);
    }
    await expect.poll(() => like(one).textContent()).toBe("0 Curtidas");
  });

  await step(
    "opposite presses at the same moment end in one of the two, the same for everybody",
    async () => {
      await press(one, like, "like");
      const [liked] = await Promise.all([
        pressed(one, like),
        press(two, like, "like"),
        press(one, like, "like"),
      ]);
      expect(liked).toBe("true");
      const [likes] = (await site.database.pool.query("select likes_count::int as n from prompt_stats")).rows;
      expect(likes.n).toBe(await count("likes"));
      await one.reload();
      await account(one).waitFor();
      await expect.poll(() => pressed(one, like)).toBe(String(likes.n === 1));
    },
  );

  await step(
    "logging out in one logs the other out too, which asks for a login instead of failing",
    async () => {
      await account(one).click();
      await one.getByRole("menuitem", { name: "Sair" }).click();
      await two.getByRole("link", { name: "Entrar" }).first().waitFor();
      await like(two).click();
      await two.getByText("Faça login para curtir prompts").first().waitFor();
    },
  );

  await step("logging in again in one logs the other in too, with its own marks", async () => {
    await like(one).click();
    await one.getByRole("dialog").getByLabel("E-mail").fill(ana.email);
    await one.getByRole("dialog").getByLabel("Senha", { exact: true }).fill(PASSWORD);
    await one.keyboard.press("Enter");
    await account(one).waitFor();
    await account(two).waitFor();
    await press(two, favourite, "favorite");
    await two.getByText("Prompt adicionado aos favoritos").first().waitFor();
    await expect.poll(() => count("favorites")).toBe(1);
  });

  await step(
    "a session that ended elsewhere ends here with the next press, and the press is taken back",
    async () => {
      await two.close();
      await site.database.pool.query("delete from sessions where user_id = $1", [ana.id]);
      const before = await pressed(one, like);
      await like(one).click();
      // The notice that the session ended is replaced by its meaning for the press.
      await one.getByText("Login necessário").first().waitFor();
      await one.getByRole("dialog", { name: "Entre na Prompteca" }).waitFor();
      await one.keyboard.press("Escape");
      await one.getByRole("link", { name: "Entrar" }).first().waitFor();
      expect(before).toBeOneOf(["true", "false"]);
      await expect.poll(() => pressed(one, like)).toBe("false");
    },
  );

  await step("no page complained on the way", () => {
    expect(visitor.complaints.filter((text) => !/status of 40[13]/.test(text))).toEqual([]);
  });
});

describe("a tab that was duplicated, with a session that lives until it is closed", () => {
  const stored = (tab: Page) =>
    tab.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? "null")?.refresh_token, SESSION_KEY);
  /** Lets an hour pass for a tab: its next call needs a new token. */
  const expire = (tab: Page) =>
    tab.evaluate((key) => {
      const session = JSON.parse(sessionStorage.getItem(key) ?? "{}");
      sessionStorage.setItem(key, JSON.stringify({ ...session, expires_at: session.expires_at - 3600 }));
    }, SESSION_KEY);

  /** Both, logged in. */
  async function openBoth(): Promise<[Page, Page]> {
    const first = await visit(browser, site.origin);
    const session = JSON.stringify(await ana.logIn());
    const [tab, copy] = [first.page, await first.page.context().newPage()];
    for (const page of [tab, copy]) {
      await page.goto("/prompts");
      await page.evaluate(
        ([key, value]) => sessionStorage.setItem(String(key), String(value)),
        [SESSION_KEY, session],
      );
      // The client that hears of the other's tokens comes after the page, and then checks the session.
      const checked = page.waitForResponse("**/auth/v1/user");
      await page.reload();
      await checked;
      await account(page).waitFor();
    }
    return [tab, copy];
  }

  test("ends when its person leaves the first, with what was typed into it; another session stays", async () => {
    const [tab, copy] = await openBoth();
    const apart = await tab.context().newPage();
    await apart.goto("/prompts");
    const other = JSON.stringify(await ana.logIn());
    await apart.evaluate(
      ([key, value]) => sessionStorage.setItem(String(key), String(value)),
      [SESSION_KEY, other],
    );
    await apart.reload();
    await account(apart).waitFor();
    await copy.goto("/submit");
    await copy.getByLabel("Título").fill("Um segredo");
    // Whatever becomes of the call that ends the session at the service.
    await tab.route("**/auth/v1/logout*", () => {});
    await account(tab).click();
    await tab.getByRole("menuitem", { name: "Sair" }).click();
    await copy.getByRole("link", { name: "Entrar" }).first().waitFor();
    await copy.getByLabel("Título").waitFor({ state: "detached" });
    expect(await stored(copy)).toBe(undefined);
    await account(apart).waitFor();
    // Its next page asks for nothing of the person either, and the other session is open.
    await copy.reload();
    await copy.getByRole("link", { name: "Entrar" }).first().waitFor();
    await apart.reload();
    await account(apart).waitFor();
  });

  test("goes on beside the first, whichever of them renews the session", async () => {
    const [tab, copy] = await openBoth();
    let before = await stored(tab);
    for (const page of [tab, copy, tab, copy]) {
      await expire(page);
      await page.reload();
      for (const each of [tab, copy]) await expect.poll(() => stored(each)).not.toBe(before);
      await expect.poll(() => stored(tab)).toBe(await stored(copy));
      before = await stored(tab);
      await site.database.pool.query(
        "update sessions set refreshed_at = now() - interval '1 hour' where user_id = $1",
        [ana.id],
      );
    }
    await account(tab).waitFor();
    await account(copy).waitFor();
  });
});
