/** Moderation in real browsers: the queue, a decision, the author's notice and appeal, two windows at once. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { beyondTheSides, hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, findAdmin, type Member, visitAs } from "#tests/support/members.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

const QUEUE = "/admin/denuncias";
const REASON = "A foto mostra uma pessoa real que não consentiu.";

let site: TestSite;
let browser: Browser;
let ana: Member;
let beto: Member;
let caio: Member;
let davi: Member;
let admin: Member;
const visitors: Visitor[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ ADMIN_PASSWORD: PASSWORD }), launchBrowser()]);
  admin = await findAdmin(site);
  ana = await createMember(site, "Ana Maria");
  beto = await createMember(site, "Beto Silva");
  caio = await createMember(site, "Caio Luz");
  davi = await createMember(site, "Davi Reis");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

// Tests leave cases open.
beforeEach(async () => {
  await site.database.pool.query(
    "update moderation_cases set state = 'decided', decided_at = now() where state = 'open'",
  );
});

async function pageOf(member: Member): Promise<Page> {
  const visitor = await visitAs(member, browser, site.origin);
  visitors.push(visitor);
  return visitor.page;
}

/** @returns the code of Beto's report */
async function report(target_id: number | string, category: string, target_type = "prompt"): Promise<string> {
  const explanation = "Isto não devia estar aqui.";
  const body = { target_type, target_id, category, explanation, standing: "anyone" };
  const answer = await site.post("/api/reports", body, (await beto.logIn()).access_token);
  return (answer as { code: string }).code;
}

const statusOf = async (path: string) => (await fetch(site.origin + path)).status;

/** Opens the case of a prompt or person from the queue. */
async function openCase(page: Page, label: string) {
  await page.goto(QUEUE);
  await page.getByRole("link", { name: label }).click();
  await page.getByRole("heading", { name: "Decisão", exact: true }).waitFor();
}

const reasonField = (page: Page) => page.getByLabel("Motivo", { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function decide(page: Page, action: string, reason: string, rule?: string) {
  await page.getByRole("radio", { name: action, exact: true }).check();
  if (rule) await page.getByLabel("Regra descumprida").selectOption({ label: rule });
  await reasonField(page).fill(reason);
  await press(page, action);
}

test("the admin names a moderator, who sees the queue and nothing else", async () => {
  const administration = await pageOf(admin);
  const moderation = await pageOf(caio);
  await administration.goto(QUEUE);
  await administration.getByText("Ninguém além de você.").waitFor();
  await administration.getByLabel("Nomear alguém").fill("Caio");
  await administration.keyboard.press("Enter");
  await administration.getByRole("button", { name: "Nomear Caio Luz" }).click();
  await administration.getByText("Caio Luz agora modera o site").first().waitFor();
  await administration.getByRole("button", { name: "Remover da moderação Caio Luz" }).waitFor();

  const other = await pageOf(davi);
  await other.goto(QUEUE);
  await other.waitForURL(`${site.origin}/`);

  await report(await davi.publish("Espera na fila"), "spam");
  await moderation.goto("/");
  await moderation.getByRole("button", { name: /^Conta de Caio Luz/ }).click();
  await moderation.getByRole("menuitem", { name: /^Denúncias ?: 1 caso aberto$/ }).click();
  await moderation.waitForURL(`**${QUEUE}`);
  await moderation.goto("/profile");
  await moderation.getByRole("link", { name: /^Fila de denúncias ?: 1 caso aberto$/ }).click();
  await openCase(moderation, "Espera na fila");
  await decide(moderation, "Manter", "Nada de errado.");
  await moderation.getByText("A fila está vazia").waitFor();
  const places = moderation.getByRole("navigation", { name: "Moderação" });
  await expect.poll(() => places.getByRole("link").allInnerTexts()).toEqual(["Denúncias", "Voltar ao site"]);
  await expect.poll(() => moderation.getByText("Quem modera com você").count()).toBe(0);
  await moderation.goto("/admin/users");
  await moderation.waitForURL(`${site.origin}/`);
  await administration.goto(QUEUE);
  await administration.getByRole("button", { name: "Remover da moderação Caio Luz" }).click();
  await administration.getByText("Ninguém além de você.").waitFor();
  await moderation.goto(QUEUE);
  await moderation.waitForURL(`${site.origin}/`);
});

journey("a picture is reported, removed, contested and restored", async () => {
  await site.database.pool.query("insert into moderators (user_id) values ($1)", [caio.id]);
  onTestFinished(async () => {
    await site.database.pool.query("delete from moderators where user_id = $1", [caio.id]);
  });
  const id = await ana.publish("Retrato na praia", undefined, { thumbnail_url: await newPicture() });
  const later = await ana.publish("Compre na minha loja");
  await site.database.pool.query(
    "insert into likes (user_id, prompt_id) select id, $1 from users where id = any($2)",
    [id, [beto.id, davi.id]],
  );
  const administration = await pageOf(admin);
  const moderation = await pageOf(caio);
  const author = await pageOf(ana);

  await step("a confirmed report hides it from everybody", async () => {
    await report(later, "spam");
    await expect.poll(() => statusOf(`/prompts/${id}`)).toBe(200);
    await report(id, "intimate");
    await expect.poll(() => statusOf(`/prompts/${id}`)).toBe(410);
  });

  await step("the moderator finds it first, and decides by the keyboard", async () => {
    const page = moderation;
    await page.goto(QUEUE);
    await page.getByText("2 casos abertos").first().waitFor();
    const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: "Prompt de Ana Maria" });
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringMatching(/Retrato na praia[\s\S]*Urgente: Imagem íntima[\s\S]*vence em (2 h|1 h 59)/),
        expect.stringMatching(/Compre na minha loja[\s\S]*Propaganda ou golpe[\s\S]*vence em (7|6) dias/),
      ]);
    await page.getByRole("link", { name: "Retrato na praia" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: /^Caso/ }).waitFor();
    await page.getByText("Isto não devia estar aqui.").waitFor();
    await expect.poll(() => page.getByText(/^Beto Silva \(b\S*@example\.com\), membro/).count()).toBe(1);
    await press(page, "Mostrar a imagem");
    const picture = page.getByRole("img", { name: /^Imagem denunciada/ });
    await expect
      .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);

    await page.getByRole("radio", { name: "Devolver ao site" }).focus();
    for (let steps = 0; steps < 6; steps++) {
      if (await hasFocus(page.getByRole("radio", { name: "Remover" }))) break;
      await page.keyboard.press("ArrowDown");
    }
    await page.getByText(/Dá para restaurar tudo até/).waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => hasFocus(page.getByLabel("Regra descumprida"))).toBe(true);
    await page.keyboard.type("Dados");
    await page.keyboard.press("Tab");
    await expect.poll(() => hasFocus(page.getByLabel("Texto pronto"))).toBe(true);
    await page.keyboard.press("Tab");
    await expect.poll(() => hasFocus(reasonField(page))).toBe(true);
    await page.keyboard.insertText("a".repeat(300));
    expect(await beyondTheSides(page)).toEqual([]);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(REASON);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const next = page.getByRole("link", { name: "Próximo caso: Compre na minha loja" });
    await next.waitFor();
    await expect.poll(() => hasFocus(next)).toBe(true);
    await page.getByText("Pode ser restaurado até").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Continua como foi denunciado.").waitFor();
    await page.getByRole("heading", { level: 1, name: /^Caso/ }).waitFor();
    expect(
      await page
        .getByRole("radio")
        .evaluateAll((all) => all.filter((one) => (one as HTMLInputElement).checked)),
    ).toEqual([]);
  });

  await step("the author reads why, and contests", async () => {
    const page = author;
    await page.goto(`/prompts/${id}`);
    await page.getByRole("link", { name: "É seu? Veja o motivo" }).waitFor();
    await page.getByRole("button", { name: /^Conta de Ana Maria/ }).click();
    await page.getByRole("menuitem", { name: /^Avisos da moderação ?: 2 novos$/ }).waitFor();
    await page.getByRole("menuitem", { name: /^Avisos/ }).click();
    await page.waitForURL("**/avisos");
    const notice = page.getByRole("article", { name: "O prompt “Retrato na praia” foi removido" });
    await notice.getByText(REASON).waitFor();
    await notice.getByText(/^Não é permitido publicar dados pessoais/).waitFor();
    await notice.getByText("Uma pessoa da moderação").waitFor();
    await notice.getByText("Novo", { exact: true }).waitFor();
    await expect.poll(() => page.getByText("Beto").count()).toBe(0);
    await page.getByRole("button", { name: /^Conta de Ana Maria/ }).click();
    await page.getByRole("menuitem", { name: "Avisos da moderação", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await notice.getByRole("button", { name: /^Contestar/ }).click();
    const text = notice.getByLabel("Por que você discorda da decisão?");
    await expect.poll(() => hasFocus(text)).toBe(true);
    await notice.getByRole("button", { name: "Enviar contestação" }).click();
    await notice.getByText("Escreva por que discorda da decisão").waitFor();
    await text.fill("A pessoa da foto sou eu.");
    await notice.getByRole("button", { name: "Enviar contestação" }).click();
    await notice.getByText("Sua contestação espera resposta").waitFor();
    await notice.getByText(/A resposta, com o motivo, chega por e-mail e aparece aqui até/).waitFor();
  });

  await step("the admin restores it, and the likes are back", async () => {
    const page = administration;
    await openCase(page, "Retrato na praia");
    await page.getByText("A pessoa da foto sou eu.").waitFor();
    await decide(page, "Restaurar", "É a própria pessoa na foto.");
    await page.getByText("Restaurado.", { exact: true }).waitFor();
    await expect.poll(() => statusOf(`/prompts/${id}`)).toBe(200);
    const answer = await fetch(`${site.origin}/api/prompts/${id}`);
    expect(await answer.json()).toMatchObject({ title: "Retrato na praia", likes_count: 2 });
  });

  await step("the author reads that the appeal was upheld", async () => {
    await author.goto("/avisos");
    const notice = author.getByRole("article", { name: "O prompt “Retrato na praia” foi removido" });
    await notice.getByText("Sua contestação foi aceita").waitFor();
    await notice.getByText("É a própria pessoa na foto.").waitFor();
    await notice.getByText("Desfeita depois").waitFor();
  });
});

test("of two windows that decide at once, the second keeps its text and reads what happened", async () => {
  await report(await davi.publish("Um prompt disputado"), "spam");
  const [first, second] = [await pageOf(admin), await pageOf(admin)];
  await openCase(first, "Um prompt disputado");
  await openCase(second, "Um prompt disputado");
  await second.getByRole("radio", { name: "Remover" }).check();
  await second.getByLabel("Regra descumprida").selectOption("spam");
  await reasonField(second).fill("É propaganda.");
  await decide(first, "Manter", "Não é propaganda.");
  await first.getByText("Mantido.", { exact: true }).waitFor();

  await press(second, "Remover");
  await second.getByRole("alert").getByText("O caso mudou enquanto você o lia.").first().waitFor();
  await second.getByText("Não é propaganda.").waitFor();
  await expect.poll(() => reasonField(second).inputValue()).toBe("É propaganda.");
  await expect.poll(() => second.getByLabel("Regra descumprida").inputValue()).toBe("spam");
  await expect.poll(() => second.getByRole("radio", { name: "Remover" }).isChecked()).toBe(true);

  await press(second, "Remover");
  await second.getByText("Removido.", { exact: true }).waitFor();
});

test("a change since the report is shown beside what was reported", async () => {
  const id = await davi.publish("Título de antes");
  await report(id, "spam");
  await site.database.pool.query("update prompts set title = 'Título de agora' where id = $1", [id]);
  const page = await pageOf(admin);
  await openCase(page, "Título de antes");
  await page.getByRole("heading", { name: "Como está agora" }).waitFor();
  await page.getByRole("definition").filter({ hasText: "Título de agora" }).waitFor();
  await page.getByRole("definition").filter({ hasText: "Título de antes" }).waitFor();
  await page.getByText("A imagem é a mesma.").waitFor();
});

test("a reason that nobody gave, and a rule that an undone decision does not have, are told to nobody", async () => {
  const id = await davi.publish("Tirado sem uma palavra");
  const code = await report(id, "spam");
  const { access_token } = await admin.logIn();
  const removed = await fetch(`${site.origin}/api/admin/prompts/${id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: "{}",
  });
  expect(removed.status).toBe(200);

  const author = await pageOf(davi);
  await author.goto("/avisos");
  const notice = author.getByRole("article", { name: "O prompt “Tirado sem uma palavra” foi removido" });
  const facts = (place: Locator) => place.getByRole("term").allTextContents();
  await notice.getByRole("term").first().waitFor();
  await expect.poll(() => facts(notice)).toEqual(["Regra", "Quem decidiu"]);

  const reporter = await pageOf(beto);
  await reporter.goto(`/denuncias/${code}`);
  const decided = reporter.getByRole("region", { name: "A decisão" });
  await decided.getByText("O prompt foi removido do site.").waitFor();
  await expect.poll(() => facts(decided)).toEqual(["Regra"]);

  const page = await pageOf(admin);
  await page.goto(`${QUEUE}?state=decided`);
  await page.getByRole("link", { name: "Tirado sem uma palavra" }).click();
  await decide(page, "Restaurar", "Foi engano.");
  await page.getByText("Restaurado.", { exact: true }).waitFor();
  await reporter.reload();
  await decided.getByText("Foi engano.").waitFor();
  await expect.poll(() => facts(decided)).toEqual(["Motivo"]);
});

test("a blocked author reads why, and contests", async () => {
  const eva = await createMember(site, "Eva Prado");
  await report(eva.id, "hate", "user");
  const page = await pageOf(admin);
  await openCase(page, "Conta de Eva Prado");
  await decide(page, "Bloquear a conta", "Ameaçou outras pessoas.", "Ódio, ameaça ou assédio");
  await page.getByText("Conta bloqueada.", { exact: true }).waitFor();

  const visitor = await visit(browser, site.origin);
  visitors.push(visitor);
  const blocked = visitor.page;
  await blocked.goto("/blocked-account");
  await blocked.getByLabel("E-mail").fill(eva.email);
  await blocked.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await press(blocked, "Continuar");
  const notice = blocked.getByRole("article", { name: "Sua conta foi bloqueada" });
  await notice.getByText("Ameaçou outras pessoas.").waitFor();
  await notice.getByRole("button", { name: /^Contestar/ }).click();
  await notice.getByLabel("Por que você discorda da decisão?").fill("Não fui eu.");
  await notice.getByRole("button", { name: "Enviar contestação" }).click();
  await notice.getByText("Sua contestação espera resposta").waitFor();
});

test("who reports in bad faith is warned and then paused, by the keyboard, and is told the date", async () => {
  const eva = await createMember(site, "Olga Rocha");
  const reportAs = async (target_id: number, category = "spam") => {
    const explanation = "Odeio esta pessoa.";
    const body = { target_type: "prompt", target_id, category, explanation, standing: "anyone" };
    return site.post("/api/reports", body, (await eva.logIn()).access_token);
  };
  const [first, second, third] = [
    await ana.publish("Mar calmo"),
    await ana.publish("Serra fria"),
    await ana.publish("Rio largo"),
  ];
  for (const id of [first, second]) await reportAs(id);
  const page = await pageOf(admin);
  const sanction = async (label: string, choice: string) => {
    await openCase(page, label);
    const opener = page.getByRole("button", { name: "Denúncia de má-fé…" });
    await opener.focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("form", { name: "Denúncia de má-fé de Olga Rocha" });
    await expect.poll(() => hasFocus(form.getByRole("radio", { name: "Advertir" }))).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => hasFocus(opener)).toBe(true);
    await page.keyboard.press("Enter");
    if (choice !== "Advertir") await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Não há propaganda nenhuma.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await opener.waitFor({ state: "detached" });
  };
  await sanction("Mar calmo", "Advertir");
  await sanction("Serra fria", "Pausar as denúncias por 30 dias");

  const reporter = await pageOf(eva);
  await reporter.goto("/avisos");
  await reporter.getByRole("heading", { name: "Suas denúncias foram pausadas por 30 dias" }).waitFor();
  await reporter.getByRole("heading", { name: "Advertência sobre uma denúncia sua" }).waitFor();
  await reporter.goto(`/denunciar?tipo=prompt&id=${third}`);
  await reporter.getByRole("radio", { name: "Propaganda ou golpe" }).check();
  await reporter.getByLabel("Explique com suas palavras").fill("Odeio esta pessoa.");
  await reporter.getByRole("radio", { name: "Nenhuma dessas: só vi e quero avisar" }).check();
  await press(reporter, "Enviar denúncia");
  await reporter
    .getByText(/^Suas denúncias estão pausadas até .* de \d{4}\./)
    .first()
    .waitFor();
  await reporter.getByRole("radio", { name: "Violência ou perigo" }).check();
  await press(reporter, "Enviar denúncia");
  await reporter.waitForURL(/\/denuncias\/[2-9B-Z]{10}/);
});
