/** Moderation from end to end: a visitor's mailed confirmation, the hiding, the decision, the appeal and the way back. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, findAdmin, type Member, visitAs } from "#tests/support/members.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

const REASON = "A foto mostra uma pessoa que não consentiu.";

let site: TestSite;
let browser: Browser;
let admin: Member;
let beto: Member;
let caio: Member;
const visitors: Visitor[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ ADMIN_PASSWORD: PASSWORD }), launchBrowser()]);
  admin = await findAdmin(site);
  beto = await createMember(site, "Beto Silva");
  caio = await createMember(site, "Caio Luz");
  const authorization = `Bearer ${(await admin.logIn()).access_token}`;
  await fetch(`${site.origin}/api/admin/moderators/${caio.id}`, {
    method: "PUT",
    headers: { authorization },
  });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  const complaints = visitors.flatMap((visitor) => visitor.complaints);
  expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
});

async function pageOf(member: Member): Promise<Page> {
  const visitor = await visitAs(member, browser, site.origin);
  visitors.push(visitor);
  return visitor.page;
}

async function newPage(javaScriptEnabled = true): Promise<Page> {
  const visitor = await visit(browser, site.origin, { javaScriptEnabled });
  visitors.push(visitor);
  return visitor.page;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Everything that shows a prompt to everybody: the addresses of its page, and those of lists, with what they answer. */
async function publicTraces(id: number, title: string, picture: string) {
  const ask = async (path: string) => {
    const answer = await fetch(site.origin + path);
    return { status: answer.status, has: (await answer.text()).includes(title) };
  };
  const lists = ["/api/prompts", `/api/prompts?q=${encodeURIComponent(title)}`, "/", "/prompts", "/feed.xml"];
  return {
    page: (await ask(`/prompts/${id}`)).status,
    call: (await ask(`/api/prompts/${id}`)).status,
    picture: (await ask(picture)).status,
    lists: await Promise.all(lists.map(async (path) => (await ask(path)).has)),
  };
}
const GONE = { page: 410, call: 410, picture: 404, lists: Array(5).fill(false) };
const THERE = { page: 200, call: 200, picture: 200, lists: Array(5).fill(true) };

async function openCase(page: Page, label: string) {
  await page.goto("/admin/denuncias");
  const open = page.getByRole("link", { name: label });
  const decided = page.getByRole("link", { name: "Decididos" });
  await page.getByRole("heading", { level: 1, name: "Denúncias" }).waitFor();
  await expect
    .poll(async () => (await open.count()) + (await page.getByText("A fila está vazia.").count()))
    .toBe(1);
  if ((await open.count()) === 0) await decided.click();
  await open.click();
  await page.getByRole("heading", { name: "Decisão", exact: true }).waitFor();
}

async function decide(page: Page, action: string, reason: string, rule?: string) {
  await page.getByRole("radio", { name: action, exact: true }).check();
  if (rule) await page.getByLabel("Regra descumprida").selectOption({ label: rule });
  await page.getByLabel("Motivo", { exact: true }).fill(reason);
  await press(page, action);
}

async function contest(page: Page, name: string, text: string) {
  const notice = page.getByRole("article", { name });
  await notice.getByRole("button", { name: /^Contestar/ }).click();
  await notice.getByLabel("Por que você discorda da decisão?").fill(text);
  await notice.getByRole("button", { name: "Enviar contestação" }).click();
  await notice.getByText("Sua contestação espera resposta").waitFor();
}

/** @param isBlocked whether the author is blocked, too, and contests by the password */
async function fromReportToRestoration(author: Member, title: string, { scripts = true, isBlocked = false }) {
  const email = `vera.${author.email}`;
  const id = await author.publish(title, undefined, { thumbnail_url: await newPicture() });
  await site.database.pool.query(
    "insert into likes (user_id, prompt_id) select id, $1 from users where id = any($2)",
    [id, [beto.id, caio.id]],
  );
  const { image, likes_count } = await (await fetch(`${site.origin}/api/prompts/${id}`)).json();
  const picture = new URL(image.url, site.origin).pathname;
  expect(likes_count).toBe(2);
  const traces = () => publicTraces(id, title, picture);
  const reporter = await newPage(scripts);

  await step("a visitor reports an intimate picture, which changes nothing", async () => {
    await reporter.goto(`/prompts/${id}`);
    await reporter.getByRole("button", { name: "Mais opções" }).click();
    await reporter.getByRole("menuitem", { name: "Denunciar" }).click();
    await reporter.getByRole("radio", { name: "Imagem íntima" }).check();
    await reporter.getByLabel("Explique com suas palavras").fill("Sou eu na foto.");
    await reporter.getByRole("radio", { name: "Sou a pessoa afetada" }).check();
    await reporter.getByLabel("Seu nome").fill("Vera Sigilosa");
    await reporter.getByLabel("Seu e-mail").fill(email);
    await press(reporter, "Enviar denúncia");
    await reporter.getByRole("heading", { level: 1, name: "Falta confirmar" }).waitFor();
    await expect.poll(() => traces()).toEqual(THERE);
  });
  await step("the mailed link's button hides it from everybody at once", async () => {
    const { text } = await site.mails.waitFor(email);
    await reporter.goto(/https?:\/\/\S+\/denuncias\/\S+token=\S+/.exec(text)?.[0] ?? "");
    await press(reporter, "Confirmar denúncia");
    await reporter.getByRole("heading", { level: 1, name: "Recebemos sua denúncia" }).waitFor();
    await expect.poll(() => traces()).toEqual(GONE);
  });
  const moderation = await pageOf(caio);
  const administration = await pageOf(admin);
  await step("the moderator removes it", async () => {
    await openCase(moderation, title);
    await moderation.getByText("Sou eu na foto.").waitFor();
    await decide(moderation, "Remover", REASON, "Dados pessoais");
    await moderation.getByText("Removido.", { exact: true }).waitFor();
    await expect.poll(() => traces()).toEqual(GONE);
  });
  if (isBlocked) {
    await step("and the admin blocks its author", async () => {
      await openCase(administration, title);
      await decide(administration, "Bloquear a conta", "Não é a primeira vez.", "Dados pessoais");
      await administration.getByText("Conta bloqueada.", { exact: true }).waitFor();
    });
  }
  await step("the author reads why, not who reported it, and contests", async () => {
    const page = isBlocked ? await newPage() : await pageOf(author);
    if (isBlocked) {
      await page.goto("/blocked-account");
      await page.getByLabel("E-mail").fill(author.email);
      await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
      await press(page, "Continuar");
    } else await page.goto("/avisos");
    await page.getByText(REASON).waitFor();
    await contest(page, `O prompt “${title}” foi removido`, "A pessoa da foto sou eu.");
    if (isBlocked) await contest(page, "Sua conta foi bloqueada", "É mesmo a primeira vez.");
    expect(await page.content()).not.toMatch(/Vera|Sou eu na foto/);
  });
  await step("the admin restores it, and everything is back, likes too", async () => {
    await openCase(administration, title);
    await administration.getByText("A pessoa da foto sou eu.").waitFor();
    await decide(administration, "Restaurar", "É a própria pessoa na foto.");
    await administration.getByText("Restaurado.", { exact: true }).waitFor();
    await expect.poll(() => traces()).toEqual(THERE);
    expect(await (await fetch(`${site.origin}/api/prompts/${id}`)).json()).toMatchObject({ likes_count: 2 });
  });
  await step("both sides read it; the author may log in", async () => {
    const page = await pageOf(author);
    await page.goto("/avisos");
    const notice = page.getByRole("article", { name: `O prompt “${title}” foi removido` });
    await notice.getByText("Sua contestação foi aceita").waitFor();
    await reporter.reload();
    await reporter.getByText("É a própria pessoa na foto.").waitFor();
  });
}

journey("a visitor's report is confirmed by mail, decided, contested and undone", async () =>
  fromReportToRestoration(await createMember(site, "Ana Maria"), "Retrato na praia", {}),
);
journey("the same with a blocked author, who contests by the password", async () =>
  fromReportToRestoration(await createMember(site, "Eva Prado"), "Retrato na serra", { isBlocked: true }),
);
journey("the same without scripts for who reports", async () =>
  fromReportToRestoration(await createMember(site, "Iara Costa"), "Retrato na neve", { scripts: false }),
);
