/** Using a prompt: fill it in, copy it, take it to an AI tool, pass it on; on a desk and on a small phone. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { holdBack, launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

const CONTENT =
  "Escreva um convite para [evento] na {cidade}, em tom de {{tom de voz}}.\nRepita no fim: [evento].\nDeixe `{codigo}` como está.";
const NAME = "o nome completo de quem convida, com sobrenome e tudo o mais que couber";

/** More fields than fit beside a text. */
const MANY = ["cidade", "mês", "pessoas", "orçamento", "tom", "ocasião", "prato", "restrições"];

let site: TestSite;
let browser: Browser;
let ana: Member;
let visitor: Visitor;
let page: Page;
const ids = { many: 0, claude: 0, gemini: 0, long: 0, stable: 0, plain: 0 };

/** Every request that left for another site. */
const outside: string[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  ids.many = await ana.publish(
    "Muitos campos",
    `${MANY.map((name) => `Pense em [${name}].`).join(" ")} ${"Com calma. ".repeat(60)}`,
  );
  ids.claude = await ana.publish("Convite de festa", CONTENT);
  ids.gemini = await ana.publish("Convite no Gemini", CONTENT, { llm_type_id: 5 });
  ids.long = await ana.publish("Convite comprido", `Fale de [tema]. ${"Com calma e carinho. ".repeat(120)}`);
  ids.stable = await ana.publish("Retrato", `Retrato de [${NAME}], luz suave.`, { llm_type_id: 4 });
  ids.plain = await ana.publish("Sem nada a preencher", "Conte uma história do folclore brasileiro.");
  visitor = await visit(browser, site.origin);
  page = visitor.page;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.context().route(/^https:/, (route) => {
    outside.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<title>outro site</title>" });
  });
});
beforeEach(() => page.setViewportSize({ width: 1440, height: 900 }));
// Filled-in values last in the tab.
afterEach(async () => {
  if (page.url().startsWith(site.origin)) await page.evaluate(() => sessionStorage.clear());
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  expect(visitor.complaints, "a page complained").toEqual([]);
});

const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const copyPrompt = () => button("Copiar prompt").click();
const fillIn = () => page.getByRole("button", { name: /^Preencha e copie/ });
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const marks = () => page.locator("mark").allTextContents();
/** Titles are read aloud by another element with the same text. */
const told = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

/** Follows what opens another tab. @returns its address */
async function openedBy(press: () => Promise<void>): Promise<string> {
  const [tab] = await Promise.all([page.context().waitForEvent("page"), press()]);
  await tab.waitForLoadState("domcontentloaded");
  const url = tab.url();
  expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
  await tab.close();
  await page.bringToFront();
  return url;
}

journey("a prompt's variables are filled in", async () => {
  await step(
    "a prompt's variables have a field each, once, and what is typed shows in the text at once",
    async () => {
      await page.goto(`/prompts/${ids.claude}`);
      await fillIn().click();
      await field("evento").waitFor();
      await expect.poll(() => page.getByRole("textbox").count()).toBe(3);
      await expect.poll(() => field("evento").getAttribute("autocomplete")).toBe("off");
      await field("evento").fill("aniversário de 15 anos");
      await field("tom de voz").fill("avó carinhosa");
      await expect
        .poll(() => marks())
        .toEqual(["aniversário de 15 anos", "avó carinhosa", "aniversário de 15 anos"]);
      await page.getByRole("status").getByText("2 de 3 campos preenchidos").waitFor();
    },
  );

  await step(
    "the copy takes the values along, leaves the rest as written, and says how much that is",
    async () => {
      await copyPrompt();
      await told("Preencha o campo que falta antes de enviar.");
      await expect
        .poll(() => clipboard())
        .toBe(
          CONTENT.replaceAll("[evento]", "aniversário de 15 anos").replace("{{tom de voz}}", "avó carinhosa"),
        );
    },
  );

  await step("with credit, by keyboard alone, author and address follow the same text", async () => {
    const plain = await clipboard();
    await button("Mais opções").focus();
    for (const [key, item] of [
      ["Enter", "Enviar pelo WhatsApp"],
      ["ArrowDown", "Copiar link"],
      ["ArrowDown", "Copiar com crédito"],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => hasFocus(page.getByRole("menuitem", { name: item }))).toBe(true);
    }
    await page.keyboard.press("Enter");
    await told("Prompt copiado com crédito");
    const address = `${site.origin}/prompts/${ids.claude}`;
    await expect.poll(() => clipboard()).toBe(`${plain}\n\nPrompt de Ana Maria na Prompteca: ${address}`);
  });

  await step(
    "what was typed is still there after a look elsewhere and a reload, but on no other prompt",
    async () => {
      await page.getByRole("link", { name: "Voltar para a lista" }).click();
      await page.waitForURL("**/prompts");
      await page.getByRole("link", { name: "Convite no Gemini" }).first().click();
      await page.getByRole("heading", { level: 1, name: "Convite no Gemini" }).waitFor();
      await expect.poll(() => marks()).toEqual([]);
      await page.goBack();
      await page.goBack();
      await page.getByRole("heading", { level: 1, name: "Convite de festa" }).waitFor();
      await expect.poll(() => marks()).toHaveLength(3);
      await page.reload();
      await expect.poll(marks).toHaveLength(3);
      await expect.poll(() => fillIn().getAttribute("aria-expanded")).toBe("false");
      await fillIn().click();
      await button("Limpar campos").click();
      await page.reload();
      await expect.poll(() => marks()).toEqual([]);
    },
  );

  await step("by keyboard alone, and cleared again", async () => {
    await fillIn().waitFor();
    await fillIn().focus();
    await page.keyboard.press("Enter");
    await field("evento").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("bodas");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Ouro Preto");
    await expect.poll(() => marks()).toEqual(["bodas", "Ouro Preto", "bodas"]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(marks).toEqual([]);
    await page.getByRole("status").getByText("Nenhum campo preenchido").waitFor();
    await copyPrompt();
    await told("Preencha os 3 campos que faltam antes de enviar.");
    await expect.poll(() => clipboard()).toBe(CONTENT);
  });
});

describe("filling in", () => {
  test.each([600, 720, 900])(
    "in a window of 1280 by %i every field is reached, and the copy button in sight",
    async (height) => {
      await page.setViewportSize({ width: 1280, height });
      await page.goto(`/prompts/${ids.many}`);
      await fillIn().click();
      const inSight = (locator: Locator) =>
        locator.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        });
      for (const name of MANY) {
        await field(name).focus();
        expect(await inSight(field(name)), name).toBe(true);
        expect(await inSight(button("Copiar prompt")), name).toBe(true);
      }
      await button("Limpar campos").focus();
      await expect.poll(() => inSight(button("Limpar campos"))).toBe(true);
    },
  );

  test.each([1024, 1280])(
    "at %i pixels the buttons beside the copy button stay in its line, without the site's fonts and with a million likes",
    async (width) => {
      await site.database.pool.query("update prompt_stats set likes_count = 1234567 where prompt_id = $1", [
        ids.many,
      ]);
      const { page: desk, close } = await visit(browser, site.origin, { viewport: { width, height: 720 } });
      await desk.route("**/*.woff2", (route) => route.abort());
      await expect
        .poll(async () => {
          await desk.goto(`/prompts/${ids.many}`);
          return desk.getByText("1,2 mi Curtidas").count();
        })
        .toBeGreaterThan(0);
      const bar = desk.locator("[data-bottom-bar]");
      const middles = await bar.getByRole("button").evaluateAll((buttons) =>
        buttons.map((button) => {
          const { top, height } = button.getBoundingClientRect();
          return Math.round(top + height / 2);
        }),
      );
      expect(middles).toHaveLength(4);
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
      await close();
    },
  );

  test("what a member filled in goes with the session, the stored copy too", async () => {
    const member = await visitAs(ana, browser, site.origin);
    const values = () => member.page.evaluate(() => sessionStorage.getItem("prompteca-filled-values"));
    await member.page.goto(`/prompts/${ids.claude}`);
    await member.page.getByRole("button", { name: /^Preencha e copie/ }).click();
    await member.page.getByRole("textbox", { name: "evento", exact: true }).fill("casamento");
    await expect.poll(values).toContain("casamento");
    await member.page.getByRole("button", { name: /Ana Maria/ }).click();
    await member.page.getByRole("menuitem", { name: "Sair" }).click();
    await member.page.getByText("Você saiu da sua conta.").first().waitFor();
    await expect.poll(() => member.page.locator("mark").count()).toBe(0);
    await expect.poll(() => values()).toBeNull();
    await member.close();
  });

  test("a prompt without variables has no form", async () => {
    await page.goto(`/prompts/${ids.plain}`);
    await copyPrompt();
    await told("Agora é só colar na sua ferramenta de IA.");
    await expect.poll(() => fillIn().count()).toBe(0);
  });

  test("without scripts the prompt is read as written, and no form is promised", async () => {
    const reader = await visit(browser, site.origin, { javaScriptEnabled: false });
    await reader.page.goto(`/prompts/${ids.claude}`);
    await reader.page.getByText("[evento]", { exact: true }).first().waitFor();
    await expect.poll(() => reader.page.getByText("Preencha e copie").isVisible()).toBe(false);
    await reader.page.getByRole("button", { name: "Mais opções" }).click();
    await expect.poll(() => reader.page.getByRole("menuitem").allInnerTexts()).toEqual(["Denunciar"]);
    const open = reader.page.getByRole("link", { name: "Abrir no Claude" });
    expect(new URL((await open.getAttribute("href")) ?? "").searchParams.get("q")).toBe(CONTENT);
    await reader.close();
  });
});

describe("a long prompt", () => {
  const text = () => page.getByRole("region", { name: "Prompt", exact: true });
  const isCut = () => text().evaluate((box) => box.scrollHeight > box.clientHeight + 1);

  test("fades at the panel's end on a desk, and is shown whole when asked, with the copy button in sight", async () => {
    await page.goto(`/prompts/${ids.long}`);
    await button("Mostrar tudo").focus();
    await expect.poll(() => isCut()).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(isCut).toBe(false);
    await expect.poll(() => button("Mostrar tudo").count()).toBe(0);
    await expect.poll(() => hasFocus(text())).toBe(true);
    await page.mouse.wheel(0, 300);
    const bar = await button("Copiar prompt").boundingBox();
    expect((bar?.y ?? 900) + (bar?.height ?? 0)).toBeLessThanOrEqual(900);
  });

  test("shows what the browser finds in the part that is cut off", async () => {
    await page.goto(`/prompts/${ids.long}`);
    await button("Mostrar tudo").waitFor();
    const words = () =>
      text().evaluate((box) => {
        const range = document.createRange();
        range.selectNodeContents(box);
        range.collapse(false);
        return range.getBoundingClientRect().bottom;
      });
    // Find in page, which a test cannot open, scrolls within the box as this does.
    await text().evaluate((box) => box.scrollTo(0, box.scrollHeight));
    const at = await words();
    await expect.poll(() => button("Mostrar tudo").count()).toBe(0);
    await expect.poll(isCut).toBe(false);
    await expect.poll(async () => Math.abs((await words()) - at)).toBeLessThan(80);
  });

  test("is whole at once on a phone, and a short one everywhere", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/prompts/${ids.long}`);
    await copyPrompt();
    expect([await isCut(), await button("Mostrar tudo").count()]).toEqual([false, 0]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/prompts/${ids.plain}`);
    await copyPrompt();
    expect([await isCut(), await button("Mostrar tudo").count()]).toEqual([false, 0]);
  });
});

describe("taking it to an AI tool", () => {
  test("where the tool reads it from the address, the filled prompt is in it; it is copied as well", async () => {
    await page.goto(`/prompts/${ids.claude}`);
    await fillIn().click();
    await field("evento").fill("São João & fogueira");
    const filled = CONTENT.replaceAll("[evento]", "São João & fogueira");
    const url = new URL(await openedBy(() => page.getByRole("link", { name: "Abrir no Claude" }).click()));
    expect(url.origin + url.pathname).toBe("https://claude.ai/new");
    expect(url.searchParams.get("q")).toBe(filled);
    await told("Abrindo no Claude");
    await expect.poll(() => clipboard()).toBe(filled);
  });

  test("where it does not, the prompt is copied and the tool opens", async () => {
    await page.goto(`/prompts/${ids.gemini}`);
    const open = () => page.getByRole("link", { name: "Abrir no Gemini" }).click();
    expect(await openedBy(open)).toBe("https://gemini.google.com/app");
    await told("Prompt copiado. Cole no Gemini.");
    await expect.poll(() => clipboard()).toBe(CONTENT);
  });

  test.each<[string, () => Promise<void>]>([
    [
      "its link, by keyboard",
      async () => {
        await page.getByRole("link", { name: "Abrir no Gemini" }).focus();
        await page.keyboard.press("Enter");
      },
    ],
    [
      "the menu",
      async () => {
        await button("Abrir em outra ferramenta de IA").click();
        await page.getByRole("menuitem", { name: "Meta AI" }).click();
      },
    ],
  ])("before the page's scripts are there, %s copies the prompt too", async (_how, open) => {
    const release = await holdBack(page, "**/assets/*.js");
    onTestFinished(async () => {
      release();
      await page.unrouteAll({ behavior: "wait" });
    });
    await page.goto(`/prompts/${ids.gemini}`, { waitUntil: "domcontentloaded" });
    await page.evaluate(() => navigator.clipboard.writeText("outra coisa"));
    expect(await openedBy(open)).toMatch(/^https:/);
    await expect.poll(clipboard).toBe(CONTENT);
  });

  test("a text too long for an address is copied", async () => {
    await page.goto(`/prompts/${ids.long}`);
    const open = () => page.getByRole("link", { name: "Abrir no Claude" }).click();
    expect(await openedBy(open)).toBe("https://claude.ai/new");
    await told("Prompt copiado. Cole no Claude.");
    await expect.poll(() => clipboard()).toMatch(/^Fale de \[tema\]\. Com calma/);
  });

  test("another tool is a menu away, by keyboard too, also for a prompt whose tool has no site", async () => {
    await page.goto(`/prompts/${ids.stable}`);
    const menu = button("Abrir em outra ferramenta de IA");
    await expect.poll(() => page.getByRole("link", { name: /^Abrir no/ }).count()).toBe(0);
    await menu.focus();
    await page.keyboard.press("Enter");
    await page.locator("[role=menuitem]:focus").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    const url = new URL(await openedBy(() => page.keyboard.press("Enter")));
    expect(url.origin).toBe("https://chatgpt.com");
    await expect.poll(() => page.getByRole("menu").count()).toBe(0);
  });

  test("nothing goes to those sites before it is asked for", async () => {
    outside.length = 0;
    await page.goto(`/prompts/${ids.claude}`);
    await fillIn().click();
    await field("cidade").fill("Belém");
    await button("Abrir em outra ferramenta de IA").click();
    await page.getByRole("menuitem", { name: "ChatGPT" }).waitFor();
    await page.keyboard.press("Escape");
    expect(outside).toEqual([]);
  });
});

describe("passing it on", () => {
  test("by WhatsApp, or as a copied link", async () => {
    await page.goto(`/prompts/${ids.claude}`);
    await button("Mais opções").click();
    const send = () => page.getByRole("menuitem", { name: "Enviar pelo WhatsApp" }).click();
    const url = new URL(await openedBy(send));
    expect(url.origin).toBe("https://wa.me");
    expect(url.searchParams.get("text")).toBe(`Convite de festa\n${page.url()}`);
    await button("Mais opções").click();
    await page.getByRole("menuitem", { name: "Copiar link" }).click();
    await told("Link copiado");
    await expect.poll(() => clipboard()).toBe(page.url());
  });

  test("by the device's own sheet where there is one; who closes it, or opens it twice, hears nothing of it", async () => {
    const sheet = await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(window, { shared });
      navigator.share = async (data) => {
        shared.push(data ?? {});
        throw new DOMException("no", ["AbortError", "InvalidStateError", "DataError"][shared.length - 1]);
      };
    });
    onTestFinished(() => sheet.dispose());
    await page.goto(`/prompts/${ids.claude}?utm_source=lista`);
    const share = async () => {
      await button("Mais opções").click();
      await page.getByRole("menuitem", { name: "Outro aplicativo…" }).click();
    };
    await share();
    await share();
    const address = `${site.origin}/prompts/${ids.claude}`;
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared))
      .toEqual(Array(2).fill({ title: "Convite de festa", url: address }));
    await expect.poll(() => page.getByRole("menu").count()).toBe(0);
    await expect.poll(() => page.getByText("Link copiado").count()).toBe(0);
    // Where the share sheet fails, the link is still there.
    await share();
    await told("Link copiado");
    await expect.poll(() => clipboard()).toBe(address);
  });
});

describe("where the browser does not let a page copy", () => {
  let refusal: { dispose(): Promise<void> };
  beforeAll(async () => {
    refusal = await page.addInitScript(() => {
      const refuse = async () => {
        throw new DOMException("no", "NotAllowedError");
      };
      Object.defineProperty(navigator.clipboard, "writeText", { value: refuse });
      document.execCommand = () => false;
    });
  });
  afterAll(() => refusal.dispose());

  test("each says what to do instead: select the text, open the prompt, take the address", async () => {
    await page.goto(`/prompts/${ids.claude}`);
    await copyPrompt();
    await told("O navegador não permitiu. Selecione o texto e copie manualmente.");
    await button("Mais opções").click();
    await page.getByRole("menuitem", { name: "Copiar link" }).click();
    await told("O navegador não permitiu. Copie o endereço na barra do navegador.");
    await page.goto("/prompts");
    await button("Copiar: Convite de festa").click();
    await told("O navegador não permitiu. Abra o prompt, selecione o texto e copie manualmente.");
  });

  test("a prompt that goes in the address arrives, and nothing is said to have failed", async () => {
    await page.goto(`/prompts/${ids.claude}`);
    const url = await openedBy(() => page.getByRole("link", { name: "Abrir no Claude" }).click());
    expect(new URL(url).searchParams.get("q")).toBe(CONTENT);
    await told("Abrindo no Claude");
    await expect.poll(() => page.getByText("Não foi possível copiar").count()).toBe(0);
    await page.goto(`/prompts/${ids.gemini}`);
    await openedBy(() => page.getByRole("link", { name: "Abrir no Gemini" }).click());
    await told("Não foi possível copiar");
  });
});

test("copied from a card, a prompt says how many fields are left", async () => {
  await page.goto("/prompts");
  await button("Copiar: Convite de festa").click();
  await told("Preencha os 3 campos que faltam antes de enviar.");
});

journey("on a phone of 360 by 640", async () => {
  const phone = await visit(browser, site.origin, {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.page.goto(`/prompts/${ids.stable}`);

  await step("copying stays within the thumb's reach, like and favourite beside it", async () => {
    for (const name of ["Copiar prompt", /^Curtir/, "Favoritar", "Salvar em…"]) {
      const box = await phone.page.getByRole("button", { name }).boundingBox();
      expect(box?.y).toBeGreaterThan(640 * 0.75);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });

  await step("nothing is wider than the screen, with the form open and a long name in it", async () => {
    await phone.page.getByRole("button", { name: /^Preencha e copie/ }).tap();
    const field = phone.page.getByRole("textbox", { name: NAME });
    await field.tap();
    await field.fill("a".repeat(200));
    const widths = () => phone.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(await widths()).toEqual([360, 360]);
  });

  await step("with the keyboard up, the field that is typed into is in sight", async () => {
    await phone.page.setViewportSize({ width: 360, height: 340 });
    const field = phone.page.getByRole("textbox", { name: NAME });
    await field.blur();
    await field.tap();
    const box = await field.boundingBox();
    const bar = await phone.page.getByRole("button", { name: "Copiar prompt" }).boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? 0) + 44).toBeLessThanOrEqual(bar?.y ?? 0);
    await phone.page.setViewportSize({ width: 360, height: 640 });
  });

  await step("the message about the copy stands above the bar", async () => {
    await phone.page.context().grantPermissions(["clipboard-write"]);
    await phone.page.getByRole("button", { name: "Copiar prompt" }).tap();
    const message = await phone.page
      .getByRole("listitem")
      .filter({ hasText: "Prompt copiado" })
      .boundingBox();
    const bar = await phone.page.locator("[data-bottom-bar]").boundingBox();
    expect((message?.y ?? 0) + (message?.height ?? 640)).toBeLessThanOrEqual(bar?.y ?? 0);
  });
});
