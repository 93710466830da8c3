/**
 * The main job in browsers other than Chromium: Firefox, and WebKit, the engine of Safari. They come from Debian, not from npm,
 * so `npm run test:browsers` runs this apart, and says "not run" about a browser that is not installed.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { step } from "#tests/support/journey.ts";
import { createMember, type Member } from "#tests/support/members.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";
import { findFirefox, startFirefox } from "./firefox.ts";
import { type Person, personAt } from "./person.ts";
import type { Session } from "./webdriver.ts";
import { findWebKit, startWebKit } from "./webkit.ts";

const SIZES = [
  { place: "a desk", width: 1440, height: 900, narrow: false },
  { place: "a phone", width: 360, height: 740, narrow: true },
];

const BROWSERS = [
  {
    name: "Firefox",
    packages: "firefox-esr",
    start: () => {
      const program = findFirefox();
      return program ? startFirefox(program) : undefined;
    },
  },
  {
    name: "WebKit",
    packages: "webkit2gtk-driver xvfb",
    start: () => {
      const programs = findWebKit();
      return programs ? startWebKit(programs) : undefined;
    },
  },
];

const CONTENT = "Explique este [trecho de código] como uma professora paciente, em português do Brasil.";

/** The key Ctrl, pressed until the next NULL. */
const PASTE = "\uE009v\uE000";

/** Whether the title below the tiles of the first slide is inside of the carousel. */
const SLIDE_IN_CAROUSEL = `const slide = document.querySelector("[aria-roledescription=slide] a");
  const { bottom } = slide.closest("section").getBoundingClientRect();
  return slide.getBoundingClientRect().bottom <= bottom;`;

const NEXT_SLIDE = "button[aria-label='Próximo slide']";

/** Whether another slide than the first stands where the carousel is. */
const NEXT_SLIDE_STANDS = `const slides = [...document.querySelectorAll("[aria-roledescription=slide]")];
  const shown = slides.findIndex((slide) => !slide.inert);
  const { right } = slides[shown].getBoundingClientRect();
  return shown > 0 && Math.abs(slides[shown].closest("section").getBoundingClientRect().right - right) < 3;`;

/** Name of the person of each run; everyone likes and publishes once. */
const NAMES = ["Beto", "Caio", "Dora", "Elza"];

let site: TestSite;
let folder: string;
let picture: string;

beforeAll(async () => {
  site = await startTestSite();
  const ana = await createMember(site, "Ana Maria");
  await ana.publish("Receita de bolo", "Escreva a receita de um bolo de fubá, com medidas em xícaras.", {
    llm_type_id: 1,
  });
  await ana.publish("Código limpo em português", CONTENT);
  folder = await makeTestFolder();
  picture = join(folder, "resultado.png");
  const [, data = ""] = (await pictureDataUrl("#2b6f5b", 900, 700)).split(",");
  await writeFile(picture, Buffer.from(data, "base64"));
});
afterAll(async () => {
  await site?.close();
  if (folder) await removeTestFolder(folder);
});

describe.each(BROWSERS)("$name", ({ name, packages, start }) => {
  let session: Session | undefined;
  beforeAll(async () => {
    session = await start();
  });
  afterAll(() => session?.close());

  test.for(SIZES)("find, copy, like and publish at $place", async ({ width, height, narrow }, context) => {
    if (!session) return context.skip(`${name} is not installed here (Debian: apt-get install ${packages})`);
    await session.resize(width, height);
    const member = await createMember(site, NAMES.shift() ?? "");
    await mainJourney(personAt(session, site.origin), member, narrow);
    expect(await session.complaints()).toEqual([]);
  });
});

async function mainJourney(person: Person, member: Member, narrow: boolean): Promise<void> {
  const fits = () =>
    person.expectOf(
      "const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth",
      0,
    );

  await step("the home page opens, in both themes", async () => {
    await person.open("/");
    await person.find("heading", "Encontre e compartilhe prompts poderosos");
    await fits();
    await person.expectOf(SLIDE_IN_CAROUSEL, true);
    await person.expectOf(`return document.querySelector("${NEXT_SLIDE}").disabled`, false);
    // By script: WebKit's driver finds no point to press here, although there is one.
    await person.run(`document.querySelector("${NEXT_SLIDE}").click()`);
    await person.expectOf(NEXT_SLIDE_STANDS, true);
    for (const [theme, scheme] of [
      ["Escuro", "dark"],
      ["Claro", "light"],
    ] as const) {
      await person.press("button", "Tema");
      await person.press("menuitemradio", theme);
      await person.expectOf("return getComputedStyle(document.documentElement).colorScheme", scheme);
      await fits();
    }
  });

  await step("the menu leads to the library, which a tool and a word narrow down", async () => {
    if (narrow) await person.press("button", "Abrir menu");
    await person.press("link", "Prompts");
    await person.find("heading", "Receita de bolo");
    await fits();
    await person.choose("Ferramenta de IA", "Claude");
    await person.expectOf("return location.search", "?llm=6");
    await person.fill("searchbox", "Buscar", "codigo");
    await person.expectOf("return new URLSearchParams(location.search).get('q')", "codigo");
    await person.expectOf("return document.querySelectorAll('article').length", 1);
    await person.press("link", /^Ver Prompt/);
    await person.find("heading", "Código limpo em português");
    await fits();
  });

  await step("a prompt is copied, and can be pasted", async () => {
    await person.press("button", "Copiar prompt");
    await person.read("Prompt copiado");
    await person.open("/prompts");
    await person.type("searchbox", "Buscar", PASTE);
    await person.expectOf("return document.querySelector('[type=search]').value", CONTENT);
  });

  await step("a member logs in", async () => {
    await person.open("/auth?next=%2F");
    await fits();
    await person.expectOf(
      "return getComputedStyle(document.querySelector('main form a')).textDecorationLine",
      "underline",
    );
    await person.fill("textbox", "E-mail", member.email);
    await person.fill("textbox", "Senha", PASSWORD);
    await person.press("button", "Entrar");
    await person.expectOf("return location.pathname", "/");
  });

  await step("likes, and keeps as a favourite", async () => {
    await person.open("/prompts?q=codigo");
    await person.press("link", /^Ver Prompt/);
    await person.press("button", /^Curtir/);
    await person.find("button", /^Remover curtida|^Descurtir|Curtida/);
    await person.press("button", /^Favoritar/);
    await person.read("Adicionado aos favoritos");
  });

  const title = `Caderno de ${member.username}`;
  await step("publishes a prompt with a picture, and sees it", async () => {
    await person.open("/submit");
    await fits();
    await person.fill("textbox", /^Título/, title);
    await person.fill(
      "textbox",
      /^Prompt/,
      "Desenhe um caderno de receitas da avó, à mão, com manchas de café.",
    );
    await person.choose("Ferramenta de IA", "Midjourney");
    await person.attach(picture);
    await person.find("button", "Remover imagem");
    await person.press("button", "Enviar Prompt");
    await person.read("Seu prompt foi enviado com sucesso");
    await person.open("/prompts?sort=newest");
    await person.find("heading", title);
    await person.expectOf(
      "const image = document.querySelector('article img'); return image.complete && image.naturalWidth > 0",
      true,
    );
    await person.open("/profile");
    await person.find("heading", title);
    await fits();
  });

  await step("logs out, and Back brings nothing of the account", async () => {
    await person.open("/settings");
    await person.find("button", "Excluir minha conta");
    await person.open("/prompts");
    await person.press("button", narrow ? "Abrir menu" : /^Conta de/);
    await person.press(narrow ? "button" : "menuitem", "Sair");
    await person.read("Você saiu da sua conta.");
    await person.expectOf(
      "return Object.keys(localStorage).filter((key) => /auth(?!-left)/.test(key)).length",
      0,
    );
    await person.back();
    // Asked for a login, or, where the browser has kept the page, led home.
    await person.expectOf("return ['/', '/auth'].includes(location.pathname)", true);
    if (!narrow) await person.find("link", "Entrar");
    await person.expectOf(
      "return document.documentElement.innerHTML.includes(arguments[0])",
      false,
      member.email,
    );
  });
}
