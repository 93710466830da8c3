/** What is dropped on a page stays on the page, whatever it is and wherever it falls. */
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "#tests/support/browser.ts";
import { createMember, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let prompt: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  prompt = await ana.publish("Bolo de fubá");
});

interface Dragged {
  address?: string;
  file?: { name: string; text: string };
}

/** Drags over and drops at an element. @returns whether the browser would have left the page */
const drop = (page: Page, at: string, dragged: Dragged) =>
  page
    .locator(at)
    .first()
    .evaluate((element, { address, file }) => {
      const dataTransfer = new DataTransfer();
      if (address) dataTransfer.setData("text/uri-list", address);
      if (file) dataTransfer.items.add(new File([file.text], file.name));
      const send = (type: string) =>
        element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      const isOver = send("dragover");
      return send("drop") || isOver;
    }, dragged);

const address = { address: "https://outro.example/gato.png" };
const file = {
  file: { name: "prompts.json", text: '[{"title":"Cordel da feira","content":"Escreva um cordel."}]' },
};

async function open(path: string): Promise<Page> {
  const { page } = await visitAs(ana, browser, site.origin);
  await page.goto(path);
  await page.getByRole("button", { name: "Conta de Ana Maria" }).waitFor();
  return page;
}

test.each(["/submit", "/prompts/1/edit", "/importar", "/settings", "/denunciar?tipo=prompt&id=1"])(
  "neither an address nor a file leads away from %s",
  async (path) => {
    const page = await open(path.replace("1", String(prompt)));
    await page.locator("main form").first().waitFor();
    for (const dragged of [address, file]) {
      expect(await drop(page, "main", dragged)).toBe(false);
      expect(await drop(page, "header", dragged)).toBe(false);
    }
  },
);

test("an address is text for a field", async () => {
  const page = await open("/submit");
  expect(await drop(page, "main textarea", address)).toBe(true);
});

describe("where a file is wanted", () => {
  test("an address gets a word", async () => {
    for (const path of ["/submit", "/importar"]) {
      const page = await open(path);
      await page.getByLabel(path === "/submit" ? "Título" : "Ou cole o texto do arquivo").waitFor();
      expect(await drop(page, "main", address)).toBe(false);
      await page.getByText("Salve o arquivo no seu aparelho e escolha-o aqui.").first().waitFor();
    }
  });

  test("one is taken wherever it falls", async () => {
    const page = await open("/importar");
    await page.getByLabel("Ou cole o texto do arquivo").waitFor();
    expect(await drop(page, "header", file)).toBe(false);
    await page.getByText("prompts.json").waitFor();
    await page.getByRole("button", { name: "Ver prévia" }).click();
    await page.getByText("Cordel da feira").first().waitFor();
  });
});
