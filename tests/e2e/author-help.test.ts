/** Help for authors with the picture: the prompt that it carries, and a large one, made to fit. */
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor } from "#tests/support/browser.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { unicodeComment, withJpegExif, withPngTexts } from "#tests/support/picture-metadata.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

const MB = 1024 * 1024;
const PROMPT = "um quintal mineiro ao entardecer, luz dourada";
const PARAMETERS = `${PROMPT}\nNegative prompt: texto\nSteps: 28, Sampler: Euler a, CFG scale: 7, Seed: 1`;
const FOUND = `${PROMPT}\n\nPrompt negativo: texto\n\nParâmetros: Steps: 28, Sampler: Euler a, CFG scale: 7, Seed: 1`;

let site: TestSite;
let browser: Browser;
let author: Member;
let ana: Visitor;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  author = await createMember(site, "Ana Maria");
});
// A draft of the test before would fill the form.
beforeEach(async () => {
  ana = await visitAs(author, browser, site.origin);
  page = ana.page;
});
afterEach(async () => {
  await ana.close();
  expect(ana.complaints, "a page complained").toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const picture = () => sharp({ create: { width: 320, height: 240, channels: 3, background: "#336699" } });
const content = () => page.getByLabel("Prompt", { exact: true });
const tool = () => page.getByLabel("Ferramenta de IA");
const offer = () => page.getByRole("region", { name: "Prompt da imagem" });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const choose = (name: string, buffer: Buffer, mimeType = "image/png") =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer });

async function openForm() {
  await page.goto("/submit");
  await page.getByLabel("Título").waitFor();
}

/** The prompt's picture as the site serves it, at its largest. */
async function publishedPicture() {
  await page.waitForURL(/\/prompts\/\d+$/);
  const answer = await fetch(`${site.origin}/api${new URL(page.url()).pathname}`);
  const { image } = (await answer.json()) as { image: { srcset: string; width: number; height: number } };
  const largest = image.srcset.split(", ").at(-1)?.split(" ")[0];
  const bytes = Buffer.from(await (await fetch(site.origin + largest)).arrayBuffer());
  return { ...image, bytes };
}

describe("a picture that carries its prompt", () => {
  test("offers it, and fills the form when asked to: the text and the tool", async () => {
    await openForm();
    await page.evaluate(() => {
      const born: string[] = [];
      Object.assign(window, { born });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
          for (const node of addedNodes) {
            const region = node instanceof Element && node.querySelector("section [role=status]");
            if (region) born.push(region.textContent);
          }
        }
      }).observe(document.body, { childList: true, subtree: true });
    });
    await choose("quintal.png", withPngTexts(await picture().png().toBuffer(), { parameters: PARAMETERS }));
    await offer().getByText("Encontramos um prompt nesta imagem").waitFor();
    // In a live region that was empty before: only changes in one are read out.
    expect(await page.evaluate(() => (window as unknown as { born: string[] }).born)).toContain("");
    await expect
      .poll(() => offer().getByRole("status").innerText())
      .toBe("Há um prompt nesta imagem. Ele pode preencher o formulário.");
    await expect.poll(() => offer().innerText()).toContain(PROMPT);
    await expect.poll(() => content().inputValue()).toBe("");
    await press("Usar no formulário");
    await expect.poll(() => content().inputValue()).toBe(FOUND);
    await expect.poll(() => tool().inputValue()).toBe("4");
    await expect.poll(() => hasFocus(content())).toBe(true);
    await expect.poll(() => offer().count()).toBe(0);
  });

  test("asks before it takes the place of what is written, and keeps the tool that was chosen", async () => {
    await openForm();
    await content().fill("O texto que eu mesma escrevi.");
    await tool().selectOption({ label: "Midjourney" });
    const jpeg = withJpegExif(await picture().jpeg().toBuffer(), { UserComment: unicodeComment(PARAMETERS) });
    await choose("quintal.jpg", jpeg, "image/jpeg");
    await offer().getByText("Substituir o que está escrito?").waitFor();
    await expect.poll(() => content().inputValue()).toBe("O texto que eu mesma escrevi.");
    await press("Substituir");
    await expect.poll(() => content().inputValue()).toBe(FOUND);
    await expect.poll(() => tool().inputValue()).toBe("3");
  });

  test("is not insisted on, and goes with its picture", async () => {
    await openForm();
    const png = withPngTexts(await picture().png().toBuffer(), { parameters: PARAMETERS });
    await choose("quintal.png", png);
    await offer().waitFor();
    await press("Dispensar");
    await expect.poll(() => offer().count()).toBe(0);
    await choose("outra vez.png", png);
    await offer().waitFor();
    await press("Remover imagem");
    await expect.poll(() => offer().count()).toBe(0);
    await choose("sem prompt.png", await picture().png().toBuffer());
    await page.getByText("sem prompt.png").waitFor();
    await expect.poll(() => offer().count()).toBe(0);
  });

  test("is published without what was written into it", async () => {
    await openForm();
    await choose("quintal.png", withPngTexts(await picture().png().toBuffer(), { parameters: PARAMETERS }));
    await offer().getByText("os dados gravados no arquivo da imagem são retirados").waitFor();
    await page.getByLabel("Título").fill("Quintal ao entardecer");
    await content().fill("Um quintal ao entardecer.");
    await tool().selectOption({ label: "Midjourney" });
    await press("Enviar Prompt");
    const { bytes } = await publishedPicture();
    const { exif, xmp, comments } = await sharp(bytes).metadata();
    expect([exif, comments]).toEqual([undefined, undefined]);
    // Only the credit that every served picture has.
    expect(xmp?.toString()).toContain("<dc:creator>");
    expect(bytes.includes("quintal mineiro")).toBe(false);
  });
});

describe("a picture above 5 MB", () => {
  async function publish(title: string) {
    await page.getByLabel("Título").fill(title);
    await content().fill(FOUND);
    await tool().selectOption({ label: "Midjourney" });
    await press("Enviar Prompt");
    return publishedPicture();
  }
  const plain = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } });
  /** Made heavy by what stands behind a picture's end, which no decoder reads. */
  const heavy = (picture: Buffer) => Buffer.concat([picture, Buffer.alloc(5 * MB)]);

  test("a photo of 12 megapixels is shrunk on the device and stays the right way up", async () => {
    await openForm();
    const blue = await plain(2000, 3000, "#0000ff").png().toBuffer();
    const lying = await plain(4000, 3000, "#ff0000")
      .composite([{ input: blue, left: 2000, top: 0 }])
      .jpeg()
      .toBuffer();
    // Held upright: what the camera has at its left belongs to the top.
    await choose("foto.jpg", heavy(withJpegExif(lying, { Orientation: 6 })), "image/jpeg");
    const { width, height, bytes } = await publish("Foto em pé");
    expect(height).toBeGreaterThan(width);
    expect(height / width).toBeCloseTo(4 / 3, 2);
    const mean = async (from: number) => {
      const { width: across = 0, height: down = 0 } = await sharp(bytes).metadata();
      const area = { left: 0, top: Math.floor(down * from), width: across, height: Math.floor(down / 3) };
      const part = await sharp(bytes).extract(area).png().toBuffer();
      return (await sharp(part).stats()).channels.map((channel) => channel.mean);
    };
    const [topRed = 0, , topBlue = 0] = await mean(0);
    const [bottomRed = 0, , bottomBlue = 0] = await mean(2 / 3);
    expect(topRed).toBeGreaterThan(topBlue + 50);
    expect(bottomBlue).toBeGreaterThan(bottomRed + 50);
  });

  test("a large PNG is shrunk as well", async () => {
    await openForm();
    const png = await plain(1600, 1200, "#336699").png({ compressionLevel: 0 }).toBuffer();
    expect(png.length).toBeGreaterThan(5 * MB);
    await choose("captura.png", png);
    const told = page.getByRole("status").filter({ hasText: "Reduzida neste aparelho: de 5,7 MB para" });
    await told.waitFor();
    await press("Remover imagem");
    await told.waitFor({ state: "detached" });
    await choose("captura.png", png);
    const { width, height } = await publish("Captura de tela");
    expect(width / height).toBeCloseTo(4 / 3, 2);
  });

  test("a GIF, which would stop moving, is refused in words", async () => {
    await openForm();
    const gif = await picture().gif().toBuffer();
    await choose("animada.gif", Buffer.concat([gif, Buffer.alloc(5 * MB)]), "image/gif");
    await page
      .getByRole("alert")
      .getByText(
        "GIFs e outras animações devem ter no máximo 5 MB. Reduza o arquivo ou envie uma imagem estática.",
      )
      .waitFor();
  });

  describe("on a lesser device", () => {
    const photo = () => plain(3200, 2400, "#ff0000").jpeg().toBuffer();
    /** Without workers; changes what the device's canvas can do, until the page is left. */
    const with2d = (able: boolean) =>
      page.evaluate((able) => {
        Object.defineProperty(window, "Worker", { value: undefined });
        const { toBlob, getContext } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
          toBlob.call(this, done, type === "image/webp" ? "image/png" : type, quality);
        };
        const within = (canvas: HTMLCanvasElement) => able && Math.max(canvas.width, canvas.height) < 1300;
        HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: [string]) {
          return within(this) ? getContext.apply(this, args) : null;
        } as typeof getContext;
      }, able);

    test("that cannot write WebP nor draw large, a photo gets the size that it can", async () => {
      await openForm();
      await with2d(true);
      await choose("foto.jpg", await photo(), "image/jpeg");
      const { width, height, bytes } = await publish("Foto de outro aparelho");
      expect([width, height]).toEqual([1000, 750]);
      // Not the blank that a canvas without room for a drawing gives.
      const [red] = (await sharp(bytes).stats()).channels;
      expect(red?.mean).toBeGreaterThan(100);
    });

    test("that cannot draw at all, a photo goes as it is, and one above 5 MB is refused in words", async () => {
      await openForm();
      await with2d(false);
      await choose("foto.jpg", heavy(await photo()), "image/jpeg");
      const refused = page
        .getByRole("alert")
        .getByText("Não foi possível reduzir esta imagem no seu aparelho");
      await refused.waitFor();
      await choose("foto.jpg", await photo(), "image/jpeg");
      await refused.waitFor({ state: "detached" });
      expect(await publish("Foto inteira")).toMatchObject({ width: 3200, height: 2400 });
    });
  });
});
