/** "Funcionou?": asked when the reader comes back, answered by keyboard and by hand, changed, taken back, and shown to others. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { fillRegistration } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, emailOf, type Member, visitAs } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { linkIn } from "#tests/support/smtp.ts";
import { closeToast, toastIn } from "#tests/support/toasts.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let ana: Member;
let beto: Member;
let id: number;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  ana = await createMember(site, "Ana Maria");
  beto = await createMember(site, "Beto Lima");
  id = await ana.publish("Convite de festa");
  const people = [ana.id, beto.id];
  for (const name of ["Carla Dias", "Davi Reis"]) {
    const { id: user } = await createMember(site, name);
    people.push(user);
    await site.database.pool.query(
      `insert into results (prompt_id, version, user_id, model_key, model, outcome, note)
      values ($1, 1, $2, 'gpt5', 'GPT-5', 'worked', 'Direto ao ponto.')`,
      [id, user],
    );
  }
  await site.database.pool.query(
    "update users set created_at = created_at - interval '2 days' where id = any($1)",
    [people],
  );
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const copying = { permissions: ["clipboard-read", "clipboard-write"], viewport: { width: 360, height: 740 } };
const copy = (page: Page) => page.getByRole("button", { name: "Copiar prompt" }).click();
const asked = (page: Page) => page.getByRole("group", { name: "Funcionou?" });
const dialog = (page: Page) => page.getByRole("dialog");
const begin = (page: Page) => page.getByRole("button", { name: "Dizer se funcionou" }).click();
const placeOf = (page: Page, name: string) => page.getByRole("button", { name }).boundingBox();

/** As if what was copied had been copied so much earlier. @returns what the device remembers */
const pass = (page: Page, minutes: number): Promise<[number, string, number][]> =>
  page.evaluate((ms) => {
    const copied: [number, string, number][] = JSON.parse(localStorage.getItem("prompteca-copied") ?? "[]");
    for (const one of copied) if (one[2]) one[2] -= ms;
    localStorage.setItem("prompteca-copied", JSON.stringify(copied));
    return copied;
  }, minutes * 60_000);
/** The tab is hidden and shown again. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
const remembered = (page: Page) => expect.poll(async () => (await pass(page, 0)).length);
/** Whether a press on each of the row's buttons reaches it, unless it is scrolled away, below the header's edge. */
const reachesAll = (page: Page) =>
  asked(page)
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const middle = top + height / 2;
        const edge = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
        const isAway = middle <= edge || middle >= innerHeight;
        return isAway || button.contains(document.elementFromPoint(left + width / 2, middle));
      }),
    );

async function expectQuiet({ complaints, close }: Visitor): Promise<void> {
  expect(complaints).toEqual([]);
  await close();
}

journey("a visitor who has used a prompt answers after logging in, and changes the answer", async () => {
  const visitor = await visit(browser, site.origin, copying);
  const { page } = visitor;
  await step("copying asks nothing; the tab shown again some minutes later does", async () => {
    await page.goto(`/prompts/${id}`);
    await page.getByText("2 pessoas responderam; mostramos a partir de 3").waitFor();
    await copy(page);
    await page.getByText("Prompt copiado").first().waitFor();
    await remembered(page).toBe(1);
    await pass(page, 2);
    await comeBack(page);
    await expect.poll(() => asked(page).count()).toBe(0);
    await pass(page, 1.5);
    const texts = page.getByRole("region", { name: "Prompt", exact: true });
    const before = [await texts.boundingBox(), await placeOf(page, "Copiar prompt")];
    await comeBack(page);
    await asked(page).waitFor();
    expect([await texts.boundingBox(), await placeOf(page, "Copiar prompt")]).toEqual(before);
  });
  await step("the row is one line, and nothing covers it, wherever the page is scrolled to", async () => {
    // By then the message is long gone.
    await closeToast(toastIn(page).filter({ hasText: "Prompt copiado" }));
    const tops = await asked(page)
      .getByRole("button")
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect()));
    expect(new Set(tops.map(({ top, height }) => Math.round(top + height / 2))).size).toBe(1);
    await expect.poll(() => asked(page).isVisible()).toBe(true);
    for (const share of [0, 0.5, 1]) {
      await page.evaluate((part) => scrollTo(0, part * document.body.scrollHeight), share);
      if (share < 1) expect(await reachesAll(page)).toEqual([true, true, true, true]);
    }
    await page.evaluate(() => scrollTo(0, 0));
  });
  await step(
    "an answer is written before the login, which keeps it; no message covers the dialog",
    async () => {
      await asked(page).getByRole("button", { name: "Em parte" }).click();
      await dialog(page).getByText("Para enviar, entre ou crie uma conta.").waitFor();
      await expect.poll(() => page.locator(".toast-place [data-state=open]").count()).toBe(0);
      await expect.poll(() => dialog(page).getByRole("radio", { name: "Em parte" }).isChecked()).toBe(true);
      await dialog(page).getByRole("button", { name: "Responder" }).click();
      await dialog(page).getByText("Diga em qual modelo você usou o prompt").waitFor();
      await dialog(page).getByRole("button", { name: "Claude Opus 4.1" }).click();
      await expect
        .poll(() => dialog(page).getByLabel("Em qual modelo?").inputValue())
        .toBe("Claude Opus 4.1");
      await dialog(page).getByLabel("Observação").fill("Pediu para repetir.");
      await dialog(page).getByRole("button", { name: "Responder" }).click();
      await dialog(page)
        .getByLabel(/^E-?mail$/)
        .fill(emailOf(beto.username));
      await dialog(page).getByLabel("Senha", { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await dialog(page).getByRole("heading", { name: "Funcionou?" }).waitFor();
      await expect.poll(() => dialog(page).getByRole("radio", { name: "Em parte" }).isChecked()).toBe(true);
      await expect
        .poll(() => dialog(page).getByLabel("Em qual modelo?").inputValue())
        .toBe("Claude Opus 4.1");
      await expect.poll(() => dialog(page).getByLabel("Observação").inputValue()).toBe("Pediu para repetir.");
      await dialog(page).getByRole("button", { name: "Responder" }).click();
      await page.getByRole("button", { name: "Sua resposta: Em parte, no Claude Opus 4.1" }).waitFor();
      await expect.poll(() => asked(page).count()).toBe(0);
      // In each later visit too.
      await page.reload();
      await page.getByRole("button", { name: "Sua resposta: Em parte, no Claude Opus 4.1" }).waitFor();
    },
  );
  await step("it is changed, taken back, and put back", async () => {
    await page.getByRole("button", { name: /^Sua resposta/ }).click();
    await dialog(page).getByText("Pediu para repetir.").waitFor();
    const filled = async () => [
      await dialog(page).getByRole("radio", { name: "Em parte" }).isChecked(),
      await dialog(page).getByLabel("Em qual modelo?").inputValue(),
      await dialog(page).getByLabel("Observação").inputValue(),
    ];
    await expect.poll(() => filled()).toEqual([true, "Claude Opus 4.1", "Pediu para repetir."]);
    await dialog(page).getByLabel("Observação").fill("Outra coisa.");
    await dialog(page)
      .getByRole("button", { name: /^Mudar/ })
      .click();
    await expect.poll(filled).toEqual([true, "Claude Opus 4.1", "Pediu para repetir."]);
    await dialog(page).getByRole("radio", { name: "Sim" }).check();
    await dialog(page).getByRole("button", { name: "Responder" }).click();
    await page.getByRole("button", { name: "Sua resposta: Sim, no Claude Opus 4.1" }).click();
    await dialog(page)
      .getByRole("button", { name: /^Remover/ })
      .click();
    await page.getByRole("button", { name: "Dizer se funcionou" }).waitFor();
    await page.getByRole("button", { name: "Desfazer" }).click();
    await page.getByRole("button", { name: "Sua resposta: Sim, no Claude Opus 4.1" }).waitFor();
  });
  await step("others see it, on the card and with models and notes", async () => {
    await page.goto("/prompts");
    // On a busy machine the last answer was minutes ago.
    const told = /^Funcionou para 3 pessoas · (agora|há \d+ minutos?)$/;
    await page.getByText(told).waitFor();
    await page.goto(`/prompts/${id}`);
    await page.getByRole("button", { name: told }).press("Enter");
    await dialog(page).getByRole("row", { name: "GPT-5 2 0 0" }).waitFor();
    await dialog(page).getByRole("row", { name: "Claude Opus 4.1 1 0 0" }).waitFor();
    await dialog(page).getByText("Pediu para repetir.").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => hasFocus(page.getByRole("button", { name: told }))).toBe(true);
    await page.getByRole("button", { name: told }).press("Enter");
    await dialog(page).getByRole("link", { name: "Denunciar" }).last().click();
    await page.waitForURL("**/denunciar?tipo=result&id=*");
    await expect
      .poll(() => page.getByLabel("Link do que você quer denunciar").inputValue())
      .toMatch(new RegExp(`^${site.origin}/prompts/${id}#resultado-\\d+$`));
    await page.getByText(/^Resposta sobre o prompt “/).waitFor();
  });
  await expectQuiet(visitor);
});

journey(
  "a visitor who copied from a card is asked on it at the next visit, and closes it for good",
  async () => {
    const one = await ana.publish("Roteiro de viagem");
    const other = await ana.publish("Lista de compras");
    const visitor = await visit(browser, site.origin, copying);
    const { page } = visitor;
    const card = (title: string) => page.getByRole("article", { name: title });
    await step("both are copied; nothing asks yet, nor on the next visit at once", async () => {
      await page.goto("/prompts");
      for (const [count, title] of ["Roteiro de viagem", "Lista de compras"].entries()) {
        await page.getByRole("button", { name: `Copiar: ${title}` }).click();
        await remembered(page).toBe(count + 1);
      }
      await page.reload();
      await card("Lista de compras").waitFor();
      await expect.poll(() => asked(page).count()).toBe(0);
    });
    await step(
      "the next visit asks on both cards, in one line each, or the answers in one below",
      async () => {
        await pass(page, 60 * 24);
        await page.reload();
        await expect.poll(() => asked(page).count()).toBe(2);
        const lines = async (title: string) => {
          const row = card(title).getByRole("group", { name: "Funcionou?" });
          const middles = await row
            .getByRole("button")
            .evaluateAll((all) =>
              all
                .map((one) => one.getBoundingClientRect())
                .map(({ top, height }) => Math.round(top + height / 2)),
            );
          const [yes = 0, partly, no, close = 0] = middles;
          expect([partly, no], title).toEqual([yes, yes]);
          expect(close, title).toBeLessThanOrEqual(yes);
          return (await row.boundingBox())?.height ?? 0;
        };
        for (const title of ["Roteiro de viagem", "Lista de compras"]) {
          expect(await lines(title)).toBeLessThan(60);
          for (const width of [280, 1440]) {
            await page.setViewportSize({ width, height: 900 });
            expect(await lines(title)).toBeLessThan(100);
          }
          await page.setViewportSize(copying.viewport);
        }
      },
    );
    await step(
      "closed with one press, it does not come back: not by copying again, nor on its page",
      async () => {
        await card("Lista de compras").getByRole("button", { name: "Não perguntar mais" }).click();
        await expect.poll(() => asked(page).count()).toBe(1);
        await page.getByRole("button", { name: "Copiar: Lista de compras" }).click();
        await page.goto(`/prompts/${other}`);
        await copy(page);
        await page.getByText("Prompt copiado").first().waitFor();
        await pass(page, 60);
        await page.reload();
        await page.getByText("Ninguém contou ainda se funcionou").waitFor();
        await page.goto(`/prompts/${one}`);
        await asked(page).waitFor();
        await page.goto(`/prompts/${other}`);
        await page.getByText("Ninguém contou ainda se funcionou").waitFor();
        await comeBack(page);
        await expect.poll(() => asked(page).count()).toBe(0);
        expect((await pass(page, 0)).map(([prompt, , at]) => [prompt, at > 0])).toEqual([
          [one, true],
          [other, false],
        ]);
      },
    );
    await step("whose text has changed since is not asked about", async () => {
      await site.database.pool.query("update prompts set content = content || '!' where id = $1", [one]);
      // The caches are told a moment later.
      const changed = async () => {
        await page.goto(`/prompts/${one}`);
        return page.getByText("Ninguém contou ainda se funcionou nesta versão").count();
      };
      await expect.poll(changed).toBe(1);
      await comeBack(page);
      await expect.poll(() => asked(page).count()).toBe(0);
    });
    await expectQuiet(visitor);
  },
);

test("authors are not asked about their own prompt; what the device remembers is bounded and may be broken", async () => {
  const own = await visitAs(ana, browser, site.origin, copying);
  const { page } = own;
  await page.goto(`/prompts/${id}`);
  await page.evaluate(() => {
    const copied = Array.from({ length: 150 }, (_, n) => [9000 + n, "1 null", n + 1]);
    localStorage.setItem("prompteca-copied", JSON.stringify([...copied, null, 7, {}]));
  });
  await copy(page);
  await expect.poll(async () => (await pass(page, 10)).at(-1)?.[0]).toBe(id);
  const kept = await pass(page, 0);
  expect([kept.length, kept[0]?.[0]]).toEqual([100, 9051]);
  await page.reload();
  await page.getByText("Prompt copiado").waitFor({ state: "detached" });
  await comeBack(page);
  await expect.poll(() => asked(page).count()).toBe(0);
  await expect.poll(() => page.getByRole("button", { name: "Dizer se funcionou" }).count()).toBe(0);
  for (const broken of ["{", "7", "null", '[["x"],[],[null]]', `[[${id},1,"ontem"]]`]) {
    await page.evaluate((text) => localStorage.setItem("prompteca-copied", text), broken);
    await page.reload();
    await copy(page);
    await expect.poll(async () => (await pass(page, 0)).at(-1)?.[0]).toBe(id);
  }
  await expectQuiet(own);
});

test("who joined today is told that the answer is kept and from when on it counts", async () => {
  const prompt = await ana.publish("Convite de batizado");
  const young = await createMember(site, "Elis Novaes");
  const { page, ...visitor } = await visitAs(young, browser, site.origin, copying);
  await page.goto(`/prompts/${prompt}`);
  await begin(page);
  await dialog(page)
    .getByText(
      /^Sua conta é nova\. A resposta fica guardada e passa a contar em \d+º? de .+ às \d\d:\d\d, horário de Brasília\.$/,
    )
    .waitFor();
  await expect.poll(() => dialog(page).getByRole("alert").count()).toBe(0);
  await dialog(page).getByRole("button", { name: "Responder" }).click();
  await dialog(page).getByText("Diga se funcionou: sim, em parte ou não").waitFor();
  await dialog(page).getByRole("radio", { name: "Sim" }).check();
  await dialog(page).getByRole("button", { name: "Claude Opus 4.1" }).click();
  await dialog(page).getByRole("button", { name: "Responder" }).click();
  await page.getByText("Resposta guardada").first().waitFor();
  await page
    .getByRole("button", { name: "Sua resposta: Sim, no Claude Opus 4.1 (ainda não conta)" })
    .waitFor();
  await expect.poll(() => page.getByText("Ninguém contou ainda se funcionou").count()).toBe(0);
  // Nothing was copied here but this.
  const copied = await ana.publish("Convite de formatura");
  await page.goto(`/prompts/${copied}`);
  await copy(page);
  await remembered(page).toBe(2);
  await page.goto("/");
  const list = page.getByRole("region", { name: "Você copiou há pouco" });
  await list.getByRole("link", { name: "Convite de formatura" }).waitFor();
  await expect.poll(() => list.getByRole("link").count()).toBe(1);
  await expectQuiet({ page, ...visitor });
});

test("a visitor who registers from an answer lands in it, with what was chosen and written", async () => {
  const prompt = await ana.publish("Bilhete de agradecimento");
  const visitor = await visit(browser, site.origin, copying);
  const { page } = visitor;
  await page.goto(`/prompts/${prompt}`);
  await begin(page);
  await dialog(page).getByRole("radio", { name: "Não" }).check();
  await dialog(page).getByLabel("Em qual modelo?").fill("Gemini 2.5");
  await dialog(page).getByLabel("Observação").fill("Respondeu em inglês.\nDuas vezes.");
  await dialog(page).getByRole("button", { name: "Responder" }).click();
  await dialog(page).getByText("Você responde sobre “Bilhete de agradecimento” depois do login.").waitFor();
  await dialog(page).getByRole("tab", { name: "Cadastrar" }).click();
  await fillRegistration(page, "Fábio Souza", "fabio@example.com");
  await page.waitForURL("**/registration-success?email=*");
  const tab = await page.context().newPage();
  await tab.goto(linkIn(await site.mails.waitFor("fabio@example.com")).href);
  await tab.getByRole("button", { name: "Confirmar meu e-mail" }).click();
  await tab.getByRole("heading", { name: "E-mail confirmado" }).waitFor();
  await tab.getByRole("link", { name: "Voltar ao prompt" }).click();
  await dialog(tab).getByRole("heading", { name: "Funcionou?" }).waitFor();
  await expect.poll(() => dialog(tab).getByRole("radio", { name: "Não" }).isChecked()).toBe(true);
  await expect.poll(() => dialog(tab).getByLabel("Em qual modelo?").inputValue()).toBe("Gemini 2.5");
  await expect
    .poll(() => dialog(tab).getByLabel("Observação").inputValue())
    .toBe("Respondeu em inglês.\nDuas vezes.");
  await dialog(tab).getByText("Sua conta é nova.").waitFor();
  await dialog(tab).getByRole("button", { name: "Responder" }).click();
  await tab.getByText("Resposta guardada").first().waitFor();
  // Once is enough.
  await tab.reload();
  await tab.getByRole("button", { name: "Sua resposta: Não, no Gemini 2.5 (ainda não conta)" }).waitFor();
  await expect.poll(() => dialog(tab).count()).toBe(0);
  await expectQuiet(visitor);
});

test("an undone removal is about the version that it was about; what moderation took away is not removed", async () => {
  const { pool } = site.database;
  const prompt = await ana.publish("Convite de casamento");
  const answer = (version: number, removedAt: Date | null) =>
    pool.query(
      `insert into results (prompt_id, version, user_id, model_key, model, outcome, removed_at)
      values ($1, $2, $3, 'gpt5', 'GPT-5', 'worked', $4)`,
      [prompt, version, beto.id, removedAt],
    );
  await answer(1, null);
  const { page } = await visitAs(beto, browser, site.origin, copying);
  const ask = async (own: string) => {
    await page.goto(`/prompts/${prompt}`);
    await page.getByRole("button", { name: `Sua resposta: Sim, no ${own}`, exact: true }).click();
    await dialog(page).getByRole("radio", { name: "Sim" }).check();
    return dialog(page).getByRole("region", { name: "Suas respostas nesta versão" });
  };
  await (await ask("GPT-5")).getByRole("button", { name: /^Remover/ }).click();
  const undo = page.getByRole("button", { name: "Desfazer" });
  await undo.waitFor();
  await pool.query("update prompts set content = content || '!' where id = $1", [prompt]);
  await undo.click();
  await page.getByText("O prompt mudou enquanto você respondia").first().waitFor();
  expect((await pool.query("select from results where prompt_id = $1", [prompt])).rowCount).toBe(0);

  await answer(2, new Date());
  const mine = await ask("GPT-5 (removida pela moderação)");
  await mine.getByText("GPT-5: Sim (removida pela moderação)").waitFor();
  await expect.poll(() => mine.getByRole("button").count()).toBe(0);
  const barred = dialog(page).getByRole("alert");
  await expect
    .poll(() => barred.textContent())
    .toBe(
      "A moderação removeu uma resposta sua sobre esta versão do prompt. Enquanto essa decisão valer, você não pode dar outra.",
    );
  await dialog(page).getByRole("textbox", { name: "Em qual modelo?" }).fill("Outro modelo");
  await dialog(page)
    .getByRole("textbox", { name: /Observação/ })
    .fill("Não se perde.");
  await dialog(page).getByRole("button", { name: "Responder" }).click();
  await page.getByText("A resposta não foi enviada").first().waitFor();
  await expect
    .poll(() =>
      dialog(page)
        .getByRole("textbox", { name: /Observação/ })
        .inputValue(),
    )
    .toBe("Não se perde.");
  // An answer for another model stands; taken back, it could not be given again.
  await pool.query(
    `insert into results (prompt_id, version, user_id, model_key, model, outcome) values ($1, 2, $2, 'claude', 'Claude', 'worked')`,
    [prompt, beto.id],
  );
  const both = await ask("Claude");
  await both.getByRole("button", { name: /^Remover/ }).waitFor();
  await expect.poll(() => both.getByRole("button", { name: /^Mudar/ }).count()).toBe(0);
  await both.getByRole("button", { name: /^Remover/ }).click();
  await page.getByText("Resposta removida").first().waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Desfazer" }).count()).toBe(0);
});
