/** The admin looks how the site is doing, and has mails sent that could not be. */
import { rm } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beyondTheSidesOfAny } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor } from "#tests/support/browser.ts";
import { makeTestFolder } from "#tests/support/folders.ts";
import { createMember, findAdmin, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let admin: Visitor;
let backups: string;

beforeAll(async () => {
  backups = await makeTestFolder();
  [site, browser] = await Promise.all([
    startTestSite({ ADMIN_PASSWORD: PASSWORD, BACKUP_DIR: backups }),
    launchBrowser(),
  ]);
  const ana = await createMember(site, "Ana Maria");
  await ana.publishMany(3, "Receita da semana");
  await site.database.pool.query(
    `insert into daily_counts (day, people, prompts, likes)
      select day, 2, 3, case when day = (now() at time zone 'America/Sao_Paulo')::date - 10 then 1234 else 5 end
      from generate_series((now() at time zone 'America/Sao_Paulo')::date - 363,
        (now() at time zone 'America/Sao_Paulo')::date - 2, '1 day') day`,
  );
  admin = await visitAs(await findAdmin(site), browser, site.origin);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(backups, { recursive: true, force: true });
  expect(admin.complaints, "the page complained").toEqual([]);
});

test("who looks while the site is counted for the first time is told so, and sees the numbers when they are there", async () => {
  const { page } = admin;
  const holding = await site.database.pool.connect();
  await holding.query("delete from site_totals where true");
  await holding.query("begin; lock table likes in access exclusive mode");
  await page.goto("/admin/health");
  await page.getByText("Os números do site estão sendo calculados").waitFor();
  await page.getByRole("heading", { name: "Armazenamento" }).waitFor();
  await holding.query("rollback");
  holding.release();
  await page.getByRole("img", { name: "Pessoas por dia", exact: true }).waitFor();
});

test("the admin finds the way there, and sees people, prompts and likes over time", async () => {
  const { page } = admin;
  await page.goto("/admin");
  await page.getByRole("navigation", { name: "Administração" }).getByText("Saúde", { exact: true }).click();
  await page.getByRole("heading", { name: "Saúde do site", level: 1 }).waitFor();
  await page
    .getByText(
      /^Versão \d+\.\d+\.\d+ \(\w+\) de \d+º? de \w+ de \d{4}, (agora|há .+|.*\d{4}), no ar desde .*em 1 processo\.$/,
    )
    .waitFor();
  await page
    .getByText("O site não convida para nenhuma comunidade. Defina COMMUNITY_URL e reinicie o site.")
    .waitFor();
  for (const name of ["Pessoas por dia", "Prompts por dia", "Curtidas por dia"]) {
    const plot = page.getByRole("img", { name, exact: true });
    await plot.waitFor();
    await expect.poll(() => plot.locator("g").count()).toBe(90);
  }
  const likes = page.getByRole("img", { name: "Curtidas por dia" });
  // The last two days of those made up were not over when they were counted, and are counted again.
  await expect
    .poll(() => likes.locator("desc").textContent())
    .toMatch(/^1\.65[49] curtidas nos últimos 90 dias\. O máximo foi 1\.234, em \d\d\/\d\d\./);
  // The highest bar fills the plot, an ordinary one is little beside it, and nothing at all is nothing.
  const heights = await likes
    .locator("rect:nth-of-type(2)")
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("height"))));
  const highest = heights.indexOf(100);
  // A day older, and five likes fewer, where midnight passed since they were made up.
  expect([heights.length - 11, heights.length - 12]).toContain(highest);
  expect(heights[highest - 1]).toBe(2);
  expect(heights.at(-1)).toBe(0);
});

test("the numbers stand in a table, by day or by week", async () => {
  const { page } = admin;
  await page.goto("/admin/health");
  await page.getByText("Ver os números em uma tabela").click();
  const rows = page.getByRole("table", { name: /^Pessoas, prompts e curtidas/ }).getByRole("row");
  await expect.poll(() => rows.count()).toBe(91);
  const highest = rows.nth(11).or(rows.nth(12)).filter({ hasText: "1.234" });
  await expect.poll(() => highest.getByRole("cell").allTextContents()).toEqual(["2", "3", "1.234"]);
  await page.getByRole("tab", { name: "12 meses" }).click();
  await page.getByText("Ver os números em uma tabela").click();
  await expect.poll(() => rows.count()).toBe(53);
  await expect.poll(() => rows.nth(2).getByRole("cell").allTextContents()).toEqual(["14", "21", "1.264"]);
});

test("storage, background work and the last backup are told", async () => {
  const { page } = admin;
  // The site's own, which it owes since its start, would come after this one.
  const made = "select from pgboss.job where name = 'nightly-backup' and state = 'completed'";
  await expect.poll(async () => (await site.database.pool.query(made)).rowCount).toBe(1);
  await site.database.pool.query("insert into backups (bytes, file) values (12345678, 'x')");
  await page.goto("/admin/health");
  const fact = (term: string) => page.locator("dl > div").filter({ hasText: term });
  await expect.poll(() => fact("Banco de dados").textContent()).toMatch(/\d MB$/);
  await expect.poll(() => fact("Imagens").textContent()).toContain("1 imagem");
  await expect.poll(() => fact("Última cópia de segurança").textContent()).toMatch(/agora12,3 MB$/);
  // Mails of other tests may still be on their way.
  await expect
    .poll(async () => {
      await page.goto("/admin/health");
      const row = page.getByRole("row", { name: /^Envio de e-mails/ });
      await row.waitFor();
      return (await row.getByRole("cell").allTextContents()).join(" ");
    })
    .toMatch(/0 0 0$/);
});

test("every queue of the site has a name in Portuguese", async () => {
  const { page } = admin;
  const queues: string[] = (
    await site.database.pool.query("select name from pgboss.queue where name not like '\\_\\_%'")
  ).rows.map(({ name }) => name);
  // Queues that are there at times only.
  expect(queues).toContain("nightly-backup");
  await page.goto("/admin/health");
  const table = page.getByRole("table", { name: "Tarefas em segundo plano, por fila" });
  await table.waitFor();
  const shown = await table.getByRole("rowheader").allTextContents();
  expect(shown).toHaveLength(queues.length);
  expect(shown.filter((name) => queues.includes(name))).toEqual([]);
});

test("mails that failed are sent when the admin asks for it", async () => {
  const { page } = admin;
  await page.goto("/admin/health");
  await page.getByText("Nenhum e-mail aguarda nova tentativa.").waitFor();
  await site.mails.stop();
  const signup = { email: "joana@example.com", password: PASSWORD, data: { username: "Joana" } };
  await site.post("/auth/v1/signup", signup);
  const failed = async () =>
    (await site.database.pool.query("select from pgboss.job where name = 'mail' and output is not null"))
      .rowCount;
  await expect.poll(failed).toBe(1);
  await site.database.pool.query(
    "update pgboss.job set state = 'failed', completed_on = now() where name = 'mail' and output is not null",
  );
  await page.reload();
  const mail = page
    .getByRole("listitem")
    .filter({ hasText: "Confirmação de cadastro para j***@example.com" });
  await expect.poll(() => mail.textContent()).toContain("desistimos");
  expect(await page.content()).not.toContain("joana@");
  await site.database.pool.query(
    `insert into pgboss.job (name, data, state, output, created_on) select name, data, state, output, now() - interval '1 day'
      from pgboss.job, generate_series(1, 1200) where name = 'mail' and output is not null`,
  );
  await page.reload();
  await page
    .getByText("São 1.201 e-mails. Aqui estão os 50 mais recentes; o botão vale para todos.")
    .waitFor();
  await expect
    .poll(() => page.getByRole("listitem").filter({ hasText: "Confirmação de cadastro" }).count())
    .toBe(50);
  await site.database.pool.query("delete from pgboss.job where created_on < now() - interval '1 hour'");
  await site.mails.start();
  await page.getByRole("button", { name: "Tentar enviar agora" }).click();
  await page.getByText("1 e-mail na fila", { exact: true }).first().waitFor();
  await site.mails.waitFor("joana@example.com");
  await page.reload();
  await page.getByText("Nenhum e-mail aguarda nova tentativa.").waitFor();
});

test("nothing is wider than the screen, whatever its width", async () => {
  await admin.page.goto("/admin/health");
  await admin.page.getByRole("img", { name: "Pessoas por dia", exact: true }).waitFor();
  expect(await beyondTheSidesOfAny(admin.page)).toEqual([]);
});
