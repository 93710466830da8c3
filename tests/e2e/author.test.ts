/** An author in a real browser: writes, loses the page, the session, the network, and nothing else; publishes, edits, deletes. */
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import type { Visitor } from "#tests/support/browser.ts";
import { draftHolds, draftsIn } from "#tests/support/drafts.ts";
import { fillLogin, openLoggingIn } from "#tests/support/forms.ts";
import { type FreshSite, forEachTest } from "#tests/support/fresh-site.ts";
import { createMember, emailOf, type Member } from "#tests/support/members.ts";
import type { TestSite } from "#tests/support/site.ts";

let site: TestSite;
let enter: FreshSite["enter"];
let author: Member;
let other: Member;
/** The author's window. */
let ana: Visitor;

forEachTest(
  {},
  async (fresh) => {
    ({ site, enter } = fresh);
    author = await createMember(site, "Ana");
    other = await createMember(site, "Beto");
    ana = await enter(author);
  },
  /status of [45]\d\d|net::ERR|unload/,
);

/** A picture that does not compress, so that it takes its time. */
async function noise(format: "png" | "gif" | "webp" | "avif" | "jpeg", width = 400) {
  const image = sharp({
    create: {
      width,
      height: width,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });
  return image.toFormat(format).toBuffer();
}

const file = async (name: string, format: Parameters<typeof noise>[0], width?: number) => ({
  name,
  mimeType: `image/${format}`,
  buffer: await noise(format, width),
});

const content = "Escreva uma receita mineira de [prato], passo a passo, com as medidas em xícaras.";
const title = (page: Page) => page.getByLabel("Título");
const picker = (page: Page) => page.locator('input[type="file"]');
const preview = (page: Page) => page.getByAltText("Prévia da imagem escolhida");
const send = (page: Page) => page.getByRole("button", { name: "Enviar Prompt" });
const toastOf = (page: Page, text: string) => page.getByText(text).first();

async function fillPrompt(page: Page, named: string) {
  await title(page).fill(named);
  await page.getByLabel("Prompt", { exact: true }).fill(content);
  await page.getByLabel("Ferramenta de IA").selectOption({ label: "Claude" });
}

/** Fills the form, all but the alternative text. */
async function write(page: Page) {
  await page.goto("/submit");
  await fillPrompt(page, "Pão de queijo");
  await picker(page).setInputFiles(await file("pão de queijo.png", "png"));
  await preview(page).waitFor();
}

/** @returns the address of a published prompt of the author's */
async function publishBread(): Promise<string> {
  const id = await author.publish("Pão de queijo", content, { image_alt: "Pães dourados num tabuleiro" });
  return `/prompts/${id}`;
}

async function countPrompts(where = "true"): Promise<number> {
  const { rows } = await site.database.pool.query(`select count(*)::int as n from prompts where ${where}`);
  return rows[0].n;
}

async function endSessions() {
  await site.database.pool.query("delete from sessions where user_id = $1", [author.id]);
}

/** Makes the network as slow as asked, in bytes per second; 0 for as fast as it is. */
async function slowUploads(page: Page, uploadThroughput: number) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: uploadThroughput || -1,
  });
}

describe("writing and publishing", () => {
  test("what is typed and the picture chosen are offered again after a reload", async () => {
    const { page } = ana;
    await write(page);
    await page.getByLabel("Texto alternativo da imagem").fill("Pães dourados num tabuleiro");
    await draftHolds(page, "tabuleiro", "pão de queijo.png");
    await page.reload();
    await page.getByText("Recuperamos seu rascunho").waitFor();
    await expect.poll(() => title(page).inputValue()).toBe("Pão de queijo");
    await expect.poll(() => page.getByLabel("Prompt", { exact: true }).inputValue()).toBe(content);
    await expect.poll(() => page.getByLabel("Ferramenta de IA").inputValue()).toBe("6");
    await expect
      .poll(() => page.getByLabel("Texto alternativo da imagem").inputValue())
      .toContain("tabuleiro");
    await preview(page).waitFor();
    await page.getByText("pão de queijo.png").waitFor();
  });

  test("a session that ended meanwhile asks for the login on the spot and keeps the form", async () => {
    const { page } = ana;
    await write(page);
    await endSessions();
    await send(page).click();
    await toastOf(page, "Você precisa estar logado para enviar prompts").waitFor();
    await page.getByRole("dialog").waitFor();
    await fillLogin(page, emailOf("Ana"));
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => title(page).inputValue()).toBe("Pão de queijo");
    await preview(page).waitFor();
    await expect.poll(() => countPrompts()).toBe(0);
  });

  test("a connection that drops in the middle is told in the specification's words, and nothing is lost", async () => {
    const { page } = ana;
    await write(page);
    // The form says it too, until the next attempt.
    const failed = page
      .locator("li[data-state=open]")
      .getByText("Ocorreu um erro ao enviar seu prompt. Tente novamente.");
    await page.route("**/api/prompts", (route) => route.abort("connectionreset"));
    await send(page).click();
    await failed.waitFor();
    for (const answer of [
      { status: 500, json: { message: "x", code: "internal_error" } },
      { status: 200, contentType: "text/html", body: "<html>Um proxy</html>" },
      { status: 502, contentType: "text/html", body: "<html>Um proxy</html>" },
    ]) {
      await page.getByRole("button", { name: "Fechar aviso" }).click();
      await failed.waitFor({ state: "detached" });
      await page.unroute("**/api/prompts");
      await page.route("**/api/prompts", (route) => route.fulfill(answer));
      await send(page).click();
      await failed.waitFor();
    }
    await page.unroute("**/api/prompts");
    await expect.poll(() => title(page).inputValue()).toBe("Pão de queijo");
    await preview(page).waitFor();
  });

  test("an upload shows how far it has come and can be cancelled", async () => {
    const { page } = ana;
    await write(page);
    await slowUploads(page, 120 * 1024);
    await send(page).click();
    await page.getByText(/Enviando imagem… [1-9]\d?%/).waitFor();
    const bar = page.getByRole("progressbar", { name: "Enviando imagem…" });
    expect(Number(await bar.getAttribute("value"))).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Cancelar envio" }).click();
    await toastOf(page, "Envio cancelado").waitFor();
    await slowUploads(page, 0);
    await expect.poll(() => countPrompts()).toBe(0);
    await expect.poll(() => title(page).inputValue()).toBe("Pão de queijo");
  });

  test("an answer that was lost does not make the next try publish twice, nor does a second press; no draft is left", async () => {
    const { page } = ana;
    await write(page);
    let posts = 0;
    await page.route("**/api/prompts", async (route) => {
      posts += 1;
      if (posts > 1) return route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    await send(page).click();
    await toastOf(page, "Ocorreu um erro ao enviar seu prompt. Tente novamente.").waitFor();
    await expect.poll(() => countPrompts()).toBe(1);

    // A crash in between as well: the draft knows that it was tried.
    await page.reload();
    await page.getByText("Recuperamos seu rascunho").waitFor();
    await preview(page).waitFor();
    await send(page).dblclick();
    const notice = page.getByRole("region", { name: "Sucesso" });
    await notice.getByText("Seu prompt foi enviado com sucesso").first().waitFor();
    await notice.getByRole("button", { name: "Compartilhar" }).click();
    await page.getByRole("menuitem", { name: "Copiar link" }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL(/\/prompts\/\d+$/);
    await page.unroute("**/api/prompts");
    await page.getByRole("heading", { level: 1, name: "Pão de queijo" }).waitFor();
    expect([posts, await countPrompts()]).toEqual([2, 1]);
    await page.goto("/submit");
    await title(page).waitFor();
    await expect.poll(() => title(page).inputValue()).toBe("");
    await expect.poll(() => page.getByText("Recuperamos seu rascunho").count()).toBe(0);
  });

  test("another prompt written over a draft whose answer was lost leaves the published one alone", async () => {
    const { page } = await enter(other);
    await page.goto("/submit");
    await fillPrompt(page, "O primeiro");
    await picker(page).setInputFiles(await file("x.png", "png", 90));
    await preview(page).waitFor();
    await page.route("**/api/prompts", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await send(page).click();
    await toastOf(page, "Ocorreu um erro ao enviar seu prompt. Tente novamente.").waitFor();
    await page.unroute("**/api/prompts");

    await page.goto("/prompts");
    await page.getByRole("heading", { name: "O primeiro" }).waitFor();
    await page.goto("/submit");
    await page.getByText("Recuperamos seu rascunho").waitFor();
    await title(page).fill("");
    await page.getByLabel("Prompt", { exact: true }).fill("");
    await fillPrompt(page, "O segundo");
    await send(page).click();
    await page.getByRole("heading", { level: 1, name: "O segundo" }).waitFor();
    await page.goto("/prompts");
    for (const name of ["O primeiro", "O segundo"]) await page.getByRole("heading", { name }).waitFor();
  });

  test("a draft can be discarded, and Cancelar empties the form", async () => {
    await ana.page.goto("/submit");
    const { page } = ana;
    for (const button of ["Descartar rascunho", "Cancelar"]) {
      await fillPrompt(page, "Um rascunho qualquer");
      // At once: the page's last moment is enough for a text.
      await page.reload();
      await page.getByText("Recuperamos seu rascunho").waitFor();
      await page.getByRole("button", { name: button }).click();
      await expect.poll(() => title(page).inputValue()).toBe("");
      await expect.poll(() => page.getByText("Recuperamos seu rascunho").count()).toBe(0);
      await expect.poll(() => draftsIn(page)).toEqual([]);
      await page.reload();
      await title(page).waitFor();
      await expect.poll(() => title(page).inputValue()).toBe("");
    }
  });
});

describe("editing", () => {
  let path: string;

  beforeEach(async () => {
    path = await publishBread();
  });

  test("the owner finds the way, the form is filled, a session that ended keeps what was changed, and saved it shows everywhere", async () => {
    const { page } = ana;
    await page.goto(path);
    await page.getByRole("link", { name: "Editar" }).click();
    await page.getByRole("heading", { level: 1, name: "Editar prompt" }).waitFor();
    await expect.poll(() => title(page).inputValue()).toBe("Pão de queijo");
    await page.getByAltText("Pães dourados num tabuleiro").waitFor();
    await page.getByText("Imagem atual", { exact: true }).waitFor();
    await title(page).fill("Pão de queijo da serra");
    await endSessions();
    await page.getByRole("button", { name: "Salvar alterações" }).click();
    await toastOf(page, "Faça login para editar prompts").waitFor();
    await fillLogin(page, emailOf("Ana"));
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => title(page).inputValue()).toBe("Pão de queijo da serra");
    await page.reload();
    await page.getByText("Recuperamos seu rascunho").waitFor();
    await expect.poll(() => title(page).inputValue()).toBe("Pão de queijo da serra");
    const before = await picturesOf(path);
    await picker(page).setInputFiles(await file("serra.jpg", "jpeg"));
    await preview(page).waitFor();
    await page.getByRole("button", { name: "Salvar alterações" }).click();
    await toastOf(page, "Alterações salvas").waitFor();
    await page.waitForURL(`**${path}`);
    await page.getByRole("heading", { level: 1, name: "Pão de queijo da serra" }).waitFor();
    await page.getByRole("link", { name: /^Versão 2 · editado/ }).waitFor();

    const after = await picturesOf(path);
    expect(after.thumbnail).not.toBe(before.thumbnail);
    expect(after.preview).not.toBe(before.preview);
    await expect.poll(() => statusOf(after.preview)).toBe(200);
    // The version before still has it.
    await expect.poll(() => statusOf(before.thumbnail)).toBe(200);
    for (const list of ["/", "/prompts", "/prompts?q=serra", "/profile"]) {
      await page.goto(list);
      await page.getByRole("heading", { name: "Pão de queijo da serra" }).first().waitFor();
    }
  });

  test("visitors are asked to log in, other people are led to the prompt and told why", async () => {
    const beto = await enter();
    await openLoggingIn(beto.page, emailOf("Beto"), `${path}/edit`);
    await toastOf(beto.page, "Só quem publicou o prompt pode alterá-lo ou excluí-lo").waitFor();
    await beto.page.waitForURL(`**${path}`);
    await expect.poll(() => beto.page.getByRole("link", { name: "Editar" }).count()).toBe(0);
    await beto.page.goto("/prompts/999999/edit");
    await beto.page.getByRole("heading", { name: "Prompt não encontrado" }).waitFor();
  });

  test("a prompt that was deleted in another tab is told, and what was typed can be published anew", async () => {
    const { page } = ana;
    const id = await author.publish("Some enquanto edito", content);
    await page.goto(`/prompts/${id}/edit`);
    await title(page).fill("O que não quero perder");
    await site.database.pool.query("delete from prompts where id = $1", [id]);
    await expect.poll(() => statusOf(`/api/prompts/${id}`)).toBe(404);
    await page.getByRole("button", { name: "Salvar alterações" }).click();
    await page.getByRole("heading", { name: "Este prompt não existe mais" }).waitFor();
    await draftHolds(page, "O que não quero perder");
    await page.reload();
    await page.getByRole("heading", { name: "Este prompt não existe mais" }).waitFor();
    await expect.poll(() => title(page).inputValue()).toBe("O que não quero perder");
    await send(page).click();
    await toastOf(page, "Por favor, faça upload de uma imagem para o seu prompt").waitFor();
    await picker(page).setInputFiles(await file("outra.webp", "webp", 90));
    await send(page).click();
    await page.getByRole("heading", { level: 1, name: "O que não quero perder" }).waitFor();
  });
});

describe("pictures", () => {
  const give = (
    page: Page,
    how: "paste" | "drop",
    target: string,
    bytes: Buffer,
    name: string,
    type: string,
  ) =>
    page.evaluate(
      ({ how, target, base64, name, type }) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
        const element = document.querySelector(target);
        const options = { bubbles: true, cancelable: true };
        if (how === "paste") {
          element?.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
        } else {
          for (const event of ["dragover", "drop"]) {
            element?.dispatchEvent(new DragEvent(event, { ...options, dataTransfer: data }));
          }
        }
      },
      { how, target, base64: bytes.toString("base64"), name, type },
    );
  const remove = (page: Page) => page.getByRole("button", { name: "Remover imagem" }).click();
  const loaded = (page: Page) =>
    expect.poll(() => preview(page).evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(90);

  beforeEach(async () => {
    await ana.page.goto("/submit");
    await title(ana.page).waitFor();
  });

  test("a picture can be chosen, dropped anywhere and pasted, also into a text field", async () => {
    const { page } = ana;
    await page.getByText("PNG, JPG, GIF até 5 MB; também WebP e AVIF").waitFor();
    for (const format of ["png", "jpeg", "gif", "webp", "avif"] as const) {
      await picker(page).setInputFiles(await file(`escolhida.${format}`, format, 90));
      await loaded(page);
      await remove(page);
    }
    const bytes = await noise("png", 90);
    await give(page, "drop", "h1", bytes, "solta.png", "image/png");
    await loaded(page);
    await remove(page);
    await give(page, "paste", "body", bytes, "colada.png", "image/png");
    await loaded(page);
    await remove(page);
    await give(page, "paste", "textarea", bytes, "colada.png", "image/png");
    await loaded(page);
    await remove(page);
    await expect.poll(() => preview(page).count()).toBe(0);
  });

  test("a text that comes with a picture of itself is pasted as text", async () => {
    const { page } = ana;
    const taken = await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["x"], "celulas.png", { type: "image/png" }));
      data.setData("text/plain", "uma tabela");
      const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data });
      document.querySelector("textarea")?.dispatchEvent(event);
      return event.defaultPrevented;
    });
    expect(taken).toBe(false);
    await expect.poll(() => preview(page).count()).toBe(0);
  });

  test("a file that is no picture says why, whatever its name says", async () => {
    const { page } = ana;
    for (const [name, type] of [
      ["texto.png", "image/png"],
      ["planilha.pdf", "application/pdf"],
      ["foto.heic", "image/heic"],
    ]) {
      await give(page, "drop", "form", Buffer.from("nenhuma imagem"), String(name), String(type));
      await page
        .getByRole("alert")
        .filter({ hasText: "Formato de imagem não aceito. Use PNG, JPG, GIF, WebP ou AVIF." })
        .waitFor();
    }
    await give(page, "drop", "form", await noise("png", 90), "sem-tipo", "");
    await expect.poll(() => page.getByRole("alert").filter({ hasText: "Formato" }).count()).toBe(0);
  });
});

describe("drafts", () => {
  test("a device that keeps nothing leaves the form as it is", async () => {
    const beto = await enter(other);
    await beto.page.addInitScript(() => {
      Object.defineProperty(window, "indexedDB", { value: undefined });
    });
    await beto.page.goto("/submit");
    await fillPrompt(beto.page, "Sem guarda");
    await picker(beto.page).setInputFiles(await file("x.png", "png", 90));
    await send(beto.page).click();
    await beto.page.getByRole("region", { name: "Sucesso" }).waitFor();
  });

  test("a full device keeps the text without the picture", async () => {
    const { page } = ana;
    await page.goto("/submit");
    await title(page).waitFor();
    await page.evaluate(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value, key) {
        if (value instanceof File) throw new DOMException("full", "QuotaExceededError");
        return put.call(this, value, key);
      };
    });
    await fillPrompt(page, "Quase sem espaço");
    await picker(page).setInputFiles(await file("x.png", "png", 90));
    await page.getByText("Rascunho guardado sem a imagem, que não coube").waitFor();
    await page.reload();
    await page.getByText("Recuperamos seu rascunho").waitFor();
    await expect.poll(() => title(page).inputValue()).toBe("Quase sem espaço");
    await expect.poll(() => preview(page).count()).toBe(0);
  });

  test("of two tabs the one written last is kept, whole", async () => {
    const { page } = ana;
    await write(page);
    await draftHolds(page, "pão de queijo.png");
    const tab = await page.context().newPage();
    await tab.goto("/submit");
    await tab.getByText("Recuperamos seu rascunho").waitFor();
    await title(page).fill("Primeira aba");
    await draftHolds(page, "Primeira aba");
    await title(tab).fill("Segunda aba");
    await draftHolds(tab, "Segunda aba");
    await tab.reload();
    await expect.poll(() => title(tab).inputValue()).toBe("Segunda aba");
  });

  test("one person's draft is not shown to the next on the same device", async () => {
    const { page } = ana;
    await write(page);
    await draftHolds(page, "pão de queijo.png");
    await page.goto("/");
    await page.getByRole("button", { name: /^Conta de/ }).click();
    await page.getByRole("menuitem", { name: "Sair" }).click();
    await toastOf(page, "Você saiu da sua conta.").waitFor();
    await openLoggingIn(page, emailOf("Beto"), "/submit");
    await title(page).waitFor();
    await expect.poll(() => title(page).inputValue()).toBe("");
  });
});

describe("deleting", () => {
  test("the dialog says what will go, then it is gone, pictures too, and the reader is at the profile", async () => {
    const path = await publishBread();
    const beto = await enter(other);
    await beto.page.goto(path);
    await beto.page.getByRole("button", { name: /^Curtir/ }).click();
    await expect.poll(async () => (await site.database.pool.query("select from likes")).rowCount).toBe(1);

    const { page } = ana;
    await page.goto(path);
    const pictures = await picturesOf(path);
    const opener = page.getByRole("button", { name: "Mais opções" });
    const remove = async () => {
      await opener.click();
      await page.getByRole("menuitem", { name: "Excluir" }).click();
    };
    await remove();
    const dialog = page.getByRole("dialog", { name: "Excluir prompt?" });
    await dialog.getByText("a curtida que recebeu").waitFor();
    await dialog.getByText("o lugar dele nos favoritos e nas coleções de outras pessoas").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(opener)).toBe(true);

    const removeIt = async () => {
      await remove();
      await dialog.getByText("Dá para desfazer por 10 minutos.").waitFor();
      await dialog.getByRole("button", { name: "Excluir prompt" }).click();
      await toastOf(page, "Prompt excluído").waitFor();
      await page.waitForURL("**/profile");
    };
    const openAgain = async () => {
      await toastOf(page, "Prompt de volta ao site").waitFor();
      await page.goto(path);
      await page
        .getByRole("button", { name: /^(Curtir|Descurtir): 1/ })
        .first()
        .waitFor();
    };
    await removeIt();
    await expect.poll(() => statusOf(path)).toBe(404);
    // From the message, and from the profile when that is gone.
    await page
      .getByRole("region", { name: /Notificações/ })
      .getByRole("button", { name: "Desfazer" })
      .click();
    await openAgain();
    await removeIt();
    const listed = page.getByRole("region", { name: "Excluídos há pouco" });
    await listed.getByText(/Será apagado para sempre às \d\d:\d\d\./).waitFor();
    await listed.getByRole("button", { name: /^Desfazer a exclusão de / }).click();
    await openAgain();
    await removeIt();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
    for (const gone of [path, `/api${path}`, pictures.thumbnail, pictures.preview]) {
      await expect.poll(() => statusOf(gone)).toBe(404);
    }
  });

  test("from a card of the profile as well, with the keyboard alone; a failure is told and nothing goes", async () => {
    const id = await author.publish("Cartão que vai embora", content);
    const { page } = ana;
    await page.goto("/profile");
    const options = page.getByRole("button", { name: "Opções de Cartão que vai embora" });
    await options.press("Enter");
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    await expect.poll(focused).toBe("Editar");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused()).toBe("Excluir");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await page.route(`**/api/prompts/${id}`, (route) => route.abort());
    await dialog.getByRole("button", { name: "Excluir prompt" }).press("Enter");
    await toastOf(page, "Não foi possível excluir o prompt. Tente novamente.").waitFor();
    await expect.poll(() => countPrompts(`id = ${id}`)).toBe(1);
    await page.unroute(`**/api/prompts/${id}`);
    await dialog.getByRole("button", { name: "Excluir prompt" }).press("Enter");
    await toastOf(page, "Prompt excluído").waitFor();
    await expect.poll(() => page.getByRole("heading", { name: "Cartão que vai embora" }).count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
    await expect.poll(() => countPrompts(`id = ${id} and deleted_at is null`)).toBe(0);
  });
});

async function picturesOf(path: string) {
  const html = await (await fetch(site.origin + path)).text();
  const preview = html.match(/property="og:image" content="[^"]*?(\/media\/[^"]+)"/)?.[1] ?? "";
  const { thumbnail_url } = (await (await fetch(`${site.origin}/api${path}`)).json()) as {
    thumbnail_url: string;
  };
  return { preview, thumbnail: thumbnail_url };
}

async function statusOf(path: string): Promise<number> {
  const answer = await fetch(site.origin + path);
  await answer.arrayBuffer();
  return answer.status;
}
