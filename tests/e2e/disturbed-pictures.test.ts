/**
 * Browsers that change pixels read from a canvas: the published picture is the one in the form, and never a changed
 * one.
 */
import { createHash } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, type Visitor } from "#tests/support/browser.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
/** Larger than the site shows, and detailed, so that the device would reduce it; and one too large to be sent. */
let photo: Buffer;
let huge: Buffer;

const noise = async (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  photo = await (await noise(1800, 480)).jpeg({ quality: 95 }).toBuffer();
  huge = await (await noise(1400, 1300)).png().toBuffer();
  expect(photo.length).toBeLessThan(5_000_000);
  expect(huge.length).toBeGreaterThan(5_242_880);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Each runs on the page and in its worker; `self` is the global of either. */
const disturbances: Record<string, string> = {
  "stripes in what is encoded": `
    const stripe = (width, height, canvas) => {
      const pen = canvas.getContext("2d");
      for (let x = 0; x < width; x += 8) { pen.fillStyle = "hsl(" + (x * 37) % 360 + " 90% 50%)"; pen.fillRect(x, 0, 8, height); }
      return canvas;
    };
    const convert = OffscreenCanvas.prototype.convertToBlob;
    OffscreenCanvas.prototype.convertToBlob = function (...how) {
      return convert.apply(stripe(this.width, this.height, new OffscreenCanvas(this.width, this.height)), how);
    };
    if (self.HTMLCanvasElement) {
      const toBlob = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (...how) {
        const other = Object.assign(document.createElement("canvas"), { width: this.width, height: this.height });
        return toBlob.apply(stripe(this.width, this.height, other), how);
      };
    }`,
  "a pixel changed by one in all that is read": `
    const change = (context) => {
      const pixels = read.call(context, 0, 0, context.canvas.width, context.canvas.height);
      for (let at = 0; at < pixels.data.length; at += 404) pixels.data[at] ^= 1;
      context.putImageData(pixels, 0, 0);
    };
    const read = OffscreenCanvasRenderingContext2D.prototype.getImageData;
    const contexts = [OffscreenCanvasRenderingContext2D, self.CanvasRenderingContext2D].filter(Boolean);
    for (const { prototype } of contexts) {
      const get = prototype.getImageData;
      prototype.getImageData = function (...where) {
        const pixels = get.apply(this, where);
        for (let at = 0; at < pixels.data.length; at += 404) pixels.data[at] ^= 1;
        return pixels;
      };
    }
    const convert = OffscreenCanvas.prototype.convertToBlob;
    OffscreenCanvas.prototype.convertToBlob = function (...how) {
      const context = this.getContext("2d");
      const pixels = read.call(context, 0, 0, this.width, this.height);
      for (let at = 0; at < pixels.data.length; at += 404) pixels.data[at] ^= 1;
      context.putImageData(pixels, 0, 0);
      return convert.apply(this, how);
    };`,
  "white in all that is encoded": `
    const convert = OffscreenCanvas.prototype.convertToBlob;
    OffscreenCanvas.prototype.convertToBlob = function (...how) {
      const pen = this.getContext("2d");
      pen.fillStyle = "white";
      pen.fillRect(0, 0, this.width, this.height);
      return convert.apply(this, how);
    };
    if (self.HTMLCanvasElement) {
      const toBlob = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (...how) {
        const pen = this.getContext("2d");
        pen.fillStyle = "white";
        pen.fillRect(0, 0, this.width, this.height);
        return toBlob.apply(this, how);
      };
    }`,
  "a refusal of reading": `
    const refuse = () => { throw new DOMException("denied", "SecurityError"); };
    OffscreenCanvas.prototype.convertToBlob = refuse;
    if (self.HTMLCanvasElement) HTMLCanvasElement.prototype.toBlob = refuse;`,
  // As canvas guards for Firefox do it.
  "stripes where there are no workers": `
    Object.defineProperty(self, "Worker", { value: undefined });
    if (self.HTMLCanvasElement) {
      const toBlob = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (...how) {
        const other = Object.assign(document.createElement("canvas"), { width: this.width, height: this.height });
        const pen = other.getContext("2d");
        for (let x = 0; x < other.width; x += 8) { pen.fillStyle = "hsl(" + (x * 37) % 360 + " 90% 50%)"; pen.fillRect(x, 0, 8, other.height); }
        return toBlob.apply(other, how);
      };
    }`,
  "other dots in each thing that is encoded": `
    const dot = (canvas) => {
      const pen = canvas.getContext("2d");
      pen.fillStyle = "rgb(" + [0, 0, 0].map(() => Math.random() * 255).join(" ") + ")";
      pen.fillRect(Math.random() * (canvas.width - 2), Math.random() * (canvas.height - 2), 2, 2);
    };
    const convert = OffscreenCanvas.prototype.convertToBlob;
    OffscreenCanvas.prototype.convertToBlob = function (...how) { dot(this); return convert.apply(this, how); };
    if (self.HTMLCanvasElement) {
      const toBlob = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (...how) { dot(this); return toBlob.apply(this, how); };
    }`,
  "white in the pixels that are read, and nowhere else": `
    for (const { prototype } of [OffscreenCanvasRenderingContext2D, self.CanvasRenderingContext2D].filter(Boolean)) {
      const get = prototype.getImageData;
      prototype.getImageData = function (...where) {
        const pixels = get.apply(this, where);
        pixels.data.fill(255);
        return pixels;
      };
    }`,
  "no canvas beside the page, and noise on it": `
    delete self.OffscreenCanvas;
    if (self.HTMLCanvasElement) {
      const toBlob = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (...how) {
        const pen = this.getContext("2d");
        pen.fillStyle = "rgb(1 2 3 / 10%)";
        pen.fillRect(0, 0, this.width, this.height);
        return toBlob.apply(this, how);
      };
    }`,
  "pictures that cannot be decoded": `
    self.createImageBitmap = async () => { throw new DOMException("denied", "InvalidStateError"); };`,
  "stripes in lossy formats alone": `
    const stripe = (width, height, canvas) => {
      const pen = canvas.getContext("2d");
      for (let x = 0; x < width; x += 8) { pen.fillStyle = "hsl(" + (x * 37) % 360 + " 90% 50%)"; pen.fillRect(x, 0, 8, height); }
      return canvas;
    };
    const convert = OffscreenCanvas.prototype.convertToBlob;
    OffscreenCanvas.prototype.convertToBlob = function (how) {
      if (how.type === "image/png") return convert.call(this, how);
      return convert.call(stripe(this.width, this.height, new OffscreenCanvas(this.width, this.height)), how);
    };
    if (self.HTMLCanvasElement) {
      const toBlob = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (take, type, quality) {
        if (type === "image/png") return toBlob.call(this, take, type, quality);
        const other = Object.assign(document.createElement("canvas"), { width: this.width, height: this.height });
        return toBlob.call(stripe(this.width, this.height, other), take, type, quality);
      };
    }`,
  "nothing at all": `
    OffscreenCanvas.prototype.convertToBlob = async () => null;
    if (self.HTMLCanvasElement) HTMLCanvasElement.prototype.toBlob = (take) => take(null);`,
};

const disturbWorkers = (page: Page, script: string) =>
  page.route(/reduce-picture\.worker.*\.js/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `{${script}}\n${await answer.text()}` });
  });

const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Notes the files behind object URLs, because the page's policy does not let them be fetched, and the sent files. */
const noteFiles = (page: Page) =>
  page.addInitScript(() => {
    const files = new Map<string, Blob>();
    const create = URL.createObjectURL;
    URL.createObjectURL = (file) => {
      const url = create(file);
      files.set(url, file as Blob);
      return url;
    };
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) files.set("sent", body.get("thumbnail_url") as File);
      send.call(this, body);
    };
    const digest = async (url: string) => {
      const bytes = await files.get(url)?.arrayBuffer();
      const sum = bytes && new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      return sum && Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
    };
    Object.assign(window, { digestOf: digest });
  });

type Noted = { digestOf: (url: string) => Promise<string | undefined> };
const digestOf = (page: Page, url: string) =>
  page.evaluate((wanted) => (window as unknown as Noted).digestOf(wanted), url);

/** The digest of what the form shows. */
async function shown(page: Page): Promise<string | undefined> {
  const image = page.getByRole("img", { name: "Prévia da imagem escolhida" });
  return digestOf(page, (await image.getAttribute("src")) ?? "");
}

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.goto("/submit");
  await page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });
  await page.getByText("Reduzindo imagem…").first().waitFor({ state: "detached" });
}

/** Publishes. @returns the digest of the picture that was sent */
async function publish(page: Page, title: string): Promise<string | undefined> {
  await page.getByLabel("Título").fill(title);
  await page.getByLabel("Prompt", { exact: true }).fill("Pinte um ruído cinza, fino, sem nada mais.");
  await page.getByLabel("Ferramenta").selectOption({ label: "Claude" });
  await page.getByRole("button", { name: "Enviar Prompt" }).click();
  await page.getByRole("region", { name: "Sucesso" }).waitFor();
  return digestOf(page, "sent");
}

/** A device treats a picture that it may not send as it is alike, however it is disturbed. */
const TOO_LARGE = ["stripes in what is encoded", "a refusal of reading", "pictures that cannot be decoded"];

describe.each(Object.entries(disturbances))("with %s", (name, script) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visitAs(ana, browser, site.origin);
    await noteFiles(visitor.page);
    await visitor.page.addInitScript({ content: `{${script}}` });
    await disturbWorkers(visitor.page, script);
  });
  afterAll(() => visitor?.close());

  test("the original is shown and sent", async () => {
    const { page } = visitor;
    await choose(page, "foto.jpg", "image/jpeg", photo);
    await expect.poll(() => shown(page)).toBe(digest(photo));
    expect(await publish(page, "Ruído cinza")).toBe(digest(photo));
  });

  if (TOO_LARGE.includes(name))
    test("one that is too large is refused, with the reason", async () => {
      const { page } = visitor;
      await choose(page, "foto.png", "image/png", huge);
      await page
        .getByRole("alert")
        .filter({
          hasText:
            "Não foi possível reduzir esta imagem no seu aparelho: ela é grande demais, está corrompida, ou o navegador protege as imagens contra leitura. Envie uma versão de até 5 MB.",
        })
        .waitFor();
    });
});

test("in the form for a published prompt too, the original is shown and sent", async () => {
  const [[, script] = []] = Object.entries(disturbances);
  const { page, close } = await visitAs(ana, browser, site.origin);
  await noteFiles(page);
  await page.addInitScript({ content: `{${script}}` });
  await disturbWorkers(page, String(script));
  const prompt = await ana.publish("Ruído azul");
  await page.goto(`/prompts/${prompt}/edit`);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: photo });
  await expect.poll(() => shown(page)).toBe(digest(photo));
  await page.getByText("Reduzindo imagem…").first().waitFor({ state: "detached" });
  await expect.poll(() => shown(page)).toBe(digest(photo));
  await page.getByRole("button", { name: "Salvar alterações" }).click();
  await page.waitForURL(`**/prompts/${prompt}`);
  expect(await digestOf(page, "sent")).toBe(digest(photo));
  await close();
});

test("undisturbed, the reduced picture is shown, and the same is sent", async () => {
  const { page, close } = await visitAs(ana, browser, site.origin);
  await noteFiles(page);
  await choose(page, "foto.jpg", "image/jpeg", photo);
  await page.getByText(/^Reduzida neste aparelho/).waitFor();
  await expect.poll(() => shown(page)).not.toBe(digest(photo));
  const preview = await shown(page);
  expect(await publish(page, "Ruído cinza, menor")).toBe(preview);
  await close();
});
