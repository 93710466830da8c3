/** Publishing by phone and at a desk: nothing goes with one tap, and a photo is small before it leaves the device. */
import type { Browser, Page, Route } from "playwright-core";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor } from "#tests/support/browser.ts";
import { draftHolds } from "#tests/support/drafts.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { visitByPhone } from "#tests/support/phone.ts";
import { pngChunk } from "#tests/support/png-chunks.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

const MB = 1024 * 1024;
const CONTENT = "Escreva uma receita de broa de fubá, passo a passo.";

let site: TestSite;
let browser: Browser;
/** As of a phone, of 12 megapixels. */
let photo: Buffer;
/** Costs the browser a fifth, and is reduced as well. */
let smallPhoto: Buffer;
beforeAll(async () => {
  [site, browser, photo, smallPhoto] = await Promise.all([
    startTestSite(),
    launchBrowser(),
    takePhoto(4000, 3000),
    takePhoto(1800, 1350),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const title = (page: Page) => page.getByLabel("Título");
const content = (page: Page) => page.getByLabel("Prompt", { exact: true });
const tool = (page: Page) => page.getByLabel("Ferramenta de IA");
const preview = (page: Page) => page.getByAltText("Prévia da imagem escolhida");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const cleared = (page: Page, name = "Formulário limpo") => page.getByRole("region", { name, exact: true });
const refusal = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
const choose = (page: Page, name: string, buffer: Buffer, mimeType: string) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer });

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } });

async function takePhoto(width: number, height: number): Promise<Buffer> {
  const grain = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const small = { width: 200, height: 150, channels: 3, background: "black" } as const;
  return sharp({ create: { ...small, noise: grain } })
    .resize(width, height)
    .jpeg({ quality: 95 })
    .toBuffer();
}

async function openForm(page: Page) {
  await page.goto("/submit");
  await title(page).waitFor();
}

async function fill(page: Page, named: string) {
  await title(page).fill(named);
  await content(page).fill(CONTENT);
  await tool(page).selectOption({ label: "Claude" });
}

/** The picture of the prompt on the page, as it arrived at the server. */
async function arrived(page: Page) {
  await page.waitForURL(/\/prompts\/\d+$/);
  const answer = await fetch(`${site.origin}/api${new URL(page.url()).pathname}`);
  const { image } = (await answer.json()) as { image: Record<"width" | "height" | "animated", unknown> };
  return image;
}

/** Holds the preparation of the next picture. @returns releases it */
async function holdPreparation(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hold = (route: Route) => promise.then(() => route.continue());
  await page.route("**/reduce-picture.worker*", hold, { times: 1 });
  return resolve;
}

/** @param uploadThroughput in bytes per second; -1 for as fast as it is */
async function slowUploads(page: Page, uploadThroughput: number) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
  await devtools.send("Network.emulateNetworkConditions", speed);
}

const openers: [string, (member: Member) => Promise<Visitor>][] = [
  ["phone", (member) => visitByPhone(browser, site.origin, member)],
  ["desk", (member) => visitAs(member, browser, site.origin, { viewport: { width: 1440, height: 900 } })],
];

describe.each(openers)("at a %s", (place, open) => {
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    visitor = await open(await createMember(site, place === "phone" ? "Ana" : "Beto"));
    page = visitor.page;
  });
  afterAll(async () => {
    expect(visitor?.complaints).toEqual([]);
    await visitor?.close();
  });

  test("Cancelar is not where one sends", async () => {
    await openForm(page);
    const [cancel, send] = await Promise.all([
      button(page, "Cancelar").boundingBox(),
      button(page, "Enviar Prompt").boundingBox(),
    ]);
    if (!cancel || !send) return expect.fail("a button is not there");
    const below = send.y - (cancel.y + cancel.height);
    const beside = send.x - (cancel.x + cancel.width);
    // Before it in reading order, and further away than a thumb is wide.
    expect(Math.max(below, beside)).toBeGreaterThanOrEqual(24);
  });

  journey("what was taken from the form comes back", async () => {
    await step("Cancelar says what went, and Desfazer brings texts, choices and picture back", async () => {
      await openForm(page);
      await fill(page, "Broa de fubá");
      await page.getByLabel("Descrição").fill("Para o café.");
      await choose(page, "broa.png", await flat(320, 240).png().toBuffer(), "image/png");
      await preview(page).waitFor();
      await draftHolds(page, "Para o café.", "broa.png");
      await button(page, "Cancelar").click();
      const gone = "O que foi apagado: título, prompt, ferramenta de IA, imagem e descrição.";
      await cleared(page).getByText(gone, { exact: true }).waitFor();
      expect(await Promise.all([title(page).inputValue(), tool(page).inputValue()])).toEqual(["", ""]);
      await expect.poll(() => preview(page).count()).toBe(0);
      // Pressed once more there is nothing to take, and the way back stays.
      await button(page, "Cancelar").click();
      await page.getByText("Não há nada para limpar").first().waitFor();
      await cleared(page).getByRole("button", { name: "Desfazer" }).click();
      await expect.poll(() => title(page).inputValue()).toBe("Broa de fubá");
      await expect.poll(() => content(page).inputValue()).toBe(CONTENT);
      await expect.poll(() => tool(page).inputValue()).toBe("6");
      await expect.poll(() => page.getByLabel("Descrição").inputValue()).toBe("Para o café.");
      await page.getByText("broa.png").waitFor();
      await preview(page).waitFor();
      await expect.poll(() => cleared(page).count()).toBe(0);
      await expect.poll(() => hasFocus(button(page, "Cancelar"))).toBe(true);
    });

    await step("the draft is back as well", async () => {
      await draftHolds(page, "Broa de fubá", "broa.png");
      await page.reload();
      await page.getByText("Recuperamos seu rascunho").waitFor();
      await expect.poll(() => title(page).inputValue()).toBe("Broa de fubá");
      await preview(page).waitFor();
    });

    await step(
      "a discarded draft and a removed picture come back too, and what was typed since stays",
      async () => {
        await button(page, "Descartar rascunho").click();
        await cleared(page, "Rascunho descartado").waitFor();
        await title(page).fill("Outro título");
        await button(page, "Desfazer").click();
        await preview(page).waitFor();
        await expect.poll(() => title(page).inputValue()).toBe("Outro título");
        await expect.poll(() => content(page).inputValue()).toBe(CONTENT);

        await button(page, "Remover imagem").click();
        await expect.poll(() => preview(page).count()).toBe(0);
        await cleared(page, "Imagem removida").getByRole("button", { name: "Desfazer" }).click();
        await preview(page).waitFor();
        await page.getByText("broa.png").waitFor();
        await button(page, "Cancelar").click();
        await cleared(page).waitFor();
      },
    );
  });

  test("a photo arrives as a file with 1,600 pixels, and the form tells how far it has come", async () => {
    await openForm(page);
    const release = await holdPreparation(page);
    await fill(page, "Foto do forno");
    await choose(page, "IMG_2041.jpg", place === "phone" ? photo : smallPhoto, "image/jpeg");
    await page.getByRole("status").filter({ hasText: "Reduzindo imagem…" }).waitFor();
    // Sent before it is prepared: it waits, can be cancelled and sent again.
    await button(page, "Enviar Prompt").click();
    await page.getByRole("progressbar", { name: "Reduzindo imagem…" }).waitFor();
    await button(page, "Cancelar envio").click();
    await page.getByText("Envio cancelado").first().waitFor();
    await button(page, "Enviar Prompt").click();
    await page.getByRole("progressbar", { name: "Reduzindo imagem…" }).waitFor();
    await expect.poll(() => button(page, "Trocar").isDisabled()).toBe(true);

    await slowUploads(page, 40 * 1024);
    const sent = page.waitForRequest((request) => /multipart/.test(request.headers()["content-type"] ?? ""));
    release();
    await page.getByText(/Enviando imagem… [1-9]\d?%/).waitFor();
    await page
      .getByRole("status")
      .filter({ hasText: /^Reduzida neste aparelho: de [\d,]+ [kM]B para [\d,]+ kB\.$/ })
      .waitFor();
    expect(await (await sent).headerValue("content-type")).toMatch(/^multipart\/form-data; boundary=/);
    await slowUploads(page, -1);
    expect(await arrived(page)).toMatchObject({ width: 1600, height: 1200, animated: false });
  });
});

describe("whatever is chosen", () => {
  let caio: Member;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    caio = await createMember(site, "Caio");
  });
  // A draft of the test before would fill the form.
  beforeEach(async () => {
    visitor = await visitAs(caio, browser, site.origin);
    page = visitor.page;
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.complaints.filter((text) => !/ERR_FAILED|ERR_CONNECTION_RESET/.test(text))).toEqual([]);
  });

  const animation = "GIFs e outras animações devem ter no máximo 5 MB.";
  const heavyGif = async () => Buffer.concat([await flat(320, 240).gif().toBuffer(), Buffer.alloc(5 * MB)]);

  test("the message is that of the last choice, and a refusal stays until the next", async () => {
    await openForm(page);
    const release = await holdPreparation(page);
    const worker = page.waitForEvent("worker");
    await choose(page, "IMG_2041.jpg", smallPhoto, "image/jpeg");
    await page.getByText("Reduzindo imagem…").waitFor();
    await choose(page, "festa.gif", await heavyGif(), "image/gif");
    await refusal(page, animation).waitFor();
    release();
    // The first one is prepared now, too late.
    await (await worker).waitForEvent("close");
    await expect.poll(() => page.getByText("Reduzindo imagem…").count()).toBe(0);
    await button(page, "Enviar Prompt").click();
    await refusal(page, "Título deve ter pelo menos 3 caracteres").waitFor();
    await fill(page, "Festa junina");
    await button(page, "Enviar Prompt").click();
    // All else is right: the picture alone is missing.
    await expect.poll(() => hasFocus(page.locator('input[type="file"]'))).toBe(true);
    await refusal(page, animation).waitFor();

    await choose(page, "broa.png", await flat(320, 240).png().toBuffer(), "image/png");
    await expect.poll(() => refusal(page, animation).count()).toBe(0);
    await button(page, "Enviar Prompt").click();
    expect(await arrived(page)).toMatchObject({ width: 320, height: 240 });
  });

  test("an animation stays one, in its own size", async () => {
    await openForm(page);
    const frames = await Promise.all(
      ["#aa3333", "#33aa33"].map((background) =>
        sharp({ create: { width: 1700, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    await fill(page, "Duas cores");
    await choose(page, "cores.gif", gif, "image/gif");
    await button(page, "Enviar Prompt").click();
    expect(await arrived(page)).toEqual(expect.objectContaining({ width: 1700, height: 40, animated: true }));
  });

  test("of a PNG that moves the form says that only its first frame is published", async () => {
    await openForm(page);
    const png = await flat(320, 240).png().toBuffer();
    await choose(page, "parada.png", png, "image/png");
    await page.getByAltText("Prévia da imagem escolhida").waitFor();
    const note = page.getByText("Esta imagem é animada, mas só o primeiro quadro será publicado.");
    await expect.poll(() => note.count()).toBe(0);
    const moving = Buffer.concat([png.subarray(0, 33), pngChunk("acTL", Buffer.alloc(8)), png.subarray(33)]);
    await choose(page, "dança.png", moving, "image/png");
    await note.waitFor();
  });

  test("transparency stays, also where the browser cannot write WebP", async () => {
    for (const webp of [true, false]) {
      await openForm(page);
      if (!webp) {
        await page.evaluate(() => {
          Object.defineProperty(window, "Worker", { value: undefined });
          const { toBlob } = HTMLCanvasElement.prototype;
          HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
            toBlob.call(this, done, type === "image/webp" ? "image/png" : type, quality);
          };
        });
      }
      const seen = sharp({ create: { width: 2000, height: 1000, channels: 4, background: "#33669980" } });
      await fill(page, `Vidro ${webp}`);
      await choose(page, "vidro.png", await seen.png().toBuffer(), "image/png");
      await button(page, "Enviar Prompt").click();
      const image = (await arrived(page)) as unknown as { width: number; url: string };
      expect(image.width).toBe(1600);
      const bytes = await (await fetch(site.origin + image.url)).arrayBuffer();
      const { channels } = await sharp(bytes).stats();
      expect(channels[3]?.mean).toBeGreaterThan(100);
      expect(channels[3]?.mean).toBeLessThan(156);
    }
  });

  test("an upload that failed keeps everything and is sent again as it was", async () => {
    await openForm(page);
    await fill(page, "Segunda tentativa");
    await choose(page, "IMG_2041.jpg", smallPhoto, "image/jpeg");
    await page.route("**/api/prompts", (route) => route.abort("connectionreset"), { times: 1 });
    await button(page, "Enviar Prompt").click();
    await page.getByText("Ocorreu um erro ao enviar seu prompt. Tente novamente.").first().waitFor();
    await expect.poll(() => title(page).inputValue()).toBe("Segunda tentativa");
    await preview(page).waitFor();
    await button(page, "Enviar Prompt").click();
    expect(await arrived(page)).toMatchObject({ width: 1600, height: 1200 });
  });

  test("Cancelar of an edit puts back what is published, can be undone, and leads back where nothing changed", async () => {
    const path = `/prompts/${await caio.publish("Receita da avó")}`;
    await page.goto(`${path}/edit`);
    await expect.poll(() => title(page).inputValue()).toBe("Receita da avó");
    await title(page).fill("Receita da bisavó");
    await choose(page, "broa.png", await flat(320, 240).png().toBuffer(), "image/png");
    await preview(page).waitFor();
    await button(page, "Cancelar").click();
    const notice = cleared(page, "Alterações descartadas");
    await notice.getByText("De volta ao que está publicado: título e imagem.", { exact: true }).waitFor();
    await expect.poll(() => title(page).inputValue()).toBe("Receita da avó");
    await page.getByText("Imagem atual", { exact: true }).waitFor();
    await notice.getByRole("button", { name: "Desfazer" }).click();
    await preview(page).waitFor();
    await expect.poll(() => title(page).inputValue()).toBe("Receita da bisavó");

    await button(page, "Cancelar").click();
    await notice.getByRole("button", { name: "Voltar ao prompt" }).waitFor();
    await button(page, "Cancelar").click();
    await page.waitForURL(`**${path}`);
    await page.getByRole("heading", { level: 1, name: "Receita da avó" }).waitFor();
  });
});
