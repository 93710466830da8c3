/** The admin puts tags in order, by keyboard alone: renames one, takes that back, merges two, frees a name, reads the log. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { hasFocus, violations } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor } from "#tests/support/browser.ts";
import { journey, step } from "#tests/support/journey.ts";
import { tabTo } from "#tests/support/keyboard.ts";
import { createMember, findAdmin, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let admin: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ ADMIN_PASSWORD: PASSWORD }), launchBrowser()]);
  const beto = await createMember(site, "Beto");
  await beto.publish("Dissertação nota mil", undefined, { tags: ["Redação", "Vestibular"] });
  await beto.publish("Carta argumentativa", undefined, { tags: ["redações"] });
  await beto.publish("Resumo do livro", undefined, { tags: ["Redaçao escolar"] });
  admin = await visitAs(await findAdmin(site), browser, site.origin);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  // A refused rename.
  expect(admin.complaints.filter((text) => !/status of 409/.test(text))).toEqual([]);
});

const row = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Tags", exact: true })
    .getByRole("listitem")
    .filter({ hasText: name })
    .first();
const dialog = (page: Page) => page.getByRole("dialog");
const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first().waitFor();

journey("the admin's work on tags", async () => {
  const { page } = admin;
  await step("begins with the most used, and finds parts of names", async () => {
    await page.goto("/admin/tags");
    await page.getByText("3 tags", { exact: true }).waitFor();
    await expect.poll(() => row(page, "2 prompts").textContent()).toContain("Redação");
    await tabTo(page, /^Buscar$/);
    await page.keyboard.type("escol");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/tags?q=escol");
    await page.getByText("1 tag", { exact: true }).waitFor();
  });

  await step("a rename shows at once, and is taken back with one press", async () => {
    await tabTo(page, /^Renomear Redaçao escolar$/);
    await page.keyboard.press("Enter");
    await expect.poll(() => hasFocus(dialog(page).getByLabel("Novo nome"))).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Trabalho escolar");
    await page.keyboard.press("Enter");
    await toast(page, "Tag renomeada");
    await row(page, "Trabalho escolar").getByText("Outros nomes:").waitFor();
    await page.getByRole("button", { name: "Desfazer" }).press("Enter");
    await toast(page, "O nome voltou a ser o de antes");
    await row(page, "Redaçao escolar").waitFor();
    await row(page, "Redaçao escolar").getByText("Outros nomes:").waitFor({ state: "detached" });
  });

  await step("a name that another tag has is refused, and leads to the question of a merge", async () => {
    await tabTo(page, /^Renomear Redaçao escolar$/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("redações");
    await page.keyboard.press("Enter");
    // Said once, where it can be mended.
    const taken = page.getByText("Já existe a tag “Redação”. Em vez de renomear, una as duas.");
    await dialog(page).locator(taken).waitFor();
    await expect.poll(() => taken.count()).toBe(1);
    await tabTo(page, /^Unir as duas/);
    await page.keyboard.press("Enter");
    await dialog(page).getByRole("heading", { name: "Unir “Redaçao escolar” a outra" }).waitFor();
    await dialog(page).getByRole("radio", { name: "Redação" }).waitFor();
    await tabTo(page, /^Redação$/);
    await page.keyboard.press("Space");
    const question = dialog(page).getByText("O prompt com “Redaçao escolar” passa a ter “Redação”");
    await question.waitFor();
    await dialog(page).getByText("Não dá para desfazer:").waitFor();
    expect(await violations(page)).toEqual([]);
    await tabTo(page, /^Unir$/);
    await page.keyboard.press("Enter");
    await toast(page, "Tags unidas");
    await row(page, "3 prompts").getByText("Redaçao escolar").waitFor();
  });

  await step("readers with the old address come to the tag that stays", async () => {
    const answer = await fetch(`${site.origin}/tags/redacao-escolar?page=2`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location"), answer.headers.get("cache-control")]).toEqual([
      301,
      "/tags/redacao?page=2",
      "no-cache",
    ]);
    expect(await (await fetch(`${site.origin}/tags/redacao`)).text()).toContain("Resumo do livro");
  });

  await step("another name is freed after a question", async () => {
    await expect.poll(() => row(page, "Redação").getByText("Unindo").count()).toBe(0);
    await tabTo(page, /^Liberar o nome\s*Redaçao escolar$/);
    await page.keyboard.press("Enter");
    await dialog(page).getByText("deixa de levar a “Redação”").waitFor();
    await tabTo(page, /^Liberar$/);
    await page.keyboard.press("Enter");
    await toast(page, "Nome liberado");
    await page.goto("/admin/tags");
    await page.getByText("2 tags", { exact: true }).waitFor();
    await expect.poll(() => page.getByText("Outros nomes:").count()).toBe(0);
  });

  await step("the log has all of it", async () => {
    await page.goto("/admin/audit-log");
    for (const sentence of [
      "liberou o nome “Redaçao escolar” da tag “Redação”.",
      "uniu a tag “Redaçao escolar” à tag “Redação”, com 1 prompt.",
      "renomeou a tag “Redaçao escolar” para “Trabalho escolar”.",
    ])
      await page.getByText(sentence).waitFor();
  });
});
