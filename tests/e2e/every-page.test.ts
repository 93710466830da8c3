/**
 * Every page of the route table: whether search engines are shown it, what it says without scripts, and where its data does
 * not come. A new route has to be put here.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "#app/routes.ts";
import { launchBrowser, type Visitor, visit } from "#tests/support/browser.ts";
import { openEyes, type SceneSite, startSceneSite } from "#tests/support/scene-site.ts";
import { type Scene, scenes } from "#tests/support/scenes.ts";

interface Seen {
  /** Whose path it is, and what the complete page shows: by default the first scene of the route. */
  scene?: string;
  /** Whether search engines are shown it. */
  isFound: boolean;
  /** Without scripts it is read, says that it needs them, or (the admin's) waits. */
  withoutScripts: "read" | "told" | "waits";
  /** What it says when no call of the API is answered; null where it asks nothing, or does without. */
  failure: string | null;
}
const page = (
  isFound: boolean,
  withoutScripts: Seen["withoutScripts"],
  failure: string | null,
  scene?: string,
): Seen => ({ isFound, withoutScripts, failure, ...(scene && { scene }) });
const NO_ANSWER = "Não foi possível falar com o servidor.";
const NO_PROMPT = "Erro ao carregar detalhes do prompt";

const PAGES: Record<string, Seen> = {
  "/": page(true, "read", NO_ANSWER),
  "/prompts": page(true, "read", NO_ANSWER),
  "/prompts/:id": page(true, "read", NO_PROMPT),
  "/prompts/:id/edit": page(false, "told", NO_PROMPT, "form for changing a prompt"),
  "/prompts/:id/remixes": page(false, "read", "Erro ao carregar prompts"),
  "/prompts/:id/versoes": page(false, "read", "Erro ao carregar as versões"),
  "/prompts/:id/versoes/:number": page(
    false,
    "read",
    "Erro ao carregar as versões",
    "old version of a prompt",
  ),
  "/users/:id": page(true, "read", "Erro ao carregar a página de quem publicou", "author's page"),
  "/acompanhar": page(true, "read", null),
  "/tags": page(true, "read", "Erro ao carregar as tags"),
  // A tag with one prompt.
  "/tags/:slug": page(false, "read", "Erro ao carregar prompts"),
  "/colecoes": page(true, "read", "Erro ao carregar coleções"),
  "/colecoes/:name": page(true, "read", "Erro ao carregar a coleção"),
  "/submit": page(true, "told", NO_PROMPT, "form for a remix"),
  // Without the list of imports that can be undone.
  "/importar": page(false, "told", null),
  "/profile": page(false, "told", NO_ANSWER, "profile, own prompts"),
  "/novidades": page(false, "told", "Erro ao carregar novidades", "news"),
  "/avisos": page(false, "told", "Não foi possível carregar os avisos.", "notices"),
  "/settings": page(false, "told", NO_ANSWER, "settings"),
  "/auth": page(true, "told", null),
  "/entrar-com": page(false, "told", null),
  "/registration-success": page(false, "told", null),
  "/verify-email": page(false, "told", null),
  "/forgot-password": page(false, "told", null),
  "/reset-password": page(false, "told", null),
  "/blocked-account": page(false, "told", null),
  // Without the title of what is reported.
  "/denunciar": page(false, "read", null),
  "/denuncias/:code": page(false, "read", "Erro ao carregar a denúncia"),
  "/cancelar-novidades": page(false, "read", "Erro ao carregar"),
  "/moderacao": page(true, "read", "Erro ao carregar as decisões"),
  // A year that was asked for.
  "/transparencia": page(false, "read", "Erro ao carregar os números"),
  "/terms-of-use": page(true, "read", null),
  "/privacy-policy": page(true, "read", null),
  "/accessibility": page(true, "read", null),
  "/programas": page(true, "read", null),
  "/admin": page(false, "waits", "Erro ao carregar os prompts."),
  "/admin/users": page(false, "waits", "Erro ao carregar os usuários."),
  "/admin/tags": page(false, "waits", "Erro ao carregar as tags."),
  "/admin/denuncias": page(false, "waits", "Erro ao carregar as denúncias."),
  "/admin/denuncias/:id": page(false, "waits", "Erro ao carregar o caso."),
  "/admin/audit-log": page(false, "waits", "Erro ao carregar o registro."),
  "/admin/health": page(false, "waits", "Erro ao carregar a saúde do site."),
};

let site: SceneSite;
let browser: Browser;
let eyes: Record<Scene["who"], Visitor>;
let blind: Visitor;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSceneSite(), launchBrowser()]);
  eyes = await openEyes(browser, site, {});
  blind = await visit(browser, site.origin, { javaScriptEnabled: false });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** A page that is well, with what can be read without scripts. */
function sceneOf(pattern: string, name: string | undefined): Pick<Scene, "who" | "path" | "shows"> {
  if (pattern === "/users/:id")
    return { who: "visitor", path: `/users/${site.people.member.id}`, shows: "article h3" };
  const isOfRoute = new RegExp(`^${pattern.replace(/:\w+/g, "[^/?]+")}(?:\\?.*)?$`);
  const scene = scenes.find((one) => (name ? one.name === name : isOfRoute.test(one.path)));
  if (!scene) throw new Error(`no scene of ${pattern}`);
  // Home's is about its carousel, which comes alive by script.
  return pattern === "/" ? { ...scene, shows: "article h3" } : scene;
}

test("every page is looked at here", () => {
  const served = routes.map(({ pattern }) => pattern).filter((pattern) => pattern !== "/dev/ui");
  expect(Object.keys(PAGES)).toEqual(served);
});

describe.each(Object.entries(PAGES))("%s", (pattern, { scene, isFound, withoutScripts, failure }) => {
  test(isFound ? "is shown to search engines" : "stays out of search engines", async () => {
    const html = await (await fetch(site.origin + sceneOf(pattern, scene).path)).text();
    expect(html.includes('<meta name="robots" content="noindex">')).toBe(!isFound);
  });

  test("without scripts is read, or says that it needs them", async () => {
    const { path, shows } = sceneOf(pattern, scene);
    await blind.page.goto(path);
    const notice = blind.page.getByText("Esta página precisa de JavaScript", { exact: true });
    await expect.poll(() => notice.filter({ visible: true }).count()).toBe(withoutScripts === "told" ? 1 : 0);
    if (withoutScripts === "read")
      await blind.page.locator(shows).filter({ visible: true }).first().waitFor();
    else await blind.page.locator("main h1").waitFor();
  });

  test("whose data does not come says so, and is there when it is asked again", async () => {
    const { who, path, shows } = sceneOf(pattern, scene);
    const { page } = eyes[who];
    // Whatever the page before has left.
    await page.goto("/accessibility");
    await page.locator("html[data-live]").waitFor();
    // A page that finds the site well asks again by itself.
    await page.route("**/readyz", (route) => route.fulfill({ status: 503 }));
    await page.route("**/api/**", (route) => route.abort());
    // As by a link: the page's script comes, its data does not.
    await page.evaluate((to) => history.pushState(null, "", to), path);
    const told = page.getByRole("alert").filter({ hasText: failure ?? NO_ANSWER });
    if (failure !== null) await told.first().waitFor();
    await page.unroute("**/api/**");
    // Where two lists have failed, each is asked for again.
    if (failure !== null)
      for (let left = await told.count(); left > 0; left--) {
        await told.getByRole("button", { name: "Tentar novamente" }).first().click();
        await expect.poll(() => told.count()).toBe(left - 1);
      }
    await page.locator(shows).first().waitFor();
    await expect.poll(() => told.count()).toBe(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});
