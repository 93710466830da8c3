/** One person with many cases: filters, keys, the way back, ready reasons, several cases at once, and all of it on a phone. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { beyondTheSides, hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser } from "#tests/support/browser.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, findAdmin, type Member, visitAs } from "#tests/support/members.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

const QUEUE = "/admin/denuncias";
const PHONE = { viewport: { width: 360, height: 740 } };
const SAID = "Copia o meu livro,\npalavra por palavra.";

let site: TestSite;
let browser: Browser;
let admin: Member;
let ana: Member;
let beto: Member;
let caio: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ ADMIN_PASSWORD: PASSWORD }), launchBrowser()]);
  admin = await findAdmin(site);
  ana = await createMember(site, "Ana Maria");
  beto = await createMember(site, "Beto Silva");
  caio = await createMember(site, "Caio Luz");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** A prompt with its case. */
async function reported(author: Member, title: string, category = "spam") {
  const id = await author.publish(title, undefined, { thumbnail_url: await newPicture() });
  const body = { target_type: "prompt", target_id: id, category, explanation: SAID, standing: "anyone" };
  await site.post("/api/reports", body, (await beto.logIn()).access_token);
  return id;
}

const clear = () =>
  site.database.pool.query(
    "update moderation_cases set state = 'decided', decided_at = now() where state = 'open'",
  );

const rows = (page: Page) => page.locator("main [data-case]");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
const heading = (page: Page) => page.getByRole("heading", { name: "Decisão", exact: true });
const statusOf = async (id: number) => (await fetch(`${site.origin}/prompts/${id}`)).status;

/** Four cases alone in the queue. @returns the first prompt of those that sell something */
async function fillQueue(): Promise<number> {
  await clear();
  await reported(ana, "Discurso de ódio", "hate");
  const first = await reported(ana, "Vende um curso");
  await reported(caio, "Vende um carro");
  await reported(ana, "Vende uma casa");
  return first;
}

journey("the queue's rows and filters", async () => {
  await fillQueue();
  const { page } = await visitAs(admin, browser, site.origin);

  await step("rows say what was said, with a picture", async () => {
    await page.goto(QUEUE);
    await page.getByText("4 casos abertos").first().waitFor();
    const row = page.getByRole("listitem").filter({ hasText: "Vende um curso" });
    await row.getByText("“Copia o meu livro, palavra por palavra.”").waitFor();
    const picture = row.locator("img");
    await expect
      .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  });

  await step("filters say how many wait, and stand in the address", async () => {
    const category = page.getByLabel("Categoria");
    await expect
      .poll(() => category.locator("option").allInnerTexts())
      .toEqual([
        "Todas (4)",
        "Crianças e adolescentes (0)",
        "Imagem íntima (0)",
        "Violência ou perigo (0)",
        "Ódio ou assédio (1)",
        "Dados pessoais (0)",
        "Direitos autorais (0)",
        "Propaganda ou golpe (3)",
        "Outro motivo (0)",
        "Sem denúncia (0)",
      ]);
    await category.selectOption({ label: "Propaganda ou golpe (3)" });
    await page.waitForURL(`**${QUEUE}?category=spam`);
    await page.getByText("3 casos abertos").first().waitFor();
    await page.getByLabel("Prazo").selectOption({ label: "Atrasados (0)" });
    await page.getByText("Nenhum caso com este filtro.").waitFor();
    await page.goBack();
    await page.getByText("3 casos abertos").first().waitFor();
    await page.getByRole("link", { name: "Ana Maria" }).first().click();
    await page.waitForURL(/\?category=spam&author=[0-9a-f-]{36}$/);
    await page.getByText("2 casos abertos").first().waitFor();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(["Vende um curso", "Vende uma casa"]);
    await page.getByText("Só o que é de Ana Maria.").waitFor();
    await page.getByRole("link", { name: "Ver de todas as pessoas" }).click();
    await page.getByText("3 casos abertos").first().waitFor();
  });
});

journey("through the queue by the keyboard, in a filter that stays", async () => {
  const first = await fillQueue();
  const { page } = await visitAs(admin, browser, site.origin);
  await page.goto(`${QUEUE}?category=spam`);
  await page.getByText("3 casos abertos").first().waitFor();

  await step("J and K lead through the list and, in a case, through the queue", async () => {
    await page.keyboard.press("j");
    await expect.poll(() => focused(page)).toBe("Vende um curso");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await expect.poll(() => focused(page)).toBe("Vende um curso");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/admin\/denuncias\/\d+\?category=spam$/);
    await page.getByText("“Vende um curso”").waitFor();
    await page.getByRole("navigation", { name: "Fila" }).getByRole("link", { name: "Próximo" }).waitFor();
    await page.keyboard.press("j");
    await page.getByText("“Vende um carro”").waitFor();
    await page.getByRole("navigation", { name: "Fila" }).getByRole("link", { name: "Anterior" }).waitFor();
    await page.keyboard.press("k");
    await page.getByText("“Vende um curso”").waitFor();
  });

  await step("D leads to the decision; a ready text is put in, and edited", async () => {
    await heading(page).waitFor();
    await page.keyboard.press("d");
    await expect.poll(() => hasFocus(page.getByRole("radio", { name: "Manter" }))).toBe(true);
    await page.getByRole("radio", { name: "Remover" }).check();
    await page.getByLabel("Regra descumprida").selectOption("spam");
    const ready = page.getByLabel("Texto pronto");
    await expect
      .poll(() => ready.locator("option:not([hidden])").allInnerTexts())
      .toEqual([
        "A mesma publicação",
        "Golpe ou programa nocivo",
        "Só divulga",
        "A denúncia não explica",
        "Não descumpre as regras",
      ]);
    const reason = page.getByLabel("Motivo", { exact: true });
    await ready.selectOption("Golpe ou programa nocivo");
    await expect
      .poll(() => reason.inputValue())
      .toBe("A publicação leva as pessoas a um golpe ou a um programa nocivo.");
    await ready.selectOption("A mesma publicação");
    const text = "A mesma publicação foi repetida muitas vezes. Uma vez basta.";
    await expect.poll(() => reason.inputValue()).toBe(text);
    // Letters in a field are text.
    await reason.press("End");
    await reason.pressSequentially(" jkdf");
    await expect.poll(() => reason.inputValue()).toBe(`${text} jkdf`);
    // What was typed stays.
    await ready.selectOption("Golpe ou programa nocivo");
    await expect
      .poll(() => reason.inputValue())
      .toBe(`${text} jkdf\n\nA publicação leva as pessoas a um golpe ou a um programa nocivo.`);
    await reason.fill("Só vende.");
    await page.getByRole("button", { name: "Remover", exact: true }).click();
    const next = page.getByRole("link", { name: "Próximo caso: Vende um carro" });
    await expect.poll(() => hasFocus(next)).toBe(true);
    await expect.poll(() => statusOf(first)).toBe(410);
  });

  await step("one goes on, or back to the same filter, where one was", async () => {
    await page.getByRole("link", { name: "Voltar à fila" }).last().click();
    await page.waitForURL(/\?category=spam#caso-\d+$/);
    await page.getByText("2 casos abertos").first().waitFor();
    await expect.poll(() => focused(page)).toBe("Vende um carro");
    await page.keyboard.press("Enter");
    await page.getByText("“Vende um carro”").waitFor();
    await heading(page).waitFor();
    await page.keyboard.press("f");
    await page.waitForURL(/\?category=spam#caso-\d+$/);
    await expect.poll(() => focused(page)).toBe("Vende um carro");
  });
});

test("the keys are told on the page, and can be turned off", async () => {
  await clear();
  for (const title of ["Vende um carro", "Vende uma casa"]) await reported(ana, title);
  const { page } = await visitAs(admin, browser, site.origin);
  await page.goto(QUEUE);
  await page.getByText("2 casos abertos").first().waitFor();
  await page.getByText("Atalhos do teclado").click();
  await page.getByText("O caso seguinte da lista").waitFor();
  const wanted = page.getByLabel("Usar estes atalhos neste navegador");
  await wanted.uncheck();
  await page.reload();
  await page.getByText("2 casos abertos").first().waitFor();
  await rows(page).first().focus();
  await page.keyboard.press("j");
  await expect.poll(() => focused(page)).toBe("Vende um carro");
  await page.getByText("Atalhos do teclado").click();
  await wanted.check();
  await rows(page).first().focus();
  await page.keyboard.press("j");
  await expect.poll(() => focused(page)).toBe("Vende uma casa");
});

journey("cases of one author are decided together", async () => {
  await clear();
  const [one, two, three] = [
    await reported(ana, "Um golpe"),
    await reported(ana, "Outro golpe", "hate"),
    await reported(caio, "De outra pessoa"),
  ];
  const { page } = await visitAs(admin, browser, site.origin);
  await page.goto(QUEUE);

  await step("what is not alike is not decided together", async () => {
    for (const name of ["Outro golpe", "De outra pessoa"])
      await page.getByRole("checkbox", { name: `Escolher ${name}` }).check();
    await page.getByText("Só se decide junto o que é da mesma pessoa ou da mesma categoria.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Decidir juntos" }).count()).toBe(0);
    await page.getByRole("button", { name: "Desmarcar" }).click();
  });

  await step("X chooses; all are shown, with their texts, before anything is decided", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByRole("checkbox", { name: "Escolher Um golpe" }).check();
    await page.getByText("2 casos escolhidos").waitFor();
    await page.getByRole("button", { name: "Decidir juntos" }).click();
    await page.getByRole("heading", { name: "Decidir 2 casos de uma vez" }).waitFor();
    await page.getByText("Outro golpe, de Ana Maria").waitFor();
    await page.getByText("Um golpe, de Ana Maria").first().waitFor();
    await page.getByText("Escreva em português do Brasil").nth(1).waitFor();
    await expect.poll(() => statusOf(one)).toBe(200);
  });

  await step("what has changed meanwhile is refused by name, and the rest decided", async () => {
    await site.database.pool.query("update prompts set title = 'Virou outra coisa' where id = $1", [two]);
    await page.getByRole("radio", { name: "Remover" }).check();
    await page.getByLabel("Regra descumprida").selectOption("spam");
    await page.getByLabel("Motivo", { exact: true }).fill("São golpes.");
    await page.getByRole("button", { name: "Decidir 2 casos" }).click();
    await page.getByText("1 caso decidido, 1 caso não decidido").waitFor();
    await page.getByText("Outro golpe: O caso mudou enquanto você o lia.").waitFor();
    expect([await statusOf(one), await statusOf(two), await statusOf(three)]).toEqual([410, 200, 200]);
    await page.getByRole("button", { name: "Voltar à fila" }).click();
    await page.getByText("2 casos abertos").first().waitFor();
  });
});

journey("the admin changes the ready texts", async () => {
  onTestFinished(async () => {
    await site.database.pool.query("delete from reason_texts where title = 'Vende curso'");
  });
  await clear();
  await reported(ana, "Um prompt qualquer");
  const { page } = await visitAs(admin, browser, site.origin);
  await page.goto(QUEUE);
  const section = page.getByRole("region", { name: "Textos prontos" });

  await step("creates one", async () => {
    await section.getByRole("button", { name: "Criar um texto" }).click();
    const form = section.getByRole("form", { name: "Criar um texto" });
    await form.getByRole("button", { name: "Salvar" }).click();
    await form.getByText("Dê um nome ao texto").waitFor();
    await form.getByText("Escreva o texto").waitFor();
    await form.getByLabel("Nome").fill("Vende curso");
    await form.getByLabel("Para os casos de").selectOption("spam");
    await form.getByLabel("Texto", { exact: true }).fill("Só vende um curso.");
    await form.getByRole("button", { name: "Salvar" }).click();
    await section.getByText("12 textos prontos").click();
    await section.getByText("Só vende um curso.").waitFor();
  });

  await step("changes and deletes it, and takes that back", async () => {
    await section.getByRole("button", { name: "Alterar Vende curso" }).click();
    const form = section.getByRole("form", { name: /^Alterar .?Vende curso/ });
    await form.getByLabel("Texto", { exact: true }).fill("Serve só para vender um curso.");
    await form.getByRole("button", { name: "Salvar" }).click();
    await section.getByText("Serve só para vender um curso.").waitFor();
    await section.getByRole("button", { name: "Excluir Vende curso" }).click();
    await section.getByText("11 textos prontos").waitFor();
    await page.getByRole("button", { name: "Desfazer" }).click();
    await section.getByText("12 textos prontos").waitFor();
  });

  await step("moderators find it in the case", async () => {
    await rows(page).first().click();
    await page.getByLabel("Texto pronto").selectOption("Vende curso");
    await expect
      .poll(() => page.getByLabel("Motivo", { exact: true }).inputValue())
      .toBe("Serve só para vender um curso.");
  });
});

test("on a phone one press leads to the decision, which no bar covers", async () => {
  await clear();
  await reported(ana, "Visto no telefone");
  await reported(ana, "O seguinte");
  const { page } = await visitAs(admin, browser, site.origin, PHONE);
  await page.goto(QUEUE);
  // Places and filters leave it room on the first screen.
  const first = await rows(page).first().boundingBox();
  expect((first?.y ?? 740) + (first?.height ?? 0)).toBeLessThanOrEqual(740);
  await rows(page).first().click();
  const bar = page.locator("[data-bottom-bar]");
  await bar.getByRole("link", { name: "Próximo" }).waitFor();
  const box = await bar.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
  expect(box?.height).toBeLessThan(740 / 3);
  await bar.getByRole("button", { name: "Decidir" }).click();
  const keep = page.getByRole("radio", { name: "Manter" });
  await expect.poll(() => hasFocus(keep)).toBe(true);
  // The bar has stayed above the form.
  const [place, form] = await Promise.all([bar.boundingBox(), page.locator("#decisao").boundingBox()]);
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0);
  expect(form?.y).toBeLessThan(400);
  expect(await beyondTheSides(page)).toEqual([]);
});
