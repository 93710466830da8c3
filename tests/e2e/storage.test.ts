/** Browsers whose storage is full, refused or silent: everything works for this page, and it says what does not last. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SESSION_KEY } from "#accounts/client/session-storage.ts";
import { launchBrowser, visit } from "#tests/support/browser.ts";
import { fillLogin } from "#tests/support/forms.ts";
import { createMember, type Member } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  await ana.publish("Bolo de fubá", "Escreva a receita de um bolo de [sabor].");
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const NOT_KEPT =
  "Este navegador não está guardando dados: sua sessão continua aberta até você fechar ou recarregar a página.";

const broken: Record<string, () => void> = {
  "is full": () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
  "cannot be read": () => {
    Storage.prototype.getItem = () => {
      throw new DOMException("denied", "SecurityError");
    };
  },
  "may not be touched": () => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
  },
  // As extensions have it.
  "may not be touched, nor replaced": () => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, name, {
        configurable: false,
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
  },
  "is null, as in apps that show pages": () => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { value: null });
  },
  "keeps nothing of what it takes": () => {
    Storage.prototype.setItem = () => {};
  },
};

async function logIn(page: Page, remember: boolean): Promise<void> {
  await page.goto("/auth");
  if (!remember) await page.getByLabel("Lembrar de mim").uncheck();
  await fillLogin(page, ana.email);
}

test.each(Object.entries(broken))(
  "a login where storage %s lasts as long as the page, which says so",
  async (_how, breakIt) => {
    for (const remember of [true, false]) {
      const { page, complaints, close } = await visit(browser, site.origin);
      await page.addInitScript(breakIt);
      await logIn(page, remember);
      await page.getByText(NOT_KEPT).first().waitFor();
      const account = page.getByRole("button", { name: "Conta de Ana Maria" });
      await account.click();
      await page.getByRole("menuitem", { name: "Seu Perfil" }).click();
      await page.getByRole("heading", { level: 1, name: "Ana Maria" }).waitFor();
      await page.getByRole("article").getByText("Bolo de fubá").first().waitFor();
      await page.getByRole("button", { name: "Tema" }).click();
      await page.getByRole("menuitemradio", { name: "Escuro" }).click();
      await page.locator("html.dark").waitFor();
      await page.getByRole("button", { name: "Tema" }).click();
      await page.getByRole("menuitemradio", { name: "Escuro", checked: true }).waitFor();
      await page.keyboard.press("Escape");
      await account.click();
      await page.getByRole("menuitem", { name: "Sair" }).click();
      await page.getByRole("link", { name: "Cadastrar" }).first().waitFor();
      // The profile that is left asks for what only its owner may see.
      expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
      await close();
    }
  },
);

test("where storage works, a login says nothing of it", async () => {
  const { page, close } = await visit(browser, site.origin);
  await logIn(page, true);
  await page.getByText("Olá, Ana Maria!").first().waitFor();
  await expect.poll(() => page.getByText(NOT_KEPT).count()).toBe(0);
  await close();
});

test.each([
  ["is full", true],
  ["keeps nothing of what it takes", true],
  ["cannot be read", false],
])(
  "where storage %s only later, the session goes on, and a renewed one says that it will not last",
  async (how, told) => {
    const { page, complaints, close } = await visit(browser, site.origin);
    await logIn(page, true);
    const account = page.getByRole("button", { name: "Conta de Ana Maria" });
    await account.waitFor();
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? "");
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
    }, SESSION_KEY);
    if (!told) await page.reload();
    await page.evaluate(broken[how] as () => void);
    await account.click();
    await page.getByRole("menuitem", { name: "Seu Perfil" }).click();
    await page.getByRole("heading", { level: 1, name: "Ana Maria" }).waitFor();
    await page.getByRole("article").getByText("Bolo de fubá").first().waitFor();
    if (told) await page.getByText(NOT_KEPT).first().waitFor();
    await account.waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
);

test.each([
  [
    "may not be touched",
    () => {
      Object.defineProperty(window, "indexedDB", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    },
  ],
  [
    "fails",
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
    },
  ],
  [
    "fails by an event",
    () => {
      IDBFactory.prototype.open = () => {
        const request = new EventTarget() as IDBOpenDBRequest;
        setTimeout(() => request.onerror?.(new Event("error")), 50);
        return request;
      };
    },
  ],
  [
    "is full",
    () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    },
  ],
  [
    "undoes what is written",
    () => {
      const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function (...asked) {
        const begun = transaction.apply(this, asked);
        if (asked[1] === "readwrite") queueMicrotask(() => begun.abort());
        return begun;
      };
    },
  ],
  [
    "never answers",
    () => {
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
    },
  ],
])(
  "where the database of drafts %s, the form opens, and says that nothing is kept",
  async (_how, breakIt) => {
    const { page, complaints, close } = await visit(browser, site.origin);
    await page.addInitScript(breakIt);
    await page.clock.install();
    await page.goto("/auth?next=/submit");
    await fillLogin(page, ana.email);
    await page.waitForURL("**/submit");
    const title = page.getByLabel("Título");
    await expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return title.count();
      })
      .toBe(1);
    await title.fill("Sem guarda");
    await page
      .getByText("Este navegador não está guardando rascunhos: publique antes de fechar a página")
      .waitFor();
    await page.getByRole("button", { name: "Cancelar", exact: true }).click();
    await page.getByRole("region", { name: "Formulário limpo" }).waitFor();
    // Beyond the time that the database may take.
    await page.clock.runFor(10_000);
    expect(complaints).toEqual([]);
    await close();
  },
);
