/** The states and timings of the specification's sections 2, 4 and 9, seen on the screen; time is moved, not waited for. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { holdBack, launchBrowser, MOVING, type Visitor, visit } from "#tests/support/browser.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let visitor: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  await ana.publishMany(37, "Receita número");
});
beforeEach(async () => {
  visitor = await visit(browser, site.origin, MOVING);
  await visitor.page.clock.install();
});
afterEach(async () => {
  await visitor.close();
  expect(visitor.complaints, "the page complained").toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Stops the page's clock, for what must be told to the millisecond. */
async function freeze(page: Page) {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1000);
}

const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).first();
const skeletons = (page: Page) =>
  page.getByRole("status").filter({ hasText: "Carregando prompts…" }).locator("> div");

describe("where there is nothing yet", () => {
  test("home invites to be the first, the library to drop the filters", async () => {
    const empty = await startTestSite();
    const { page } = await visit(browser, empty.origin);
    await page.goto("/");
    await page.getByText("Nenhum prompt encontrado. Seja o primeiro a compartilhar!").waitFor();
    await page.goto("/prompts?q=nada&llm=3&sort=views");
    await page.getByText("Não encontramos nenhum prompt com esses filtros.").waitFor();
    await link(page, "Limpar filtros").click();
    await page.waitForURL("**/prompts");
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("");
    await expect.poll(() => page.getByLabel("Ferramenta de IA").inputValue()).toBe("all");
    await expect
      .poll(() => page.getByLabel("Ordenar por").locator("option:checked").innerText())
      .toBe("Mais curtidos");
    await empty.close();
  });
});

describe("where nothing was tested lately", () => {
  const nothing = "/prompts?q=receita&llm=6&funciona=hoje";
  test("one press takes that filter off and keeps the others; what there is without it is shown", async () => {
    const { page, close } = await visit(browser, site.origin, { viewport: { width: 360, height: 740 } });
    await page.goto(nothing);
    await page
      .getByText(
        "Nenhum prompt com esses filtros foi confirmado nos últimos 90 dias. Usou um? Diga na página dele se funcionou.",
      )
      .waitFor();
    await expect.poll(() => page.getByText("Alguém confirmou nos últimos 90 dias").count()).toBe(0);
    const without = page.getByRole("region", { name: /^Sem “Testados há pouco”: \d+ prompts$/ });
    await expect.poll(() => without.getByRole("article").count()).toBe(3);
    await link(page, "Remover “Testados há pouco”").click();
    await page.waitForURL("**/prompts?q=receita&llm=6");
    await page.getByRole("article").first().waitFor();
    await close();
  });

  test("without scripts too; of the whole library there is one thing to press", async () => {
    const html = await (await fetch(`${site.origin}${nothing}`)).text();
    expect(html).toContain("Sem “Testados há pouco”: ");
    expect(html).toMatch(/href="\/prompts\?q=receita&amp;llm=6"[^>]*>(<[^>]*>)*Remover “Testados há pouco”/);
    const { page, close } = await visit(browser, site.origin);
    await page.goto("/prompts?funciona=hoje");
    await page.getByRole("region", { name: /^Sem “Testados há pouco”: \d+ prompts$/ }).waitFor();
    await expect.poll(() => link(page, "Remover “Testados há pouco”").count()).toBe(0);
    await link(page, "Limpar filtros").click();
    await page.waitForURL("**/prompts");
    await close();
  });

  test("words that no prompt has lead on to what the library has", async () => {
    const { page, close } = await visit(browser, site.origin);
    await page.goto("/prompts?q=xyzzyplugh&funciona=hoje");
    await page.getByRole("heading", { name: "Os mais curtidos" }).waitFor();
    await expect.poll(() => page.getByRole("region", { name: /^Sem “Testados/ }).count()).toBe(0);
    await close();
  });
});

describe("while it loads", () => {
  test("home shows 6 cards' shapes, the library 12, the profile 4", async () => {
    const member = await visitAs(ana, browser, site.origin);
    const { page } = member;
    await page.goto("/terms-of-use");
    await page.getByRole("button", { name: /^Conta de/ }).waitFor();
    await page.route(/\/api\/(prompts|users)/, () => undefined);
    await link(page, "Home").click();
    await expect.poll(() => skeletons(page).count()).toBe(6);
    await link(page, "Prompts").click();
    await expect.poll(() => skeletons(page).count()).toBe(12);
    await page.getByRole("button", { name: /^Conta de/ }).click();
    await page.getByRole("menuitem", { name: "Seu Perfil" }).click();
    await expect.poll(() => skeletons(page).count()).toBe(4);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await member.close();
  });

  test("a prompt's own page shows its shape", async () => {
    const { page } = visitor;
    await page.goto("/prompts");
    await page.route("**/api/prompts/*", () => undefined);
    await page
      .getByRole("link", { name: /^Ver Prompt/ })
      .first()
      .click();
    await page.getByRole("status").getByText("Carregando prompt…").waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("the page before stays, nothing of the pagination can be pressed, and then the next is there", async () => {
    const { page } = visitor;
    await page.goto("/prompts?sort=newest");
    await page.getByText("Mostrando 1 a 12 de 37 resultados").waitFor();
    const release = await holdBack(page, "**/api/prompts?page=2*");
    await link(page, "Próxima página").click();
    const steps = page.getByRole("navigation", { name: "Paginação" }).getByRole("link");
    await expect.poll(() => page.locator("[aria-busy=true] article").count()).toBe(12);
    for (const step of await steps.all())
      await expect.poll(() => step.getAttribute("aria-disabled")).toBe("true");
    // By script, as the page is still gliding to its top.
    await steps.last().evaluate((step: HTMLElement) => step.click());
    expect(new URL(page.url()).search).toBe("?sort=newest&page=2");
    release();
    await page.getByText("Mostrando 13 a 24 de 37 resultados").waitFor();
    await expect.poll(() => steps.first().getAttribute("aria-disabled")).toBeNull();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("a button whose call runs keeps its place and its focus, and is not pressed twice", async () => {
    const { page } = visitor;
    await page.goto("/forgot-password");
    let calls = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/auth/v1/recover*", async (route) => {
      calls += 1;
      await held;
      await route.fulfill({ json: {} });
    });
    await page.getByLabel("E-mail").fill("ninguem@example.com");
    const send = page.getByRole("button", { name: "Enviar link de recuperação" });
    await send.click();
    await expect.poll(() => send.getAttribute("aria-busy")).toBe("true");
    await send.click({ force: true });
    await page.keyboard.press("Enter");
    await expect.poll(() => hasFocus(send)).toBe(true);
    release();
    await page.getByRole("heading", { name: "Verifique seu e-mail" }).waitFor();
    expect(calls).toBe(1);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});

describe("paging", () => {
  test("changing the page scrolls smoothly to the top, and at once for who prefers no motion", async () => {
    for (const [reducedMotion, behavior] of [
      ["no-preference", "smooth"],
      ["reduce", "instant"],
    ] as const) {
      const { page } = visitor;
      await page.emulateMedia({ reducedMotion });
      await page.goto("/prompts");
      await page.evaluate(() => {
        const scrolls: unknown[] = [];
        Object.assign(window, { scrolls });
        const scrollTo = window.scrollTo.bind(window) as (options: ScrollToOptions) => void;
        window.scrollTo = (options?: unknown) => {
          scrolls.push(options);
          scrollTo(options as ScrollToOptions);
        };
      });
      await link(page, "Página 3").click();
      await page.getByText("Mostrando 25 a 36 de 37 resultados").waitFor();
      expect(await page.evaluate(() => (window as unknown as { scrolls: unknown[] }).scrolls)).toContainEqual(
        {
          top: 0,
          behavior,
        },
      );
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    }
    await visitor.page.emulateMedia({ reducedMotion: null });
  });

  test("the last page ends at the total; previous and next are disabled at the ends; one page has no bar", async () => {
    const { page } = visitor;
    await page.goto("/prompts?page=4");
    await page.getByText("Mostrando 37 a 37 de 37 resultados").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Próxima página" }).isDisabled()).toBe(true);
    await page.goto("/prompts");
    await expect.poll(() => page.getByRole("button", { name: "Página anterior" }).isDisabled()).toBe(true);
    await page.goto("/prompts?q=37");
    await page.getByRole("heading", { name: "Receita número 37" }).waitFor();
    await expect.poll(() => page.getByRole("navigation", { name: "Paginação" }).count()).toBe(0);
  });

  test("while the cards of another filter are loading, those of the last one cannot be pressed", async () => {
    const { page } = visitor;
    await page.goto("/prompts");
    await page.getByText("Mostrando 1 a 12 de 37 resultados").waitFor();
    const release = await holdBack(page, "**/api/prompts?*");
    await page.getByLabel("Ordenar por").selectOption("views");
    await page.waitForURL("**/prompts?sort=views");
    await page.locator("[inert] article").first().waitFor();
    const pressable = page.locator("main article:not([inert] *)");
    await expect.poll(() => pressable.count()).toBe(0);
    release();
    await expect.poll(() => pressable.count()).toBe(12);
    await page.unroute("**/api/prompts?*");
  });

  test("any change of a filter leads to the first page", async () => {
    const { page } = visitor;
    for (const [change, address] of [
      [() => page.getByLabel("Ordenar por").selectOption("views"), "sort=views"],
      [() => page.getByLabel("Ferramenta de IA").selectOption({ label: "Claude" }), "llm=6"],
      [() => page.getByRole("searchbox").fill("receita"), "q=receita"],
    ] as const) {
      await page.goto("/prompts?page=2");
      await page.getByText("Mostrando 13 a 24 de 37 resultados").waitFor();
      await change();
      await page.waitForURL(`**/prompts?${address}`);
      await page.getByText("Mostrando 1 a 12 de 37 resultados").waitFor();
    }
  });
});

describe("time", () => {
  test("the wait for another mail counts down from 5:00, survives a reload, and ends", async () => {
    const { page } = visitor;
    await page.route("**/api/auth/resend-verification", (route) =>
      route.fulfill({ json: { message: "ok" } }),
    );
    await page.goto("/registration-success?email=ana%40example.com");
    await page.getByRole("button", { name: "Reenviar e-mail" }).click();
    const waiting = page.getByRole("button", { name: /^Aguarde/ });
    await page.getByRole("button", { name: /^Aguarde (5:00|4:5\d)$/ }).waitFor();
    await expect.poll(() => waiting.isDisabled()).toBe(true);
    // The call has ended: two minutes on, it would have taken too long.
    await page.getByText("Email reenviado com sucesso!").first().waitFor();
    await page.clock.fastForward(120_000);
    await page.getByRole("button", { name: /^Aguarde (3:00|2:[0-5]\d)$/ }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: /^Aguarde 2:[0-5]\d$/ }).waitFor();
    await page.clock.fastForward(180_000);
    await expect.poll(() => page.getByRole("button", { name: "Reenviar e-mail" }).isEnabled()).toBe(true);
    await page.unrouteAll();
  });

  test("one toast at a time, for five seconds; pulled aside by 50 pixels it goes, by less it stays", async () => {
    const { page } = visitor;
    await page.goto("/prompts");
    const toasts = page.locator("li[data-state=open]");
    const like = page.getByRole("button", { name: /^Curtir/ }).first();
    await like.click();
    await toasts.getByText("Faça login para curtir prompts").waitFor();
    await page.getByRole("button", { name: "Favoritar" }).first().click();
    await toasts.getByText("Faça login para favoritar prompts").waitFor();
    await expect.poll(() => toasts.count()).toBe(1);
    await page.mouse.move(0, 0);
    await freeze(page);
    await like.click();
    await page.mouse.move(0, 0);
    await toasts.getByText("Faça login para curtir prompts").waitFor();
    await page.clock.runFor(4900);
    await expect.poll(() => toasts.count()).toBe(1);
    await page.clock.runFor(200);
    await expect.poll(() => toasts.count()).toBe(0);

    for (const [distance, left] of [
      [40, 1],
      [60, 0],
    ] as const) {
      await like.click();
      const box = await toasts.getByText("Login necessário").boundingBox();
      if (!box) throw new Error("the toast is not on the screen");
      await page.mouse.move(box.x + 5, box.y + 5);
      await page.mouse.down();
      await page.mouse.move(box.x + 25, box.y + 5);
      await page.mouse.move(box.x + 5 + distance, box.y + 5, { steps: 3 });
      await page.mouse.up();
      await expect.poll(() => toasts.count()).toBe(left);
    }
    await page.clock.resume();
  });

  test("a tooltip comes after 700 ms, and at once when another has just gone", async () => {
    const { page } = visitor;
    await page.goto("/prompts");
    await page.getByRole("article").first().waitFor();
    const tooltip = page.getByRole("tooltip", { name: "Adicionar aos favoritos" });
    const favourite = page.getByRole("button", { name: "Favoritar" });
    await favourite.first().scrollIntoViewIfNeeded();
    await page.mouse.move(0, 0);
    await freeze(page);
    await favourite.nth(0).hover();
    await page.clock.runFor(690);
    await expect.poll(() => tooltip.count()).toBe(0);
    await page.clock.runFor(20);
    await tooltip.waitFor();
    await page.mouse.move(0, 0);
    await page.clock.runFor(110);
    await tooltip.waitFor({ state: "detached" });
    await page.clock.runFor(200);
    await favourite.nth(1).hover();
    await page.clock.runFor(10);
    await tooltip.waitFor();
    await page.mouse.move(0, 0);
    await page.clock.runFor(110);
    await tooltip.waitFor({ state: "detached" });
    await page.clock.runFor(310);
    await favourite.nth(1).hover();
    await page.clock.runFor(690);
    await expect.poll(() => tooltip.count()).toBe(0);
    await page.clock.resume();
  });

  test("the carousel has five slides, moves on every 5 s, holds under pointer and focus, and by its arrows and dots", async () => {
    const { page } = visitor;
    await page.goto("/");
    const carousel = page.getByRole("region", { name: "O que você encontra na Prompteca" });
    const dots = carousel.getByRole("button", { name: /^Ir para o slide/ });
    const shown = () => carousel.locator("button[aria-current=true]").getAttribute("aria-label");
    await expect.poll(() => carousel.getByRole("button", { name: "Próximo slide" }).isEnabled()).toBe(true);
    await expect.poll(() => dots.count()).toBe(5);
    await freeze(page);
    const first = await shown();
    await page.mouse.move(0, 0);
    await page.clock.runFor(5000);
    await expect.poll(shown).not.toBe(first);

    await carousel.hover();
    const held = await shown();
    await page.clock.runFor(15_000);
    await expect.poll(() => shown()).toBe(held);
    await carousel.getByRole("button", { name: "Próximo slide" }).click();
    await expect.poll(shown).not.toBe(held);
    await carousel.getByRole("button", { name: "Slide anterior" }).click();
    await expect.poll(shown).toBe(held);
    await dots.nth(4).click();
    await expect.poll(shown).toContain("slide 5");
    await page.mouse.move(0, 0);
    await page.clock.runFor(4900);
    await expect.poll(() => shown()).toContain("slide 5");
    await page.clock.runFor(200);
    await expect.poll(shown).toContain("slide 1");

    await page.keyboard.press("Tab");
    await carousel.getByRole("button", { name: "Pausar carrossel" }).focus();
    await page.clock.runFor(15_000);
    await expect.poll(() => shown()).toContain("slide 1");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Explorar Prompts" }).first().focus();
    await page.clock.runFor(15_000);
    await expect.poll(() => shown()).toContain("slide 1");
    await page.clock.resume();
  });

  test("for who prefers no motion the carousel stays, and its arrows still work", async () => {
    const still = await visit(browser, site.origin, { reducedMotion: "reduce" });
    const { page } = still;
    await page.clock.install();
    await page.goto("/");
    const carousel = page.getByRole("region", { name: "O que você encontra na Prompteca" });
    const shown = () => carousel.locator("button[aria-current=true]").getAttribute("aria-label");
    const next = carousel.getByRole("button", { name: "Próximo slide" });
    await expect.poll(() => next.isEnabled()).toBe(true);
    await page.clock.fastForward(20_000);
    await expect.poll(() => shown()).toContain("slide 1");
    await next.click();
    await expect.poll(shown).toContain("slide 2");
    await still.close();
  });

  test("how long ago a prompt was made keeps up with the clock", async () => {
    const { page } = visitor;
    await page.goto("/prompts?q=37");
    const time = page.getByRole("article").locator("time");
    // Alive: data that no component has taken over yet would be thrown away within the hour.
    await page.getByRole("button", { name: /^Curtir/ }).click();
    await page.getByText("Faça login para curtir prompts").first().waitFor();
    // The server's time is told in whole minutes.
    await page.clock.fastForward("01:01:00");
    await expect.poll(() => time.textContent()).toMatch(/^há [12] horas?$/);
  });
});

describe("addresses that only lead elsewhere, from within the site", () => {
  test.each([
    ["/login?next=%2Fsubmit", "/auth?next=%2Fsubmit", "Entre para enviar seu prompt"],
    ["/auth-page", "/auth", "Entre na Prompteca"],
  ])("%s leads to %s", async (from, to, title) => {
    const { page } = visitor;
    await page.goto("/terms-of-use");
    await page.evaluate((path) => {
      history.pushState(null, "", path);
    }, from);
    await page.waitForURL(site.origin + to);
    await page.getByRole("heading", { name: title }).waitFor();
  });

  test("who is logged in is led from /auth to the start, and from a protected page that they came for to it", async () => {
    const member = await visitAs(ana, browser, site.origin);
    await member.page.goto("/auth");
    await member.page.waitForURL(`${site.origin}/`);
    await member.page.goto("/auth?tab=register&next=%2Fprompts%3Fq%3D37");
    await member.page.waitForURL("**/prompts?q=37");
    await member.close();
  });
});
