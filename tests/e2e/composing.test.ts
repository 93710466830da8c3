/** Whoever composes words, as in Japanese or Chinese, accepts one by Enter: no field takes that for its own. */
import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser } from "#tests/support/browser.ts";
import { createMember, findAdmin, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ ADMIN_PASSWORD: PASSWORD }), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  for (const title of ["Cordel da feira", "Cordel do mar"])
    await ana.publish(title, undefined, { tags: ["Poesia", "Cordel"] });
});
beforeEach(async () => {
  ({ page } = await visitAs(ana, browser, site.origin));
});

/** A key of the input method, as Safari tells it after the composition's end. @returns whether the field took it */
const composes = (field: Locator, key = "Enter") =>
  field.evaluate(
    (element, name) =>
      !element.dispatchEvent(
        new KeyboardEvent("keydown", {
          key: name,
          code: name,
          keyCode: 229,
          bubbles: true,
          cancelable: true,
        }),
      ),
    key,
  );

test("the tags' field adds none, the title's does not lead on", async () => {
  await page.goto("/submit");
  const tags = page.locator("main input[role=combobox]");
  await tags.fill("aquarela");
  expect(await composes(tags)).toBe(false);
  await expect.poll(() => tags.inputValue()).toBe("aquarela");
  await tags.press("Enter");
  await expect.poll(() => tags.inputValue()).toBe("");
  const title = page.getByLabel("Título");
  await title.fill("Retrato");
  expect(await composes(title)).toBe(false);
  expect(await hasFocus(title)).toBe(true);
  await title.press("Enter");
  await expect.poll(() => hasFocus(page.getByLabel("Prompt", { exact: true }))).toBe(true);
});

test("the search takes no suggestion", async () => {
  await page.goto("/prompts");
  const field = page
    .getByRole("searchbox")
    .or(page.getByRole("combobox", { name: "Buscar prompts" }))
    .first();
  await field.fill("cordel");
  await page.getByRole("option").first().waitFor();
  await field.press("ArrowDown");
  await page.locator("[role=option][aria-selected=true]").waitFor();
  expect(await composes(field)).toBe(false);
  expect(new URL(page.url()).pathname).toBe("/prompts");
});

test("a dialog stays open at the Escape that gives a word up", async () => {
  await page.goto("/settings");
  await page.getByRole("button", { name: "Criar chave", exact: true }).click();
  const name = page.getByRole("dialog").getByLabel("Nome");
  await name.fill("Editor");
  expect(await composes(name, "Escape")).toBe(true);
  await expect.poll(() => name.inputValue()).toBe("Editor");
  await name.press("Escape");
  await page.getByRole("dialog").getByRole("button", { name: "Descartar" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("the admin's dialog, which asks which tag stays, leaves it to the input method", async () => {
  ({ page } = await visitAs(await findAdmin(site), browser, site.origin));
  await page.goto("/admin/tags");
  await page.getByRole("button", { name: /^Unir/ }).first().click();
  const field = page.getByRole("dialog").getByLabel("Qual tag fica?");
  await field.fill("Poesia");
  expect(await composes(field)).toBe(false);
});
