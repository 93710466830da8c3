/** People's texts are shown as text: no address in them becomes a link, whoever wrote it (decision 40). */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchBrowser } from "#tests/support/browser.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, findAdmin, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let beto: Member;
let admin: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ ADMIN_PASSWORD: PASSWORD }), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  beto = await createMember(site, "Beto Silva");
  admin = await findAdmin(site);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const LURE = "golpe.example";
const written = (where: string) =>
  `${where}: https://${LURE} [clique](https://${LURE}/md) <a href="https://${LURE}/a">aqui</a> <https://${LURE}> www.${LURE}`;

/** Links of a page to the address, after the text with it has been shown. */
async function linksOf(page: Page, path: string, text = LURE): Promise<string[]> {
  await page.goto(site.origin + path);
  await page.getByText(text).first().waitFor();
  return page.evaluate((lure) => {
    // Links that take the text along to other sites, such as that for sharing, have it in their query.
    const leads = (address: string) => new URL(address, location.href).host.includes(lure);
    const names = ["href", "src", "action", "formaction", "xlink:href"];
    return [...document.querySelectorAll("*")].flatMap((element) =>
      names.filter((name) => leads(element.getAttribute(name) ?? "")).map(() => element.outerHTML),
    );
  }, LURE);
}

journey("addresses in texts", async () => {
  const title = `Veja https://${LURE}`;
  const id = await ana.publish(title);
  await site.database.pool.query(
    "update prompts set content = $2, description = $3, image_alt = $4 where id = $1",
    [id, written("Conteúdo"), written("Descrição"), written("Imagem")],
  );
  const body = {
    target_type: "prompt",
    target_id: id,
    category: "spam",
    standing: "anyone",
    explanation: written("Denúncia"),
  };
  await site.post("/api/reports", body, (await beto.logIn()).access_token);

  await step("are text for readers, on every page that shows prompts", async () => {
    const { page } = await visitAs(beto, browser, site.origin);
    for (const path of ["/", "/prompts", "/prompts?q=golpe", `/users/${ana.id}`]) {
      expect(await linksOf(page, path), path).toEqual([]);
    }
    expect(await linksOf(page, `/prompts/${id}`, "Descrição:")).toEqual([]);
  });

  await step("are text on the author's own page", async () => {
    const { page } = await visitAs(ana, browser, site.origin);
    expect(await linksOf(page, "/profile")).toEqual([]);
  });

  await step("are text for whoever moderates", async () => {
    const { page } = await visitAs(admin, browser, site.origin);
    expect(await linksOf(page, "/admin")).toEqual([]);
    expect(await linksOf(page, "/admin/denuncias")).toEqual([]);
    const path = await page.getByRole("link", { name: title }).first().getAttribute("href");
    expect(await linksOf(page, path ?? "", "Denúncia:")).toEqual([]);
  });
});
