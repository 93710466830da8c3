/** Reporting: by visitors and members, with and without scripts, until the decision and the appeal. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CaseDetail, CaseList } from "#moderation/cases-contract.ts";
import { hasFocus, looseErrors, setTheme, violations } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, findAdmin, type Member } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

const PHONE = { width: 360, height: 740 };

let site: TestSite;
let browser: Browser;
let ana: Member;
let beto: Member;
let token: string;
const visitors: Visitor[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ ADMIN_PASSWORD: PASSWORD }), launchBrowser()]);
  [ana, beto] = [await createMember(site, "Ana Maria"), await createMember(site, "Beto Sá")];
  token = (await (await findAdmin(site)).logIn()).access_token;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  const complaints = visitors.flatMap((visitor) => visitor.complaints);
  expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
});

async function newPage(javaScriptEnabled = true): Promise<Page> {
  const visitor = await visit(browser, site.origin, { viewport: PHONE, javaScriptEnabled });
  visitors.push(visitor);
  return visitor.page;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const explanation = (page: Page) => page.getByLabel("Explique com suas palavras");
const codeOf = (page: Page) => new URL(page.url()).pathname.split("/")[2] ?? "";

async function get<Answer>(path: string, by?: string): Promise<Answer> {
  const headers: HeadersInit = by ? { authorization: `Bearer ${by}` } : {};
  return (await fetch(site.origin + path, { headers })).json() as Promise<Answer>;
}
const statusOf = async (code: string) => (await get<{ status: string }>(`/api/reports/${code}`)).status;

/** The link in the mail that asks for a confirmation. */
async function linkFor(email: string): Promise<string> {
  const { text } = await site.mails.waitFor(email);
  return /https?:\/\/\S+\/denuncias\/\S+token=\S+/.exec(text)?.[0] ?? "";
}

/** Decides the open case of a prompt. */
async function decide(prompt: number, decision: { action: string; ground: string; reason: string }) {
  const { cases } = await get<CaseList>("/api/admin/cases", token);
  const found = cases.find(({ target }) => target.id === String(prompt));
  const { version } = await get<CaseDetail>(`/api/admin/cases/${found?.id}`, token);
  await site.post(`/api/admin/cases/${found?.id}/decisions`, { ...decision, version }, token);
}

async function fill(page: Page, { category, email }: { category: string; email: string }): Promise<void> {
  await page.getByRole("radio", { name: category }).check();
  await explanation(page).fill("O telefone na imagem\né o meu.");
  await page.getByRole("radio", { name: "Sou a pessoa afetada" }).check();
  await page.getByLabel("Seu nome").fill("Vera Sigilosa");
  await page.getByLabel("Seu e-mail").fill(email);
}

/** No rule of axe is broken, in either theme. */
async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await setTheme(page, theme);
    expect(await violations(page)).toEqual([]);
  }
}

const KEPT = { action: "keep", ground: "none", reason: "O número é inventado." };
const HIDDEN = { action: "hide", ground: "personal_data", reason: "O número é mesmo de alguém." };

journey(
  "a visitor reports a prompt, confirms by the mailed link, reads the decision and contests it",
  async () => {
    const email = "vera@example.com";
    const id = await ana.publish("Convite de aniversário");
    const page = await newPage();
    let code = "";
    await step("the prompt's page leads to the form, which knows what is reported", async () => {
      await page.goto(`/prompts/${id}`);
      await page.getByRole("button", { name: "Mais opções" }).click();
      await page.getByRole("menuitem", { name: "Denunciar" }).click();
      await heading(page, "Denunciar").waitFor();
      await page.getByText("Prompt “Convite de aniversário”, de Ana Maria").waitFor();
      await expect
        .poll(() => page.getByLabel("Link do que você quer denunciar").inputValue())
        .toBe(`${site.origin}/prompts/${id}`);
      for (const number of ["tel:100", "tel:180"]) await page.locator(`a[href='${number}']`).waitFor();
      await expectAccessible(page);
    });
    await step("an empty form says of each field what is missing, and leads to the first", async () => {
      await press(page, "Enviar denúncia");
      await page.getByText("Informe seu e-mail", { exact: true }).waitFor();
      await expect
        .poll(() => page.getByRole("alert").allInnerTexts())
        .toEqual([
          "Escolha o que há de errado",
          "Explique o que há de errado",
          "Escolha uma das opções",
          "Informe seu nome",
          "Informe seu e-mail",
        ]);
      await expect
        .poll(() => hasFocus(page.getByRole("radio", { name: "Crianças e adolescentes" })))
        .toBe(true);
      expect(await looseErrors(page)).toEqual([]);
      await expectAccessible(page);
    });
    await step("what the server refuses is said, and what was typed stays", async () => {
      await fill(page, { category: "Imagem íntima", email });
      await page.getByLabel("Link do que você quer denunciar").fill(`${site.origin}/prompts/999999`);
      await press(page, "Enviar denúncia");
      await page.getByText("O que você quer denunciar não existe mais.").first().waitFor();
      await expect.poll(() => hasFocus(page.getByLabel("Link do que você quer denunciar"))).toBe(true);
      await expect.poll(() => explanation(page).inputValue()).toBe("O telefone na imagem\né o meu.");
      await page.getByLabel("Link do que você quer denunciar").fill(`/prompts/${id}`);
    });
    await step("the receipt has a code, and says that a mail was sent", async () => {
      await press(page, "Enviar denúncia");
      await heading(page, "Falta confirmar").waitFor();
      code = codeOf(page);
      await page.getByText(code, { exact: true }).waitFor();
      await page.getByText("Guarde este código").waitFor();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await press(page, "Copiar código");
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code);
      await expectAccessible(page);
    });
    await step("it names the address, and a wrong one is corrected without writing all again", async () => {
      await page.getByText(email, { exact: true }).waitFor();
      await page.getByRole("link", { name: "Corrija e envie de novo" }).click();
      await heading(page, "Denunciar").waitFor();
      await expect.poll(() => explanation(page).inputValue()).toBe("O telefone na imagem\né o meu.");
      await expect.poll(() => page.getByRole("radio", { name: "Imagem íntima" }).isChecked()).toBe(true);
      await page.goBack();
      await heading(page, "Falta confirmar").waitFor();
    });
    await step("opening the link changes nothing", async () => {
      // Whatever the page does by itself has then been done.
      await page.goto(await linkFor(email), { waitUntil: "networkidle" });
      await heading(page, "Confirme sua denúncia").waitFor();
      await page.getByText(/o prompt fica oculto assim que você confirmar/).waitFor();
      await expect.poll(() => statusOf(code)).toBe("unconfirmed");
      expect((await fetch(`${site.origin}/prompts/${id}`)).status).toBe(200);
      await expectAccessible(page);
    });
    await step("its button does, and an intimate picture is hidden until it is decided", async () => {
      await press(page, "Confirmar denúncia");
      await heading(page, "Recebemos sua denúncia").waitFor();
      expect(new URL(page.url()).search).toBe("");
      await page
        .getByText("O prompt está oculto para todas as pessoas até que a moderação decida.")
        .waitFor();
      await page.getByText("Decidido automaticamente").waitFor();
      await page.getByText(/^até \d+º? de \p{L}+ de \d{4} às \d\d:\d\d$/u).waitFor();
      await expect.poll(() => statusOf(code)).toBe("open");
      await expectAccessible(page);
    });
    await step("the decision is read with rule, reason, who decided and until when to contest", async () => {
      await decide(id, KEPT);
      await page.reload();
      await heading(page, "Denúncia decidida").waitFor();
      const text = await page.getByRole("main").innerText();
      for (const part of [
        "O prompt foi mantido no site.",
        "Sem infração",
        KEPT.reason,
        "Decidido por uma pessoa",
      ])
        expect(text).toContain(part);
      expect(text).toMatch(/contestar esta decisão uma vez, até \d+ de \p{L}+ de \d{4}/u);
      await expectAccessible(page);
    });
    await step("it is contested, and the answer follows", async () => {
      await press(page, "Enviar contestação");
      await page.getByText("Escreva por que discorda da decisão").waitFor();
      await page.getByLabel("Por que a decisão deve mudar?").fill("O número é meu.");
      await press(page, "Enviar contestação");
      await heading(page, "Sua contestação está em análise").waitFor();
      await decide(id, HIDDEN);
      await page.reload();
      await page.getByText("Ela foi aceita, e a decisão mudou.").waitFor();
      await page.getByText("O prompt foi ocultado: ninguém o vê.").waitFor();
      await expectAccessible(page);
    });
  },
);

journey("the same without scripts", async () => {
  const email = "vera.sem@example.com";
  const id = await ana.publish("Receita de família");
  const page = await newPage(false);
  let code = "";
  await step("an empty form comes back with what is missing", async () => {
    await page.goto(`/prompts/${id}`);
    await page.getByRole("button", { name: "Mais opções" }).click();
    await page.getByRole("menuitem", { name: "Denunciar" }).click();
    await explanation(page).fill("O telefone na imagem\né o meu.");
    await press(page, "Enviar denúncia");
    await page.getByText("A denúncia não foi enviada.").waitFor();
    for (const text of ["Escolha o que há de errado", "Escolha uma das opções", "Informe seu e-mail"])
      await page.getByText(text, { exact: true }).waitFor();
    expect(await looseErrors(page)).toEqual([]);
    await expect.poll(() => explanation(page).inputValue()).toBe("O telefone na imagem\né o meu.");
    await expect
      .poll(() => page.getByLabel("Link do que você quer denunciar").inputValue())
      .toContain(`/prompts/${id}`);
  });
  await step("what else is refused comes back too, with the choices", async () => {
    await fill(page, { category: "Dados pessoais", email });
    await page.getByLabel("Link do que você quer denunciar").fill("/prompts/999999");
    await press(page, "Enviar denúncia");
    await page.getByText("O que você quer denunciar não existe mais.").waitFor();
    await expect.poll(() => page.getByRole("radio", { name: "Dados pessoais" }).isChecked()).toBe(true);
    await expect.poll(() => page.getByRole("radio", { name: "Sou a pessoa afetada" }).isChecked()).toBe(true);
    await page.getByLabel("Link do que você quer denunciar").fill(`/prompts/${id}`);
  });
  await step("the receipt has a code", async () => {
    await press(page, "Enviar denúncia");
    await heading(page, "Falta confirmar").waitFor();
    code = codeOf(page);
    await expect.poll(() => page.getByRole("button", { name: "Copiar código" }).isVisible()).toBe(false);
  });
  await step("the mailed link asks; a wrong one is refused with a reason", async () => {
    const link = await linkFor(email);
    await page.goto(`/denuncias/${code}?token=errado`);
    await press(page, "Confirmar denúncia");
    await page.getByText("Este link de confirmação não é válido.").waitFor();
    await page.goto(link);
    await expect.poll(() => statusOf(code)).toBe("unconfirmed");
    await press(page, "Confirmar denúncia");
    await heading(page, "Recebemos sua denúncia").waitFor();
    await expect.poll(() => statusOf(code)).toBe("open");
  });
  await step("the decision is contested", async () => {
    await decide(id, KEPT);
    await page.reload();
    await heading(page, "Denúncia decidida").waitFor();
    await press(page, "Enviar contestação");
    await page.getByText("Escreva por que discorda da decisão").waitFor();
    await page.getByLabel("Por que a decisão deve mudar?").fill("O número é meu.");
    await press(page, "Enviar contestação");
    await heading(page, "Sua contestação está em análise").waitFor();
  });
  await step("the code finds the page again", async () => {
    await page.goto("/denunciar");
    await page.getByLabel("Já denunciou? Digite o código").fill(` ${code.toLowerCase()}`);
    await press(page, "Ver andamento");
    await heading(page, "Sua contestação está em análise").waitFor();
  });
});

test("a page of another site confirms nothing by the browsers of its visitors", async () => {
  const email = "vitima@example.com";
  const { code } = await site.post<{ code: string }>("/api/reports", {
    target_type: "prompt",
    target_id: await ana.publish("Receita de pão"),
    category: "intimate",
    explanation: "Sou eu na imagem.",
    standing: "self",
    name: "Vera",
    email,
  });
  const mailed = new URL(await linkFor(email)).searchParams.get("token");
  const confirming = `<form method="post" action="${site.origin}/denuncias/${code}">
    <input type="hidden" name="token" value="${mailed}"><button>Ver a receita</button></form>`;
  const elsewhere = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(confirming);
  });
  await new Promise<void>((done) => elsewhere.listen(0, "127.0.0.1", done));
  const { port } = elsewhere.address() as AddressInfo;
  for (const host of ["127.0.0.1", "localhost"])
    for (const scripts of [true, false]) {
      const page = await newPage(scripts);
      await page.goto(`http://${host}:${port}/`);
      await press(page, "Ver a receita");
      await page.getByText("Páginas de outros sites não podem enviar nada para cá").waitFor();
      await expect.poll(() => statusOf(code)).toBe("unconfirmed");
    }
  elsewhere.closeAllConnections();
  elsewhere.close();
});

test("a reload or another page in between keeps what was typed, in this tab, until it is sent", async () => {
  const id = await ana.publish("Folheto da feira");
  const form = `/denunciar?tipo=prompt&id=${id}`;
  const page = await newPage();
  await page.goto(form);
  await fill(page, { category: "Ódio ou assédio", email: "zuleica@example.com" });
  await page.reload();
  await expect.poll(() => explanation(page).inputValue()).toBe("O telefone na imagem\né o meu.");
  await page.goto("/auth?tab=register");
  await page.goto(form);
  await expect.poll(() => explanation(page).inputValue()).toBe("O telefone na imagem\né o meu.");
  await expect.poll(() => page.getByRole("radio", { name: "Ódio ou assédio" }).isChecked()).toBe(true);
  await expect.poll(() => page.getByLabel("Seu e-mail").inputValue()).toBe("zuleica@example.com");
  // Another thing is another report.
  await page.goto(`/denunciar?tipo=user&id=${ana.id}`);
  await expect.poll(() => explanation(page).inputValue()).toBe("");
  await page.goto(form);
  await expect.poll(() => explanation(page).inputValue()).not.toBe("");
  await press(page, "Enviar denúncia");
  await heading(page, "Falta confirmar").waitFor();
  await page.goto(form);
  await expect.poll(() => explanation(page).inputValue()).toBe("");
});

test("on a phone one press leads past the urgent help to the form", async () => {
  const page = await newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/denunciar?tipo=user&id=${ana.id}`);
  await page.getByRole("link", { name: "Ir direto à denúncia" }).click();
  const form = page.getByRole("heading", { name: "Sua denúncia" });
  await expect.poll(async () => (await form.boundingBox())?.y).toBeLessThan(200);
});

test("a login in between keeps what was typed; members report as themselves, without confirming", async () => {
  const page = await newPage();
  await page.goto(`/users/${ana.id}`);
  await page.getByRole("main").getByRole("link", { name: "Denunciar" }).click();
  await page.getByText("Perfil de Ana Maria").waitFor();
  await page.getByRole("radio", { name: "Outro motivo" }).check();
  await explanation(page).fill("O nome não é dela.");
  await page.getByLabel("Seu e-mail").fill("beto@");
  await press(page, "Entre");
  await fillLogin(page, beto.email);
  await page.getByText("Você denuncia como Beto Sá").waitFor();
  // Also in the tab that a registration's mail opens.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect.poll(() => explanation(other).inputValue()).toBe("O nome não é dela.");
  await other.close();
  await expect.poll(() => page.getByLabel("Seu e-mail").count()).toBe(0);
  await expect.poll(() => explanation(page).inputValue()).toBe("O nome não é dela.");
  await expect.poll(() => page.getByRole("radio", { name: "Outro motivo" }).isChecked()).toBe(true);
  await page.getByRole("radio", { name: /só vi e quero avisar/ }).check();
  await press(page, "Enviar denúncia");
  await heading(page, "Recebemos sua denúncia").waitFor();
  await expect.poll(() => statusOf(codeOf(page))).toBe("open");
});

describe("a report", () => {
  test("is nowhere but with its reporter and the moderation", async () => {
    const id = await ana.publish("Cartaz de festa");
    const secrets = /Zilda|zilda@|segredo da denúncia/i;
    const { code } = await site.post<{ code: string }>("/api/reports", {
      target_type: "prompt",
      target_id: id,
      category: "other",
      explanation: "O segredo da denúncia.",
      standing: "anyone",
      name: "Zilda",
      email: "zilda@example.com",
    });
    const link = new URL(await linkFor("zilda@example.com"));
    await site.post(`/api/reports/${code}/confirm`, { token: link.searchParams.get("token") });
    await decide(id, { action: "warn", ground: "spam", reason: "É propaganda." });
    const author = (await ana.logIn()).access_token;
    for (const [path, by] of [
      [`/denuncias/${code}`],
      [`/api/reports/${code}`],
      [`/prompts/${id}`],
      [`/api/prompts/${id}`, author],
      [`/users/${ana.id}`],
      ["/api/notices", author],
      ["/api/moderation/log"],
      ["/api/transparency"],
      ["/sitemap.xml"],
    ] as const) {
      const headers: HeadersInit = by ? { authorization: `Bearer ${by}` } : {};
      const answer = await fetch(site.origin + path, { headers });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.text(), path).not.toMatch(secrets);
    }
    await expect
      .poll(() =>
        site.mails.received.some(({ to, text }) => to.includes(ana.email) && /propaganda/.test(text)),
      )
      .toBe(true);
    for (const { to, text, html } of site.mails.received) {
      if (to.includes(ana.email)) expect(text + html).not.toMatch(secrets);
    }
  });

  test("is kept from search engines and caches; an unknown code is a dead end that leads on", async () => {
    const id = await ana.publish("Folheto");
    const body = {
      target_type: "prompt",
      target_id: id,
      category: "spam",
      explanation: "x",
      standing: "anyone",
    };
    const { code } = await site.post<{ code: string }>("/api/reports", {
      ...body,
      name: "Rui",
      email: "rui@example.com",
    });
    for (const [path, status] of [
      [`/denuncias/${code}`, 200],
      ["/denuncias/BCDFGHJKLM", 404],
    ] as const) {
      const answer = await fetch(site.origin + path);
      const html = await answer.text();
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([status, "no-store"]);
      expect(html).toContain('<meta name="robots" content="noindex">');
      expect(html.match(/<link rel="canonical" href="([^"]+)"/)?.[1]).toBe(`${site.origin}/denunciar`);
    }
    for (const path of ["/sitemap.xml", "/sitemaps/pages.xml"])
      expect(await (await fetch(site.origin + path)).text()).not.toContain("denuncias");
    const page = await newPage();
    await page.goto("/denuncias/BCDFGHJKLM");
    await heading(page, "Denúncia não encontrada").waitFor();
    await page.getByRole("link", { name: "Fazer uma denúncia" }).waitFor();
    await expectAccessible(page);
  });
});
