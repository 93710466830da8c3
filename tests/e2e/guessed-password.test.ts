/** A member whose password strangers guess, from the member's own network too: the browser they logged in with lets them in. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { DEVICE_KEY } from "#accounts/client/device-secret.ts";
import { SESSION_KEY } from "#accounts/client/session-storage.ts";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { journey, step } from "#tests/support/journey.ts";
import { createMember, type Member } from "#tests/support/members.ts";
import { startTestSite, type TestSite } from "#tests/support/site.ts";
import { PASSWORD } from "#tests/support/users.ts";

let site: TestSite;
let browser: Browser;
let lia: Member;
let own: Visitor;
let foreign: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTestSite({ RATE_LIMITS: "on" }), launchBrowser()]);
  lia = await createMember(site, "Lia Prado");
  [own, foreign] = await Promise.all([visit(browser, site.origin), visit(browser, site.origin)]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function logIn({ page }: Visitor, remembered: boolean) {
  await page.goto("/auth");
  await page.getByLabel("E-mail").fill(lia.email);
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Lembrar de mim").setChecked(remembered);
  const answered = page.waitForResponse("**/auth/v1/token?grant_type=password");
  await page.getByRole("tabpanel").getByRole("button", { name: "Entrar", exact: true }).click();
  return (await answered).status();
}
async function logOut({ page }: Visitor) {
  await page.getByRole("button", { name: "Conta de Lia Prado" }).click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
  await page.getByText("Você saiu da sua conta.").first().waitFor();
}
const kept = ({ page }: Visitor) => page.evaluate((key) => localStorage.getItem(key), DEVICE_KEY);

journey("a member whose password is guessed", async () => {
  await step(
    "has a secret in the browser that was to remember them, which stays when they log out",
    async () => {
      expect(await logIn(own, true)).toBe(200);
      await own.page.getByRole("button", { name: "Conta de Lia Prado" }).waitFor();
      await expect.poll(() => kept(own)).toMatch(/^[\w-]{43}$/);
      const secret = await kept(own);
      await logOut(own);
      await expect.poll(() => kept(own)).toBe(secret);
      await expect.poll(() => own.page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
    },
  );

  await step("leaves none in a browser that was not", async () => {
    expect(await logIn(foreign, false)).toBe(200);
    await logOut(foreign);
    await expect.poll(() => kept(foreign)).toBeNull();
  });

  await step("gets in by the one, while strangers in the same network have used up all guesses", async () => {
    const guess = () =>
      fetch(`${site.origin}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: lia.email, password: "chute-errado-1" }),
      });
    // The browser and the guesses come from this machine: one address.
    const { points } = RATE_LIMITS.signInPerAccountAndAddress;
    for (let n = 0; n <= points; n++) await guess();
    expect((await guess()).status).toBe(429);
    expect(await logIn(foreign, false)).toBe(429);
    await foreign.page.getByText("Muitas tentativas em pouco tempo.").first().waitFor();
    expect(await logIn(own, true)).toBe(200);
    await own.page.getByRole("button", { name: "Conta de Lia Prado" }).waitFor();
  });
});
