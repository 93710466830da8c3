/** An author's public page: from a card to who wrote it, through their prompts, to their feed. */
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { formatDate } from "#ui/dates.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let beto: Member;
let visitor: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  beto = await createMember(site, "Beto");
  await ana.publishMany(25, "Receita");
  visitor = await visit(browser, site.origin);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  expect(visitor.complaints).toEqual([]);
});

const html = async (path: string) => (await fetch(site.origin + path)).text();

describe("from the server", () => {
  test("says whose prompts it holds, and where the others are", async () => {
    const page = await html(`/users/${ana.id}`);
    const address = `${site.origin}/users/${ana.id}`;
    expect(page).toContain("<title>Prompts de Ana Maria · Prompteca</title>");
    expect(page).toContain(`<link rel="canonical" href="${address}">`);
    expect(page).toContain(`<link rel="next" href="${address}?page=2">`);
    expect(page).not.toContain('<link rel="prev"');
    expect(page).toContain('<meta property="og:type" content="profile">');
    expect(page).toContain(
      `<link rel="alternate" type="application/atom+xml" href="/feeds/users/${ana.id}.xml" title="Prompts de Ana Maria">`,
    );
    expect(page).not.toContain('<meta name="robots"');
    expect(page).not.toContain(ana.email);
  });

  test("further pages are addresses of their own, between their neighbours", async () => {
    const page = await html(`/users/${ana.id}?page=2&utm_source=x`);
    const address = `${site.origin}/users/${ana.id}`;
    expect(page).toContain("<title>Prompts de Ana Maria, página 2 · Prompteca</title>");
    expect(page).toContain(`<link rel="canonical" href="${address}?page=2">`);
    expect(page).toContain(`<link rel="prev" href="${address}">`);
    expect(page).toContain(`<link rel="next" href="${address}?page=3">`);
  });

  test("an empty page and one past the end are not for search engines", async () => {
    for (const path of [`/users/${beto.id}`, `/users/${ana.id}?page=99`]) {
      const answer = await fetch(site.origin + path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('<meta name="robots" content="noindex">');
    }
  });

  test.each(["nobody", "00000000-0000-4000-8000-000000000000", "%2e%2e%2fx"])(
    "nobody's id %s is a page that says so, and a 404",
    async (id) => {
      const answer = await fetch(`${site.origin}/users/${id}`);
      expect(answer.status).toBe(404);
      const page = await answer.text();
      expect(page).toContain("Pessoa não encontrada");
      expect(page).toContain('<meta name="robots" content="noindex">');
    },
  );
});

describe("in the browser", () => {
  test("a card's author leads to their page, the rest of the card to the prompt", async () => {
    const { page } = visitor;
    await page.goto("/prompts");
    const card = page.getByRole("article").first();
    await card.getByRole("link", { name: "por Ana Maria" }).click();
    await page.waitForURL(`**/users/${ana.id}`);
    await page.getByRole("heading", { level: 1, name: "Ana Maria" }).waitFor();
    await page.goBack();
    // Her page has cards too.
    await page.getByRole("heading", { level: 1, name: "Ana Maria" }).waitFor({ state: "detached" });
    // The link lies over it: forced, the click lands where a hand's would.
    await card.getByRole("heading").click({ force: true });
    await page.waitForURL(/\/prompts\/\d+$/);
    const byline = page.getByRole("link", { name: "Ana Maria Criador do prompt" });
    const avatar = (where: Locator) =>
      where
        .getByText("AM", { exact: true })
        .first()
        // Larger on the page.
        .evaluate((tile) => `${tile.textContent} ${tile.className.replace(/ size-\d+ text-\w+/, "")}`);
    const besidePrompt = await avatar(byline);
    await byline.click();
    await page.waitForURL(`**/users/${ana.id}`);
    await expect.poll(() => avatar(page.getByRole("main"))).toBe(besidePrompt);
  });

  test("shows initials, name, since when, how many, and the prompts, newest first, in pages", async () => {
    const { page } = visitor;
    await page.goto(`/users/${ana.id}`);
    const main = page.getByRole("main");
    await expect.poll(() => main.innerText()).toMatch(/^AM\s+Ana Maria/);
    await main.getByText(`Membro desde ${formatDate(new Date())}`).waitFor();
    await main.getByText("25 prompts enviados").waitFor();
    const titles = () => page.getByRole("article").getByRole("heading").allInnerTexts();
    await expect
      .poll(() => titles())
      .toEqual(Array.from({ length: 12 }, (_, index) => `Receita ${25 - index}`));
    await page.getByRole("link", { name: "Próxima página" }).click();
    await page.waitForURL(`**/users/${ana.id}?page=2`);
    await expect.poll(titles).toEqual(Array.from({ length: 12 }, (_, index) => `Receita ${13 - index}`));
    await expect.poll(() => page.title()).toBe("Prompts de Ana Maria, página 2 · Prompteca");
    await page.goBack();
    await expect.poll(() => page.title()).toBe("Prompts de Ana Maria · Prompteca");
  });

  test("cards here do not lead to where one is", async () => {
    const { page } = visitor;
    await page.goto(`/users/${ana.id}`);
    await expect.poll(() => page.getByRole("article").first().getByRole("link").count()).toBe(1);
  });

  test("an author without prompts is shown with what comes next", async () => {
    const { page } = visitor;
    await page.goto(`/users/${beto.id}`);
    await page.getByText("Nenhum prompt por aqui ainda.").waitFor();
    await page.getByText("Nenhum prompt enviado").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Explorar Prompts" }).waitFor();
  });

  test("the feed's address is told in words, and copied", async () => {
    const { page } = visitor;
    await page.goto(`/users/${ana.id}`);
    await page.getByRole("main").getByRole("link", { name: "Acompanhar por RSS" }).click();
    await page.getByText("Veja o que esta pessoa publica num leitor de RSS").waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copiar endereço" }).click();
    await page.getByText("Endereço copiado").first().waitFor();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toBe(`${site.origin}/feeds/users/${ana.id}.xml`);
    expect((await fetch(address)).headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  });

  test("a member's own likes are marked on somebody's page", async () => {
    const member = await visitAs(beto, browser, site.origin);
    await member.page.goto(`/users/${ana.id}`);
    const like = member.page.getByRole("button", { name: /^Curtir/ }).first();
    const kept = member.page.waitForResponse("**/like");
    await like.click();
    await kept;
    await member.page.reload();
    await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
    expect(member.complaints).toEqual([]);
    await member.close();
  });
});
