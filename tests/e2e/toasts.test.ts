/** Toasts stand clear of what comes next, carry the next step, and no form depends on them. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { closeToast, toastIn } from "#tests/support/toasts.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let prompt: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  for (const title of ["Bilhete", "Cordel", "Receita", "Aquarela"]) await ana.publish(title);
  prompt = await ana.publish("Retrato", "Pinte um retrato em aquarela, com calma. ".repeat(20), {
    llm_type_id: 1,
  });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const seen = async (page: Page, text: string | RegExp) => {
  const toast = toastIn(page).filter({ hasText: text });
  await toast.waitFor();
  return toast;
};

/** The names of those elements that the toast covers at this moment. */
async function coveredOf(page: Page, elements: Locator): Promise<string[]> {
  const toast = await toastIn(page).elementHandle();
  return elements.evaluateAll((all, view) => {
    const box = view?.getBoundingClientRect();
    if (!box) throw new Error("no toast is on the screen");
    const covers = ({ left, right, top, bottom }: DOMRect) =>
      left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    return all
      .filter((element) => element.checkVisibility() && covers(element.getBoundingClientRect()))
      .map((element) => element.getAttribute("aria-label") ?? element.textContent ?? "");
  }, toast);
}

/** It stands clear of them once it has found its place. */
async function standsClearOf(page: Page, elements: Locator) {
  await expect.poll(() => elements.count()).toBeGreaterThan(0);
  await expect.poll(() => coveredOf(page, elements)).toEqual([]);
}

/** On a phone, on a desk, and where the window's lower edge, at which toasts stand, is nearer. */
const WINDOWS = [
  [360, 740],
  [1440, 900],
  [1440, 700],
] as const;
/** One of each layout. */
const [PHONE, , LOW] = WINDOWS;

describe.each(WINDOWS)("in a window of %i by %i", (width, height) => {
  test("a toast covers none of a prompt's actions", async () => {
    const viewport = { width, height };
    const { page, close: leave } = await visitAs(ana, browser, site.origin, { viewport });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`/prompts/${prompt}`);
    const actions = page.locator("article").first().locator("a, button, [data-bottom-bar]");
    await page.getByRole("button", { name: "Copiar prompt" }).click();
    await seen(page, "Prompt copiado");
    await standsClearOf(page, actions);
    await page.getByRole("button", { name: "Favoritar" }).click();
    await seen(page, /(Adicionado aos|Removido dos) favoritos/);
    await standsClearOf(page, actions);
    await leave();
  });
});

describe.each([PHONE, LOW])("in a window of %i by %i", (width, height) => {
  const viewport = { width, height };
  let opened: Visitor;
  afterEach(() => opened.close());
  /** Whom the test is about. @returns their page */
  async function open(visitor: Promise<Visitor>): Promise<Page> {
    opened = await visitor;
    return opened.page;
  }
  const asVisitor = () => open(visit(browser, site.origin, { viewport }));
  const asMember = () => open(visitAs(ana, browser, site.origin, { viewport }));

  test("a toast covers none of the actions of the card that was pressed", async () => {
    const page = await asVisitor();
    await page.goto("/prompts");
    for (const card of await page.getByRole("article").all()) {
      // Its actions at the lower edge, where toasts stand.
      await card.evaluate((element) => element.scrollIntoView({ block: "end" }));
      await card.getByRole("button", { name: /^Curtir/ }).click();
      await seen(page, "Faça login para curtir prompts");
      await standsClearOf(page, card.locator("button"));
    }
  });

  test("a toast covers neither the button of the login nor why it was refused, on its page and in the dialog", async () => {
    const page = await asVisitor();
    for (const [path, title] of [
      ["/auth", "Falha no login"],
      [`/prompts/${prompt}`, "Erro ao fazer login"],
    ] as const) {
      await page.goto(path);
      if (path !== "/auth") await page.getByRole("button", { name: /^Curtir/ }).click();
      await fillLogin(page, ana.email, "Jaca-errada-123");
      await seen(page, title);
      const form = page.getByRole("tabpanel");
      await form.getByRole("alert").waitFor();
      await standsClearOf(page, form.locator("[type=submit], [role=alert]"));
    }
  });

  test("a toast covers neither the buttons of a prompt's form nor what is wrong in it", async () => {
    const page = await asMember();
    await page.goto("/submit");
    await page.getByLabel("Título").fill("Retrato em aquarela");
    await page.getByLabel("Prompt", { exact: true }).fill("Pinte um retrato em aquarela.");
    await page.getByLabel("Ferramenta de IA").selectOption({ label: "ChatGPT" });
    const form = page.locator("main form");
    const send = page.getByRole("button", { name: "Enviar Prompt" });
    await send.click();
    await seen(page, "Imagem necessária");
    await standsClearOf(page, form.locator("[type=submit], [role=alert]"));
    await closeToast(toastIn(page));

    await page.locator("input[type=file]").setInputFiles({
      name: "retrato.png",
      mimeType: "image/png",
      buffer: Buffer.from((await pictureDataUrl("#336699", 640, 480)).split(",")[1] ?? "", "base64"),
    });
    await page.getByAltText("Prévia da imagem escolhida").waitFor();
    await page.route("**/api/prompts", (route) =>
      route.fulfill({ status: 500, json: { message: "x", code: "internal_error" } }),
    );
    await send.evaluate((button) => button.scrollIntoView({ block: "end" }));
    await send.click();
    await seen(page, "Ocorreu um erro ao enviar seu prompt. Tente novamente.");
    await form.getByRole("alert").waitFor();
    await standsClearOf(page, form.locator("[type=submit], [role=alert]"));
    await standsClearOf(page, form.getByRole("button", { name: "Cancelar" }));
    await closeToast(toastIn(page));
    await expect
      .poll(() => form.getByRole("alert").textContent())
      .toBe("Ocorreu um erro ao enviar seu prompt. Tente novamente.");
  });

  test("a toast gives way when the page is scrolled or a dialog opens below it", async () => {
    const page = await asMember();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`/prompts/${prompt}`);
    await page.getByRole("button", { name: "Copiar prompt" }).click();
    await seen(page, "Prompt copiado");
    await page.getByRole("button", { name: "Mais opções" }).scrollIntoViewIfNeeded();
    await standsClearOf(page, page.locator("article").first().locator("button"));
    await page.getByRole("button", { name: "Mais opções" }).click();
    await page.getByRole("menuitem", { name: "Excluir" }).click();
    await page.getByRole("dialog").waitFor();
    await standsClearOf(page, page.getByRole("dialog").locator("button"));
  });
});

// On wide windows the form stands beside the toast.
test("on a phone a toast gives way when the page grows or shrinks above it", async () => {
  const { page, close: leave } = await visit(browser, site.origin, { viewport: { width: 360, height: 740 } });
  await page.goto("/auth");
  // The page is longer than the window, so that moving the form does not scroll it.
  await page.locator("main").evaluate((main) => {
    main.style.paddingBottom = "2000px";
  });
  await fillLogin(page, ana.email, "Jaca-errada-123");
  await seen(page, "Falha no login");
  const send = page.locator("main form [type=submit]");
  await standsClearOf(page, send);
  // Live regions come and go, and each time the toast is placed.
  await page.getByRole("status").filter({ hasText: "Falha no login" }).waitFor({ state: "detached" });
  const [toast, button] = [await toastIn(page).boundingBox(), await send.boundingBox()];
  if (!toast || !button) throw new Error("the toast or the button is not on the screen");
  await page.locator("main").evaluate((main, by) => {
    main.style.marginTop = `${by}px`;
  }, toast.y - button.y);
  await standsClearOf(page, send);
  await leave();
});

describe("the next step", () => {
  test("after copying is the tool that the prompt is for, on its page and on a card", async () => {
    const { page, close: leave } = await visit(browser, site.origin);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const [path, button] of [
      [`/prompts/${prompt}`, "Copiar prompt"],
      ["/prompts", "Copiar: Retrato"],
    ] as const) {
      await page.goto(path);
      await page.getByRole("button", { name: button }).click();
      const step = toastIn(page).getByRole("link", { name: "Abrir no ChatGPT" });
      await expect.poll(() => step.getAttribute("href")).toMatch(/^https:\/\/chatgpt\.com\/\?q=Pinte/);
      expect([await step.getAttribute("target"), await step.getAttribute("rel")]).toEqual([
        "_blank",
        "noopener noreferrer",
      ]);
    }
    await leave();
  });

  test("of a favourite is where it is kept; what was taken back is put back by 'Desfazer'", async () => {
    const { page, close: leave } = await visitAs(ana, browser, site.origin);
    await page.goto("/prompts");
    const card = page.getByRole("article").filter({ hasText: "Cordel" });
    const like = card.getByRole("button", { name: /^Curtir/ });
    const favorite = card.getByRole("button", { name: "Favoritar" });
    const isPressed = (button: Locator) => expect.poll(() => button.getAttribute("aria-pressed"));
    await like.click();
    await seen(page, "Prompt curtido com sucesso");
    await expect.poll(() => toastIn(page).getByRole("button", { name: "Desfazer" }).count()).toBe(0);
    await like.click();
    await seen(page, "Você removeu sua curtida");
    await isPressed(like).toBe("false");
    await toastIn(page).getByRole("button", { name: "Desfazer" }).click();
    await isPressed(like).toBe("true");
    await seen(page, "Prompt curtido com sucesso");
    await expect.poll(() => like.textContent()).toBe("1");

    await favorite.click();
    await (await seen(page, "Prompt adicionado aos favoritos"))
      .getByRole("link", { name: "Ver favoritos" })
      .click();
    await page.waitForURL("**/profile?tab=favoritos");
    await favorite.click();
    await (await seen(page, "Prompt removido dos favoritos"))
      .getByRole("button", { name: "Desfazer" })
      .click();
    await isPressed(favorite).toBe("true");
    await expect
      .poll(async () => (await site.database.pool.query("select from favorites")).rowCount)
      .toBeGreaterThan(0);
    await leave();
  });
});

describe("a login that is refused", () => {
  test.each([
    ["on its page", "/auth", "E-mail ou senha incorretos."],
    ["in the dialog", "", "Verifique suas credenciais e tente novamente"],
  ])("%s stays in the form and is tied to both fields until they change", async (_, path, reason) => {
    const { page, close: leave } = await visit(browser, site.origin);
    await page.goto(path || `/prompts/${prompt}`);
    if (!path) await page.getByRole("button", { name: /^Curtir/ }).click();
    await fillLogin(page, ana.email, "Jaca-errada-123");
    await seen(page, reason);
    await closeToast(toastIn(page));
    const form = page.getByRole("tabpanel");
    await expect.poll(() => form.getByRole("alert").textContent()).toBe(reason);
    const password = form.getByLabel("Senha", { exact: true });
    await expect.poll(() => hasFocus(password)).toBe(true);
    for (const field of [form.getByLabel("E-mail"), password]) {
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
      const described = await field.evaluate((input) =>
        (input.getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent)
          .join(" "),
      );
      expect(described).toContain(reason);
    }
    await password.fill("Jaca-certa-123");
    await form.getByRole("alert").waitFor({ state: "detached" });
    await expect.poll(() => form.locator("[aria-invalid=true]").count()).toBe(0);
    await leave();
  });
});

describe("what a form was refused for stays in it", () => {
  const said = "Agora não dá.";
  test.each([
    ["the registration", "/auth?tab=register", "**/auth/v1/signup*"],
    ["the recovery", "/forgot-password", "**/auth/v1/recover*"],
    ["another confirmation mail", "/registration-success?email=eva%40example.com", "**/resend-verification"],
    ["the new name", "/profile", "**/auth/v1/user"],
  ])("%s", async (what, path, calls) => {
    const { page, close: leave } = await visitAs(ana, browser, site.origin);
    const isPersonal = path === "/profile";
    if (!isPersonal) await page.context().clearCookies();
    await page.addInitScript((keep) => keep || localStorage.removeItem("prompteca-auth"), isPersonal);
    await page.goto(path);
    const refuse = { status: 503, json: { message: said, code: "unavailable" } };
    if (what === "the new name") {
      await page.getByRole("button", { name: "Editar perfil" }).click();
      await page.getByLabel("Nome de usuário").fill("Ana Outra");
    } else if (what === "the registration") {
      const form = page.getByRole("tabpanel");
      await form.getByLabel("Nome de usuário").fill("Eva Lima");
      for (const label of ["Senha", "Confirmar senha"])
        await form.getByLabel(label, { exact: true }).fill("Jabuticaba-7");
      await form.getByRole("checkbox").check();
      await form.getByLabel("E-mail").fill("eva@example.com");
    } else if (what === "the recovery") {
      await page.getByLabel("E-mail").fill("eva@example.com");
    }
    await page.route(calls, (route) => route.fulfill(refuse));
    await page
      .getByRole("button", { name: /^(Cadastrar|Enviar link de recuperação|Reenviar e-mail|Salvar)$/ })
      .last()
      .click();
    await toastIn(page).waitFor();
    const reason = await toastIn(page).locator("div > div").last().textContent();
    await closeToast(toastIn(page));
    const alert = page.locator("main, [role=dialog]").getByRole("alert").last();
    await expect.poll(() => alert.textContent()).toBe(reason);
    await leave();
  });
});
