/** A failing and a slow network on every screen: people see what happened and the way on. */
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { holdBack, launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { linkIn } from "#tests/support/smtp.ts";
import { closeToast, toastIn } from "#tests/support/toasts.ts";
import { PASSWORD } from "#tests/support/users.ts";

const NO_ANSWER = "Não foi possível falar com o servidor. Verifique sua conexão e tente novamente.";
const BROKEN = "Algo deu errado do nosso lado. Tente novamente em instantes.";
const NO_WORDS = "O site não conseguiu responder agora. Tente novamente em instantes.";
const TOO_SLOW = "O site demorou demais para responder. Verifique sua conexão e tente novamente.";

const HTML = "<!doctype html><title>proxy</title><h1>It works</h1>";

interface Fault {
  name: string;
  answer: (route: Route) => Promise<void> | void;
  /** Message of our own calls, and of those of the sign-in client. */
  told: string;
  toldBySignIn: string;
  /** Message of a list of prompts, where it is another. */
  toldOfList?: string;
}

const faults: Fault[] = [
  { name: "dropped", answer: (route) => route.abort(), told: NO_ANSWER, toldBySignIn: NO_ANSWER },
  {
    name: "answered 500",
    answer: (route) => route.fulfill({ status: 500, json: { message: BROKEN, code: "internal_error" } }),
    told: BROKEN,
    toldBySignIn: NO_ANSWER,
    toldOfList: "Erro ao carregar prompts",
  },
  {
    name: "answered with HTML",
    answer: (route) => route.fulfill({ contentType: "text/html", body: HTML }),
    told: NO_ANSWER,
    toldBySignIn: NO_ANSWER,
  },
  {
    name: "answered 502 with HTML",
    answer: (route) => route.fulfill({ status: 502, contentType: "text/html", body: HTML }),
    told: NO_WORDS,
    toldBySignIn: NO_ANSWER,
  },
  { name: "never answered", answer: () => undefined, told: TOO_SLOW, toldBySignIn: NO_ANSWER },
];

let site: TestSite;
let browser: Browser;
let ana: Member;
let visitor: Visitor;
let prompt: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  prompt = await ana.publish("Cordel da inteligência");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
afterEach(async () => {
  const own = /Failed to load resource|Failed to load module script|net::ERR_/;
  const complaints = visitor.complaints.filter((text) => !own.test(text));
  await visitor.close();
  expect(complaints).toEqual([]);
});

async function open(path: string, as?: Member): Promise<Page> {
  visitor = await (as ? visitAs(as, browser, site.origin) : visit(browser, site.origin));
  await visitor.page.clock.install();
  await visitor.page.goto(path);
  // Alive: what the server cannot know has been found out.
  await visitor.page.waitForFunction(() => document.readyState === "complete");
  if (as) await visitor.page.getByRole("button", { name: /^Conta de/ }).waitFor();
  return visitor.page;
}

/** Lets every fault befall a request in turn, each after the person has done `act`, and then lets it through. */
async function withEachFault(
  page: Page,
  pattern: string,
  act: () => Promise<void>,
  see: (fault: Fault) => Promise<void>,
): Promise<void> {
  let before: Fault | undefined;
  for (const fault of faults) {
    const asked = page.waitForRequest(pattern);
    await page.route(pattern, fault.answer);
    // Not sooner: a page that finds the site well in between asks again by itself.
    if (before) await page.unroute(pattern, before.answer);
    before = fault;
    await act();
    await asked;
    if (fault.name === "never answered") await page.clock.fastForward(31_000);
    await see(fault);
  }
  await page.unroute(pattern);
}

/** A page that finds the site well asks again by itself: now nothing comes before somebody has pressed. */
const untilPressed = (page: Page) => page.route("**/readyz", (route) => route.fulfill({ status: 503 }));

/** The one toast there is; closes it, so that the next is another. */
async function seeToast(page: Page, title: string, description: string): Promise<void> {
  const toast = toastIn(page).filter({ hasText: title });
  await toast.getByText(description, { exact: true }).waitFor();
  await closeToast(toast);
}

const tryAgain = (page: Page) => page.getByRole("button", { name: "Tentar novamente" });

describe("what a page shows", () => {
  test("trending prompts that do not come are told, and asked for again", async () => {
    const page = await open("/terms-of-use");
    await untilPressed(page);
    let act = () => page.getByRole("link", { name: "Home" }).first().click();
    await withEachFault(
      page,
      "**/api/prompts/top",
      () => act(),
      async ({ told, toldOfList = told }) => {
        await page.getByRole("alert").getByText(toldOfList, { exact: true }).waitFor();
        act = () => tryAgain(page).click();
      },
    );
    await tryAgain(page).click();
    await page.getByRole("heading", { name: "Cordel da inteligência" }).waitFor();
  });

  test("a library page that does not come is told, and the page can be loaded again", async () => {
    const page = await open("/prompts");
    await untilPressed(page);
    let tool = 1;
    await withEachFault(
      page,
      "**/api/prompts?*",
      async () => void (await page.getByLabel("Ferramenta de IA").selectOption(String(tool++))),
      ({ told, toldOfList = told }) =>
        page.getByRole("alert").getByText(toldOfList, { exact: true }).waitFor(),
    );
    await Promise.all([page.waitForEvent("load"), tryAgain(page).click()]);
    await page.getByText("Não encontramos nenhum prompt com esses filtros.").waitFor();
    expect(new URL(page.url()).search).toBe(`?llm=${tool - 1}`);
  });

  test("a prompt that does not come is told, and asked for again", async () => {
    const page = await open("/prompts");
    await untilPressed(page);
    let act = () => page.getByRole("link", { name: /^Ver Prompt/ }).click();
    await withEachFault(
      page,
      `**/api/prompts/${prompt}`,
      () => act(),
      async () => {
        const told = page.getByRole("alert").getByText("Erro ao carregar detalhes do prompt");
        // Asked once more by itself, after a second, before it is given up.
        await expect
          .poll(
            async () => {
              await page.clock.fastForward(2000);
              return told.count();
            },
            { interval: 20 },
          )
          .toBe(1);
        act = () => tryAgain(page).click();
      },
    );
    await tryAgain(page).click();
    await page.getByRole("heading", { level: 1, name: "Cordel da inteligência" }).waitFor();
  });

  test("a member's list that does not come is told, and asked for again", async () => {
    const page = await open("/terms-of-use", ana);
    await untilPressed(page);
    let act = async () => {
      await page.getByRole("button", { name: /^Conta de/ }).click();
      await page.getByRole("menuitem", { name: "Seu Perfil" }).click();
    };
    await withEachFault(
      page,
      "**/api/users/*/prompts?*",
      () => act(),
      async ({ told, toldOfList = told }) => {
        await page.getByRole("alert").getByText(toldOfList, { exact: true }).waitFor();
        act = () => tryAgain(page).click();
      },
    );
    await tryAgain(page).click();
    await page.getByRole("heading", { name: "Cordel da inteligência" }).waitFor();
  });

  test("once the site answers again, what failed comes by itself", async () => {
    const page = await open("/terms-of-use");
    await page.route("**/api/prompts/top", (route) => route.abort());
    await page.getByRole("link", { name: "Home" }).first().click();
    await page.getByRole("alert").getByText(NO_ANSWER).waitFor();
    await page.unrouteAll();
    await page.clock.fastForward(6000);
    await page.getByRole("heading", { name: "Cordel da inteligência" }).waitFor();
  });

  test("a picture that does not come gives way to a tile", async () => {
    const page = await open("/terms-of-use");
    await page.route("**/media/*", (route) => route.abort());
    await page.getByRole("link", { name: "Prompts", exact: true }).first().click();
    const card = page.getByRole("article").first();
    await card.locator("svg.tile").waitFor();
    await expect.poll(() => card.locator("img").count()).toBe(0);
  });

  test("a view that is not counted is nobody's trouble", async () => {
    const page = await open("/prompts");
    for (const { name, answer } of faults.slice(0, 4)) {
      const asked = page.waitForRequest(`**/api/prompts/${prompt}/view`);
      await page.route(`**/api/prompts/${prompt}/view`, answer);
      await page.getByRole("link", { name: /^Ver Prompt/ }).click();
      await asked;
      await page.getByRole("heading", { level: 1, name: "Cordel da inteligência" }).waitFor();
      await expect.poll(() => page.getByRole("alert").count(), { message: name }).toBe(0);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.getByRole("link", { name: "Voltar para a lista" }).click();
    }
  });
});

describe("what a person does", () => {
  test("a like and a favourite that fail are told and taken back, and work afterwards", async () => {
    const page = await open("/prompts", ana);
    const failed = () => seeToast(page, "Erro", "Ocorreu um erro ao processar sua ação");
    for (const [name, path, done] of [
      [/^Curtir/, "like", "Prompt curtido com sucesso"],
      [/^Favoritar/, "favorite", "Prompt adicionado aos favoritos"],
    ] as const) {
      const button = page.getByRole("article").getByRole("button", { name });
      const before = await button.textContent();
      await withEachFault(
        page,
        `**/api/prompts/${prompt}/${path}`,
        async () => {
          await button.click();
          // Shown at once, before any answer.
          await expect.poll(() => button.getAttribute("aria-pressed")).toBeOneOf(["true", "false"]);
        },
        async () => {
          await failed();
          await expect.poll(() => button.getAttribute("aria-pressed")).toBe("false");
          await expect.poll(() => button.textContent()).toBe(before);
          await expect.poll(() => button.getAttribute("aria-busy")).toBeNull();
        },
      );
      await button.click();
      await seeToast(page, "Sucesso", done);
      await expect.poll(() => button.getAttribute("aria-pressed")).toBe("true");
    }
  });

  test("a login that fails is told, keeps what was typed, and works afterwards", async () => {
    const page = await open("/auth");
    const email = page.getByLabel("E-mail");
    const password = page.getByLabel("Senha", { exact: true });
    const send = page.getByRole("tabpanel").getByRole("button", { name: "Entrar", exact: true });
    await email.fill(ana.email);
    await password.fill(PASSWORD);
    await withEachFault(
      page,
      "**/auth/v1/token*",
      () => send.click(),
      async ({ toldBySignIn }) => {
        await seeToast(page, "Falha no login", toldBySignIn);
        expect([await email.inputValue(), await password.inputValue()]).toEqual([ana.email, PASSWORD]);
        await expect.poll(() => send.getAttribute("aria-busy")).toBeNull();
      },
    );
    await send.click();
    await page.getByRole("button", { name: "Conta de Ana Maria" }).waitFor();
  });

  test("a registration that fails is told, keeps what was typed, and works afterwards", async () => {
    const page = await open("/auth?tab=register");
    const form = page.getByRole("tabpanel");
    const send = form.getByRole("button", { name: "Cadastrar", exact: true });
    await form.getByLabel("Nome de usuário").fill("Bia Lima");
    await form.getByLabel("E-mail").fill("bia@example.com");
    await form.getByLabel("Senha", { exact: true }).fill(PASSWORD);
    await form.getByLabel("Confirmar senha").fill(PASSWORD);
    await form.getByRole("checkbox").check();
    await withEachFault(
      page,
      "**/auth/v1/signup*",
      () => send.click(),
      async ({ toldBySignIn }) => {
        await seeToast(page, "Falha no cadastro", toldBySignIn);
        await expect.poll(() => form.getByLabel("Nome de usuário").inputValue()).toBe("Bia Lima");
        await expect.poll(() => form.getByLabel("Confirmar senha").inputValue()).toBe(PASSWORD);
        await expect.poll(() => form.getByRole("checkbox").isChecked()).toBe(true);
      },
    );
    // Whether the name is taken could not be said: the registration itself decides.
    const unsaid = { status: 500, json: { message: BROKEN, code: "internal_error" } };
    await page.route("**/api/auth/check-user-exists", (route) => route.fulfill(unsaid));
    await send.click();
    await page.waitForURL("**/registration-success?email=bia%40example.com");
  });

  test("a confirmation mail that is not sent again is told, and can be asked for at once", async () => {
    const page = await open("/registration-success?email=bia%40example.com");
    const resend = page.getByRole("button", { name: "Reenviar e-mail" });
    await withEachFault(
      page,
      "**/api/auth/resend-verification",
      () => resend.click(),
      ({ told }) => seeToast(page, "Erro ao reenviar email", told),
    );
    await expect.poll(() => resend.isEnabled()).toBe(true);
  });

  test("a recovery mail that is not sent is told, keeps the address, and works afterwards", async () => {
    const page = await open("/forgot-password");
    const send = page.getByRole("button", { name: "Enviar link de recuperação" });
    await page.getByLabel("E-mail").fill(ana.email);
    await withEachFault(
      page,
      "**/auth/v1/recover*",
      () => send.click(),
      async ({ toldBySignIn }) => {
        await seeToast(page, "Erro ao enviar e-mail de recuperação", toldBySignIn);
        await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe(ana.email);
      },
    );
    await send.click();
    await page.getByRole("heading", { name: "Verifique seu e-mail" }).waitFor();
  });

  test("a new password that does not get through is told, keeps what was typed, and works afterwards", async () => {
    const { email } = await createMember(site, "Lia Prado");
    await site.post("/auth/v1/recover", { email });
    const link = linkIn(await site.mails.waitFor(email));
    const page = await open(link.pathname + link.search);
    const send = page.getByRole("button", { name: "Redefinir senha" });
    await page.getByLabel("Nova senha").fill("Pitanga-vermelha-9");
    await page.getByLabel("Confirmar senha").fill("Pitanga-vermelha-9");
    await withEachFault(
      page,
      "**/api/auth/reset-password",
      () => send.click(),
      async ({ told }) => {
        await seeToast(page, "Erro ao redefinir senha", told);
        await expect.poll(() => page.getByLabel("Nova senha").inputValue()).toBe("Pitanga-vermelha-9");
      },
    );
    await page.getByLabel("Nova senha").fill(PASSWORD);
    await page.getByLabel("Confirmar senha").fill(PASSWORD);
    await send.click();
    await page.getByText("A nova senha deve ser diferente da atual.").first().waitFor();
  });

  test.each(faults)("a confirmation that is $name is told, with a way on", async ({ name, answer, told }) => {
    visitor = await visit(browser, site.origin);
    const { page } = visitor;
    await page.clock.install();
    await page.route("**/api/auth/mailed-link", answer);
    const asked = page.waitForRequest("**/api/auth/mailed-link");
    await page.goto("/verify-email?token_hash=abc&type=email");
    await asked;
    if (name === "never answered") {
      await page.getByText("Só um instante…").waitFor();
      await page.clock.fastForward(31_000);
    }
    await page.getByRole("heading", { name: "Falha na Verificação" }).waitFor();
    await page.getByRole("alert").getByText(told).waitFor();
    await page.getByRole("link", { name: "Ir para o login" }).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await tryAgain(page).click();
    await page.getByRole("alert").getByText("O link é inválido ou expirou. Solicite um novo.").waitFor();
    await expect.poll(() => tryAgain(page).count()).toBe(0);
  });

  test("a pressed confirmation that does not get through is told, keeps the password, and works afterwards", async () => {
    const email = "eva@example.com";
    await site.post("/auth/v1/signup", { email, password: PASSWORD, data: { username: "Eva Sol" } });
    const link = linkIn(await site.mails.waitFor(email));
    const page = await open(link.pathname + link.search);
    const password = page.getByLabel("Senha do cadastro");
    const confirm = page.getByRole("button", { name: "Confirmar meu e-mail" });
    await password.fill(PASSWORD);
    await withEachFault(
      page,
      "**/api/auth/confirm-email",
      () => confirm.click(),
      async ({ told }) => {
        await seeToast(page, "Erro ao confirmar e-mail", told);
        await expect.poll(() => password.inputValue()).toBe(PASSWORD);
      },
    );
    await confirm.click();
    await page.getByRole("heading", { name: "E-mail confirmado" }).waitFor();
  });

  test("who cannot reach the service stays logged in, and can still log out here", async () => {
    const page = await open("/terms-of-use", ana);
    await page.route("**/auth/v1/**", (route) => route.abort());
    await page.reload();
    await page.getByRole("button", { name: "Conta de Ana Maria" }).click();
    await page.getByRole("menuitem", { name: "Sair" }).click();
    await seeToast(page, "Logout bem-sucedido", "Você saiu da sua conta.");
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /auth(?!-left)/.test(key))))
      .toEqual([]);
  });
});

describe("parts that are loaded when they are needed", () => {
  test("a page whose script is missing, as after a new version, is loaded anew, once", async () => {
    const page = await open("/terms-of-use");
    let missing = 0;
    await page.route("**/assets/library.page-*.js", (route) => {
      missing += 1;
      return missing === 1 ? route.fulfill({ status: 404, json: {} }) : route.continue();
    });
    await page.getByRole("link", { name: "Prompts", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Biblioteca" }).waitFor();
    await page.getByLabel("Ordenar por").selectOption("newest");
    await page.waitForURL("**/prompts?sort=newest");
  });

  test("while a prompt's page takes its time, the search that found it stays, and does not lead back", async () => {
    const page = await open("/prompts");
    const arrive = await holdBack(page, "**/assets/prompt.page-*.js");
    await page.getByRole("searchbox").fill("cordel");
    await page.waitForURL("**/prompts?q=cordel");
    await page
      .getByRole("link", { name: /^Ver Prompt/ })
      .first()
      .click();
    await page.getByText("Carregando página…").waitFor({ state: "attached" });
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("cordel");
    arrive();
    await page.getByRole("heading", { level: 1, name: "Cordel da inteligência" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/prompts\/\d+$/);
  });

  test("a page whose script never comes can be read all the same, says so, and is not loaded in a circle", async () => {
    const page = await open("/terms-of-use");
    await page.route("**/assets/library.page-*.js", (route) => route.abort());
    await page.getByRole("link", { name: "Prompts", exact: true }).first().click();
    await page.getByText("Esta página não carregou por inteiro").waitFor();
    await page.getByRole("heading", { name: "Cordel da inteligência" }).waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Carregar novamente" }).click();
    await page.getByText("Esta página não carregou por inteiro").waitFor({ state: "detached" });
    await page.getByLabel("Ordenar por").selectOption("newest");
    await page.waitForURL("**/prompts?sort=newest");
  });

  test("without a connection the site says so, keeps what is open, and goes on when it is back", async () => {
    const page = await open("/terms-of-use");
    await page.context().setOffline(true);
    await page
      .getByRole("status")
      .getByText("Você está sem conexão. O que já abriu continua aqui.")
      .waitFor();
    await page.getByRole("link", { name: "Prompts", exact: true }).first().click();
    await page.getByRole("alert").getByText("Esta página não carregou.").waitFor();
    await tryAgain(page).click();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Termos de Uso" }).waitFor();
    await page.goForward();
    await page.getByRole("alert").getByText("Esta página não carregou.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { level: 1, name: "Biblioteca" }).waitFor();
    await expect.poll(() => page.getByText("Você está sem conexão.").count()).toBe(0);
  });

  test("a list that is asked for without a connection comes by itself when it is back", async () => {
    const page = await open("/prompts");
    await page.context().setOffline(true);
    await page.getByLabel("Ordenar por").selectOption("views");
    await page.getByRole("alert").getByText(NO_ANSWER).waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Cordel da inteligência" }).waitFor();
  });

  test("a page whose script takes long is announced, then given up", async () => {
    const page = await open("/terms-of-use");
    await page.route("**/assets/library.page-*.js", () => undefined);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByRole("link", { name: "Prompts", exact: true }).first().click();
    await page.getByText("Carregando página…").waitFor();
    await page.getByRole("heading", { level: 1, name: "Termos de Uso" }).waitFor();
    await page.route("**/readyz", (route) => route.abort());
    await page.clock.fastForward(31_000);
    await page.getByRole("alert").getByText("Esta página não carregou.").waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await tryAgain(page).click();
    await page.getByRole("heading", { level: 1, name: "Biblioteca" }).waitFor();
  });

  test("where the login dialog does not come, its page does", async () => {
    const page = await open(`/prompts/${prompt}`);
    await page.route("**/assets/auth-dialog-*.js", (route) =>
      /auth-dialog-state/.test(route.request().url()) ? route.continue() : route.abort(),
    );
    await page.getByRole("button", { name: /^Curtir/ }).click();
    await page.waitForURL(`**/auth?next=%2Fprompts%2F${prompt}`);
    await page.getByLabel("E-mail").waitFor();
  });

  test("a message needs no script of its own to be read", async () => {
    const page = await open("/prompts");
    await page.route("**/assets/toast-view-*.js", (route) => route.abort());
    await page.getByRole("button", { name: /^Curtir/ }).click();
    const message = page.getByRole("alert").filter({ hasText: "Login necessário" });
    await message.getByText("Faça login para curtir prompts").waitFor();
    await message.getByRole("button", { name: "Fechar aviso" }).click();
    await message.waitFor({ state: "detached" });
  });

  test("without its engine the carousel is a row of slides to scroll through", async () => {
    visitor = await visit(browser, site.origin);
    await visitor.page.route("**/assets/carousel-engine-*.js", (route) => route.abort());
    await visitor.page.goto("/");
    const carousel = visitor.page.getByRole("region", { name: "O que você encontra na Prompteca" });
    await carousel.getByRole("button", { name: "Próximo slide" }).waitFor({ state: "hidden" });
    await carousel.getByRole("link", { name: "Curta e favorite os que você mais usa" }).focus();
    await expect
      .poll(() =>
        carousel
          .locator(":scope > div")
          .first()
          .evaluate((box) => box.scrollLeft),
      )
      .toBeGreaterThan(100);
  });
});
