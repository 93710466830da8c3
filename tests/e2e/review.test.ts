/** Where the operator wants it, a newcomer's prompt waits for a moderator, and its author sees that it does. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchBrowser } from "#tests/support/browser.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, findAdmin, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;

beforeAll(async () => {
  const env = { ADMIN_PASSWORD: PASSWORD, REVIEW_NEW_ACCOUNTS: "on" };
  [site, browser] = await Promise.all([startTestSite(env), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

journey("a newcomer's prompt", async () => {
  const member = await createMember(site, "Ana Maria");
  const id = await member.publish("Jabuti na mata");
  const path = `${site.origin}/prompts/${id}`;
  const { page: ana } = await visitAs(member, browser, site.origin);
  const { page: admin } = await visitAs(await findAdmin(site), browser, site.origin);
  const title = { name: "Jabuti na mata", exact: true };

  await step("is announced as waiting wherever publishing is explained", async () => {
    await ana.goto(`${site.origin}/submit`);
    await ana.getByText("cada prompt passa pela moderação, em até 24 horas").waitFor();
    await ana.goto(`${site.origin}/`);
    await ana.getByText("Até a conta completar um dia e ter três prompts publicados").waitFor();
    await ana.goto(`${site.origin}/terms-of-use`);
    await ana.getByRole("heading", { name: "Só as contas novas têm revisão prévia" }).waitFor();
  });

  await step("is “Em análise” for its author, on its page and in the profile", async () => {
    expect((await fetch(path)).status).toBe(404);
    await ana.goto(path);
    await ana.getByRole("heading", title).waitFor();
    await ana.getByText("Em análise", { exact: true }).waitFor();
    await ana.goto(`${site.origin}/profile`);
    await ana.getByRole("heading", { name: "Em análise" }).waitFor();
    await expect.poll(() => ana.getByText("Você ainda não enviou nenhum prompt.").count()).toBe(0);
    await ana.getByRole("link", title).click();
    await ana.getByRole("button", { name: "Excluir" }).waitFor();
  });

  await step("waits in the moderators' queue, who keep it", async () => {
    await expect
      .poll(async () => {
        await admin.goto(`${site.origin}/admin/denuncias`);
        await admin
          .getByText(/caso aberto|fila está vazia/)
          .first()
          .waitFor();
        return admin.getByText("Prompt de Ana Maria · conta nova", { exact: true }).count();
      })
      .toBe(1);
    await admin.getByRole("link", title).click();
    await admin.getByRole("heading", { name: "O prompt", exact: true }).waitFor();
    await admin.getByText("Em análise", { exact: true }).waitFor();
    await admin.getByText("Continua como era ao abrir o caso.").waitFor();
    await expect.poll(() => admin.locator("main").innerText()).not.toMatch(/denunci(ado|ou)|Sem denúncia/);
    await admin.getByRole("radio", { name: "Publicar", exact: true }).check();
    await admin.getByText("Aparece para todos.", { exact: true }).waitFor();
    await admin.getByText("Este texto fica no registro; ninguém o recebe.").waitFor();
    await admin.getByLabel("Motivo", { exact: true }).fill("Tudo certo.");
    await admin.getByRole("button", { name: "Publicar", exact: true }).click();
    await admin.getByText("Publicado.").first().waitFor();
  });

  await step("is then like any other", async () => {
    expect((await fetch(path)).status).toBe(200);
    await ana.goto(`${site.origin}/profile`);
    await ana.getByRole("heading", title).waitFor();
    await expect.poll(() => ana.getByRole("heading", { name: "Em análise" }).count()).toBe(0);
  });
});
