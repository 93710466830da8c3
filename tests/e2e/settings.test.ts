/** The settings in real browsers: sessions ended from elsewhere, a copy of one's data, leaving for good. */
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { fromBufferPromise } from "yauzl";
import type { PromptView } from "#prompts/contract.ts";
import { hasFocus } from "#tests/support/accessibility.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { draftsIn } from "#tests/support/drafts.ts";
import { fillLogin, openLoggingIn } from "#tests/support/forms.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, emailOf, type Member } from "#tests/support/members.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";

let site: TestSite;
let browser: Browser;
/** Ana at home, and with her telephone. */
let ana: Visitor;
let away: Visitor;
let beto: Visitor;
let member: Member;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite(), launchBrowser()]);
  await createMember(site, "Ana Maria");
  member = await createMember(site, "Beto Silva");
  ana = await visit(browser, site.origin, { userAgent: CHROME });
  away = await visit(browser, site.origin, { userAgent: FIREFOX, viewport: { width: 360, height: 740 } });
  beto = await visit(browser, site.origin);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function idOf(username: string): Promise<string> {
  const { rows } = await site.database.pool.query("select id from users where username = $1", [username]);
  return rows[0].id;
}

const open = ({ page }: Visitor, username: string, path: string) =>
  openLoggingIn(page, emailOf(username), path);

const row = (page: Page, device: string) => page.getByRole("listitem").filter({ hasText: device });
const settings = "/profile?tab=configuracoes";

journey("one's settings", async () => {
  await step("open sessions", async () => {
    await step("Ana sees both of hers, the present one marked, with device, address and dates", async () => {
      await open(away, "Ana Maria", "/submit");
      await open(ana, "Ana Maria", settings);
      const { page } = ana;
      await row(page, "Esta sessão").getByText("Chrome no Linux").waitFor();
      await row(page, "Firefox no Windows")
        .getByText(/Último uso agora · IP (127\.0\.0\.1|::1)/)
        .waitFor();
      await row(page, "Firefox no Windows")
        .getByText(/Desde \d{1,2}º? de [a-zç]+ de \d{4}/)
        .waitFor();
      expect(await page.getByRole("list", { name: "Sessões abertas" }).getByRole("listitem").count()).toBe(2);
    });

    await step(
      "a form that is being filled in elsewhere is kept when its session is ended, with the login above it",
      async () => {
        await away.page.getByLabel(/título/i).fill("Bilhete para a vizinha");
        await away.page
          .getByLabel(/^prompt|texto do prompt/i)
          .fill("Escreva um bilhete gentil para a vizinha.");
        await away.page.getByLabel(/ferramenta/i).selectOption({ label: "Claude" });
        const [, data] = (await pictureDataUrl("#884422")).split(",");
        const picture = { name: "b.png", mimeType: "image/png", buffer: Buffer.from(String(data), "base64") };
        await away.page.locator('input[type="file"]').setInputFiles(picture);

        const { page } = ana;
        await page.getByRole("button", { name: "Encerrar sessão: Firefox no Windows" }).click();
        await page.getByText("Firefox no Windows não tem mais acesso à sua conta.").first().waitFor();
        await row(page, "Firefox no Windows").waitFor({ state: "detached" });
        expect(await hasFocus(page.getByRole("list", { name: "Sessões abertas" }))).toBe(true);
        expect(await page.getByRole("button", { name: "Encerrar todas as outras" }).count()).toBe(0);

        await away.page.getByRole("button", { name: "Enviar Prompt" }).click();
        // That the session ended gives way to what it means for the form.
        await away.page.getByText("Você precisa estar logado para enviar prompts").first().waitFor();
        const panel = away.page.getByRole("region", { name: "Entre para enviar seu prompt" });
        // The dialog has opened by itself; closed, the two ways to it remain.
        for (const [button, title] of [
          ["Criar conta", "Crie sua conta"],
          ["Entrar", "Entre na Prompteca"],
        ] as const) {
          await away.page.getByRole("dialog").waitFor();
          await away.page.keyboard.press("Escape");
          await away.page.getByRole("dialog").waitFor({ state: "detached" });
          await panel.getByRole("button", { name: button }).click();
          await away.page.getByRole("dialog", { name: title }).waitFor();
        }
        expect(await away.page.getByLabel(/título/i).inputValue()).toBe("Bilhete para a vizinha");
      },
    );

    await step("having logged in again there, the form is sent as it was", async () => {
      const { page } = away;
      await page.getByRole("dialog", { name: "Entre na Prompteca" }).waitFor();
      await fillLogin(page, emailOf("Ana Maria"));
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Enviar Prompt" }).click();
      await page.getByText("Seu prompt foi enviado com sucesso").first().waitFor();
    });

    await step(
      "all others are ended at once; the page that learns of it leads home and says why",
      async () => {
        await away.page.goto("/settings");
        await row(away.page, "Esta sessão").waitFor();
        await ana.page.reload();
        await ana.page.getByRole("button", { name: "Encerrar todas as outras" }).click();
        await ana.page.getByText("1 outra sessão foi encerrada.").first().waitFor();

        await away.page.getByRole("button", { name: "Encerrar sessão: Chrome no Linux" }).click();
        await away.page.getByText("Sua sessão terminou", { exact: true }).first().waitFor();
        await away.page.waitForURL(`${site.origin}/`);
        expect(await row(ana.page, "Esta sessão").count()).toBe(1);
      },
    );

    await step(
      "an hour after the login another one is ended with the password, which may be mistyped",
      async () => {
        await open(away, "Ana Maria", "/submit");
        await site.database.pool.query("update sessions set created_at = now() - interval '2 hours'");
        const { page } = ana;
        await page.reload();
        await page.getByRole("button", { name: "Encerrar sessão: Firefox no Windows" }).click();
        const dialog = page.getByRole("dialog", { name: "Confirme que é você" });
        await dialog.getByText("Você entrou há mais de uma hora.").waitFor();
        const field = dialog.getByLabel("Sua senha");
        await field.fill("errada-mesmo-1");
        await dialog.getByRole("button", { name: "Encerrar" }).click();
        await dialog.getByText("A senha está incorreta.").waitFor();
        expect([await field.inputValue(), await hasFocus(field)]).toEqual(["errada-mesmo-1", true]);
        await field.fill(PASSWORD);
        await dialog.getByRole("button", { name: "Encerrar" }).click();
        await page.getByText("Firefox no Windows não tem mais acesso à sua conta.").first().waitFor();
        await dialog.waitFor({ state: "detached" });
        await row(page, "Firefox no Windows").waitFor({ state: "detached" });
      },
    );

    await step("a list that does not come says so, and comes when asked again", async () => {
      const { page } = ana;
      await page.route("**/api/account/sessions", (route) =>
        route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
      );
      await page.reload();
      await page.getByText("O site não conseguiu responder agora. Tente novamente em instantes.").waitFor();
      await page.unroute("**/api/account/sessions");
      await page.getByRole("button", { name: "Tentar novamente" }).click();
      await row(page, "Esta sessão").waitFor();
    });

    await step("ending the present one is logging out", async () => {
      const { page } = ana;
      await page.getByRole("button", { name: "Encerrar esta sessão e sair" }).click();
      await page.getByText("Você saiu da sua conta.").first().waitFor();
      await page.waitForURL(`${site.origin}/`);
    });
  });

  await step("a copy of one's data", async () => {
    await step("is downloaded as one ZIP with a good name", async () => {
      await open(ana, "Ana Maria", settings);
      const { page } = ana;
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Baixar meus dados" }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^prompteca-ana-maria-\d{4}-\d\d-\d\d\.zip$/);
      await page.getByText("Cópia pronta").first().waitFor();
      const names: string[] = [];
      const zip = await fromBufferPromise(await readFile(await download.path()));
      for await (const entry of zip.eachEntry()) names.push(entry.fileName);
      expect(names).toEqual([
        "conta.json",
        "prompts.json",
        "versoes.json",
        "curtidas.json",
        "favoritos.json",
        "resultados.json",
        "colecoes.json",
        "seguindo.json",
        "decisoes.json",
        "denuncias.json",
        expect.stringMatching(/^prompts\/\d+-bilhete-para-a-vizinha\.md$/),
        expect.stringMatching(/^imagens\/\d+-bilhete-para-a-vizinha\.webp$/),
        "LEIA-ME.txt",
      ]);
    });

    await step("one that fails or is refused is told in words, and can be asked for again", async () => {
      const { page } = ana;
      const button = page.getByRole("button", { name: "Baixar meus dados" });
      for (const [status, message] of [
        [429, "Muitas tentativas em pouco tempo. Aguarde um pouco e tente novamente."],
        [503, "O site não conseguiu responder agora. Tente novamente em instantes."],
      ] as const) {
        const body = status === 429 ? JSON.stringify({ message, code: "over_request_rate_limit" }) : "<html>";
        await page.route("**/api/account/export", (route) => route.fulfill({ status, body }));
        await button.click();
        await page.getByText(message).first().waitFor();
        await page.unroute("**/api/account/export");
      }
      await page.route("**/api/account/export", (route) => route.abort());
      await button.click();
      await page.getByText("Não foi possível falar com o servidor.").first().waitFor();
      await page.unroute("**/api/account/export");
      const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
      expect(await download.failure()).toBeNull();
    });
  });

  await step("deleting one's account", async () => {
    await step("says first what goes, in numbers, and changes nothing when it is called off", async () => {
      await member.publish("Cordel da inteligência");
      await open(beto, "Beto Silva", settings);
      const { page } = beto;
      const opener = page.getByRole("button", { name: "Excluir minha conta" });
      await opener.click();
      const dialog = page.getByRole("dialog", { name: "Excluir sua conta?" });
      await dialog.getByText("1 prompt publicado, com 1 imagem").waitFor();
      await dialog.getByText("2 sessões abertas").waitFor();
      await dialog.getByRole("button", { name: "Cancelar" }).click();
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => hasFocus(opener)).toBe(true);
    });

    await step("asks for the password, and refuses none and a wrong one at its field", async () => {
      const { page } = beto;
      await page.getByRole("button", { name: "Excluir minha conta" }).click();
      const dialog = page.getByRole("dialog");
      const password = dialog.getByLabel("Sua senha");
      const confirm = dialog.getByRole("button", { name: "Excluir para sempre" });
      await confirm.click();
      await dialog.getByText("Informe sua senha para excluir a conta.").waitFor();
      await password.fill("Jaca-errada-123");
      await confirm.click();
      await dialog.getByText("A senha está incorreta.").waitFor();
      await expect.poll(() => hasFocus(password)).toBe(true);
      expect(await password.inputValue()).toBe("Jaca-errada-123");
    });

    await step("then it is gone, for visitors too, and nobody can log in with it", async () => {
      const id = await member.publish("Receita de bolo");
      const { image } = (await (await fetch(`${site.origin}/api/prompts/${id}`)).json()) as PromptView;
      const shown = [`/api/prompts/${id}`, `/prompts/${id}`, image.url];
      const statuses = () =>
        Promise.all(shown.map((path) => fetch(site.origin + path).then(({ status }) => status)));
      const { page } = beto;
      expect(await draftsIn(page, `new ${await idOf("Beto Silva")}`)).toHaveLength(1);
      await page.getByRole("dialog").getByLabel("Sua senha").fill(PASSWORD);
      await page.getByRole("dialog").getByLabel("Sua senha").press("Enter");
      await page.getByText("Conta excluída").first().waitFor();
      await page.waitForURL(`${site.origin}/`);
      await page.getByRole("link", { name: "Entrar" }).first().waitFor();
      expect(await page.evaluate(() => localStorage.getItem("prompteca-auth"))).toBeNull();
      await expect.poll(() => draftsIn(page)).toEqual([]);
      expect(await statuses()).toEqual([404, 404, 404]);
      await page.goto(`/prompts/${id}`);
      await page.getByText("Prompt não encontrado").first().waitFor();
      await page.goto("/auth");
      await fillLogin(page, emailOf("Beto Silva"));
      await page.getByText("E-mail ou senha incorretos.").first().waitFor();
    });

    await step("in a second tab, what was open there ends at its next step, in words", async () => {
      const second = await ana.page.context().newPage();
      await second.goto(settings);
      await second.getByRole("button", { name: "Excluir minha conta" }).click();
      await second.getByRole("dialog").getByLabel("Sua senha").fill(PASSWORD);
      // The session that it had was ended from elsewhere: it finds that out first.
      await away.page.goto("/");
      await away.page.waitForFunction(() => localStorage.getItem("prompteca-auth") === null);
      // The other tab is not told by this one: its storage is its own, as on another device.
      await open(away, "Ana Maria", settings);
      await away.page.getByRole("button", { name: "Excluir minha conta" }).click();
      await away.page.getByRole("dialog").getByLabel("Sua senha").fill(PASSWORD);
      await second.getByRole("button", { name: "Excluir para sempre" }).click();
      await second.getByText("Conta excluída").first().waitFor();

      await away.page.getByRole("button", { name: "Excluir para sempre" }).click();
      await away.page.getByText("Sua sessão terminou", { exact: true }).first().waitFor();
      await away.page.waitForURL(`${site.origin}/`);
      await ana.page.waitForURL(`${site.origin}/`);
      await ana.page.getByRole("link", { name: "Entrar" }).first().waitFor();
      await second.close();
    });

    await step("no page complained on the way: no hydration warning, no policy violation", () => {
      const expected = /status of (4\d\d|50[03])|ERR_FAILED/;
      const complaints = [ana, away, beto].flatMap((visitor) => visitor.complaints);
      expect(complaints.filter((text) => !expected.test(text))).toEqual([]);
    });
  });
});
