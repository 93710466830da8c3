/** All screens of the site, with all dialogs and menus that can be open, and how to reach them. */
import type { Page } from "playwright-core";
import { writeErrorPage } from "#app/server/error-page.ts";
import { unsubscribePath } from "#collections/paths.ts";
import { unsubscribeToken } from "#collections/server/news-mails/unsubscribe-token.ts";
import { AppError } from "#platform/http/errors.ts";
import { maintenance } from "#platform/http/maintenance.ts";
import { deriveSecrets } from "#platform/secrets.ts";
import { collectionCsv } from "./imports.ts";
import { pictureDataUrl } from "./pictures.ts";

export interface Scene {
  name: string;
  /** The signed-in user; the admin sees nearly everything that members see. */
  who: "visitor" | "member" | "admin";
  path: string;
  /** Text or element of the complete screen. */
  shows: string;
  /** Steps on the screen, such as opening a dialog or sending a form. */
  act?: (page: Page) => Promise<void>;
  /** Widths at which it exists; both by default. */
  only?: "wide" | "narrow";
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();

/** Simulates a server that refuses; the page itself is real. */
const refused = (error: AppError, heading: string) => async (page: Page) => {
  const { html } = writeErrorPage(error, "req-1");
  await page.route(broken, (route) => route.fulfill({ status: 503, contentType: "text/html", body: html }));
  await page.reload();
  await page.getByRole("heading", { name: heading }).waitFor();
  await page.unroute(broken);
  // It looks every five seconds whether the site is back, and would reload in the middle of the next scene.
  await page.evaluate(() => {
    for (let timer = window.setInterval(() => undefined, 60_000); timer > 0; timer--) clearInterval(timer);
  });
};

/** Opens a dialog and waits for it. */
const opening = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole("dialog").waitFor();
};

/** Opens a menu and waits for it. */
const menu = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole("menu").waitFor();
};

/** Chooses two cases of one author in the queue. */
const chooseTwo = async (page: Page) => {
  for (const at of [0, 1])
    await page
      .getByRole("checkbox", { name: /^Escolher Receita/ })
      .nth(at)
      .check();
  await page.getByText("2 casos escolhidos").waitFor();
};

const sending = (name: string) => async (page: Page) => {
  await page.locator("main form").getByRole("button", { name, exact: true }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
};

/** Reports the oldest prompt. @returns the report's code */
async function report(page: Page): Promise<string> {
  const answer = await page.request.post("/api/reports", {
    data: {
      target_type: "prompt",
      target_id: 1,
      category: "spam",
      explanation: "Propaganda.",
      standing: "anyone",
      name: "Vera Luz",
      email: "vera@example.com",
    },
  });
  const { code } = await answer.json();
  return code;
}

/** A file with a prompt that may come, one that may not, and another person's. */
const IMPORTED = JSON.stringify({
  collection: { title: "Para a escola" },
  prompts: [
    {
      title: "Roteiro de aula",
      content: "Monte um roteiro sobre o ciclo da água.",
      tags: ["escola"],
      level: 1,
    },
    { title: "Oi", content: "curto", tool: "Nenhuma" },
    { title: "Cardápio", content: "Planeje o jantar de uma semana, sem carne.", author: "Bia" },
  ],
});

/** Id of an account that moderation has removed. */
export const REMOVED_USER = "00000000-0000-4000-8000-000000000410";

/** Id of an account that gets the weekly mail; its link is signed with the SECRET_KEY below. */
export const SUBSCRIBED_USER = "00000000-0000-4000-8000-000000000417";
export const SECRET_KEY = "Hq3vX9nB5tY1mC7wK4sR8zLe2JgD6pUa";
const unsubscribe = (userId: string) => unsubscribePath(unsubscribeToken(deriveSecrets(SECRET_KEY), userId));

/** The oldest prompt. */
const detail = "/prompts/1";
const broken = "**/prompts?broken";

/** As if these prompts had been copied an hour ago. */
const comeBackTo = (ids: number[]) => async (page: Page) => {
  await page.evaluate((copied) => {
    const at = Date.now() - 60 * 60_000;
    localStorage.setItem("prompteca-copied", JSON.stringify(copied.map((id) => [id, "1 null", at])));
  }, ids);
  await page.reload();
  await page.getByRole("group", { name: "Funcionou?" }).first().waitFor();
};

/** As if an issuer had named somebody who has no account by it. */
async function answerAsIssuer(page: Page, answer: { kind: string; username: string | null }): Promise<void> {
  await page.evaluate(() =>
    localStorage.setItem(
      "prompteca-issuer",
      JSON.stringify({ verifier: "v", next: "/", code: "c", at: Date.now() }),
    ),
  );
  await page.route("**/auth/v1/token?grant_type=pkce", (route) =>
    route.fulfill({ status: 409, json: { code: "signup_incomplete", message: "" } }),
  );
  const json = { issuer: "Google", email: "ana@example.com", ...answer };
  await page.route("**/api/auth/issuer/answer", (route) => route.fulfill({ json }));
  await page.reload();
  await page.locator("main form").waitFor();
  await page.unroute("**/auth/v1/token?grant_type=pkce");
}

type More = Pick<Scene, "act" | "only">;
const visitor = (name: string, path: string, shows: string, more: More = {}): Scene => ({
  ...{ name, who: "visitor", path, shows },
  ...more,
});
const member = (name: string, path: string, shows: string, more: More = {}): Scene => ({
  ...visitor(name, path, shows, more),
  who: "member",
});
const admin = (name: string, path: string, shows: string, more: More = {}): Scene => ({
  ...visitor(name, path, shows, more),
  who: "admin",
});

export const scenes: readonly Scene[] = [
  // Its carousel is alive: before, the slides can be scrolled to, and reach beyond the sides.
  visitor("home", "/", "button[aria-label='Próximo slide']:enabled"),
  visitor("library", "/prompts", "article h3"),
  visitor("library of what works today", "/prompts?funciona=hoje", "article h3"),
  visitor("library without a result", "/prompts?q=inexistente", "text=Limpar filtros"),
  visitor("prompt", detail, "h1"),
  visitor("results of a prompt", detail, "h1", {
    act: async (page) => {
      await press(/^Funcionou para/)(page);
      await page.getByRole("table").waitFor();
    },
  }),
  member("question whether a prompt worked", detail, "h1", {
    act: async (page) => {
      await press(/^Sua resposta/)(page);
      await page.getByText("Suas respostas nesta versão").waitFor();
    },
  }),
  visitor("what was copied before, on its page", detail, "h1", { act: comeBackTo([1]) }),
  visitor("what was copied before, on cards", "/prompts", "article h3", { act: comeBackTo([31, 32]) }),
  visitor("nothing tested lately", "/prompts?llm=14&funciona=hoje", "text=Limpar filtros"),
  member("version that was brought back", "/prompts/7/versoes/1", "text=Restaurar esta versão", {
    act: async (page) => {
      await press("Restaurar esta versão")(page);
      await page.getByText("Versão 1 restaurada").first().waitFor();
    },
  }),
  member("version that was erased", "/prompts/7/versoes/2", "text=Excluir esta versão", {
    act: async (page) => {
      await opening("Excluir esta versão")(page);
      await press("Excluir a versão 2")(page);
      await page.getByText("Versão 2 excluída").first().waitFor();
    },
  }),
  member("edit that another window came before", "/prompts/8/edit", "text=O que mudou", {
    act: async (page) => {
      const save = async (window: Page, text: string) => {
        await window.getByLabel("Prompt", { exact: true }).fill(text);
        await press("Salvar alterações")(window);
      };
      const other = await page.context().newPage();
      await other.goto("/prompts/8/edit");
      await save(other, "O texto da outra janela, que foi salvo antes.");
      await other.waitForURL("**/prompts/8");
      await other.close();
      await save(page, "O texto desta janela, que ainda não foi salvo.");
      await page.getByRole("region", { name: "Este prompt foi alterado em outra janela" }).waitFor();
    },
  }),
  visitor("versions of a prompt, compared", "/prompts/3/versoes?para=2", "text=Da versão 1 para a 2"),
  visitor("old version of a prompt", "/prompts/3/versoes/1", "text=Copiar esta versão"),
  member("dialog for erasing a version", "/prompts/3/versoes/1", "text=Excluir esta versão", {
    act: opening("Excluir esta versão"),
  }),
  visitor("remix of a remix", "/prompts/5", "text=Tudo começou com"),
  visitor("remixes of a prompt", "/prompts/4/remixes", "article h3"),
  admin("form for a remix", "/submit?de=4", "text=A partir de"),
  visitor("author", detail, "h1", {
    act: async (page) => {
      await page.locator("main a[href^='/users/']").first().click();
      await page.waitForURL("**/users/*");
      await page.locator("article h2, article h3").first().waitFor();
    },
  }),
  visitor("suggestions", "/terms-of-use", "h1", {
    act: async (page) => {
      await page.getByRole("combobox", { name: "Buscar prompts" }).fill("cardap");
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("ArrowDown");
    },
    only: "wide",
  }),
  visitor("suggestions on a phone", "/terms-of-use", "h1", {
    act: async (page) => {
      await press("Abrir busca")(page);
      await page.keyboard.type("gpt");
      await page.getByRole("option").first().waitFor();
    },
    only: "narrow",
  }),
  visitor("tags", "/tags", "main a[href^='/tags/']"),
  visitor("search of tags", "/tags?q=nada", "text=Nenhuma tag encontrada."),
  visitor("tag", "/tags/cardapio", "article h3"),
  visitor("library of a tag", "/prompts?tag=cardapio", "text=Tag: Cardápio"),
  visitor("missing tag", "/tags/nenhuma", "text=Tag não encontrada"),
  // The ids are those that accessibility.test.ts makes, in its order.
  visitor("collections", "/colecoes", "article h3"),
  visitor("search of collections", "/colecoes?q=nada", "text=Nenhuma coleção encontrada."),
  visitor("search with a collection", "/prompts?q=receitas", "text=Coleções com"),
  visitor("prompt in a collection", "/prompts/6", "text=Em coleções"),
  visitor("collection", "/colecoes/1-receitas-para-a-semana", "article h2"),
  visitor("missing collection", "/colecoes/999999-nada", "text=Coleção não encontrada"),
  visitor("end of the weekly mail", unsubscribe(SUBSCRIBED_USER), "text=Quer parar de receber?"),
  visitor("weekly mail that has ended", unsubscribe(REMOVED_USER), "text=Está feito."),
  visitor("end of no mail", "/cancelar-novidades?token=x", "text=Não é possível cancelar por este link"),
  visitor("removed prompt", "/prompts/33", "text=Prompt fora do site"),
  visitor("removed author", `/users/${REMOVED_USER}`, "text=Conta removida"),
  visitor("missing prompt", "/prompts/999999", "text=Prompt não encontrado"),
  visitor("missing page", "/nada/aqui", "text=Esta página saiu do lugar"),
  visitor("login", "/auth", "text=Esqueceu a senha?"),
  visitor("login with errors", "/auth", "text=Esqueceu a senha?", { act: sending("Entrar") }),
  visitor("registration", "/auth?tab=register", "text=Confirmar senha"),
  visitor("registration with errors", "/auth?tab=register", "text=Confirmar senha", {
    act: sending("Cadastrar"),
  }),
  visitor("forgotten password", "/forgot-password", "main form"),
  visitor("forgotten password, sent", "/forgot-password", "main form", {
    act: async (page) => {
      await page.getByLabel(/^E-?mail/).fill("ninguem@example.com");
      await page.locator("main form button[type=submit]").click();
      await page.locator("main form").waitFor({ state: "detached" });
    },
  }),
  visitor("blocked account", "/blocked-account", "main form"),
  visitor("form for a report", "/denunciar?tipo=prompt&id=1", "text=O que acontece depois"),
  visitor("form for a report of an answer", "/denunciar?tipo=result&id=1-2", "text=Resposta sobre o prompt"),
  visitor("form for a report with errors", "/denunciar", "text=O que acontece depois", {
    act: sending("Enviar denúncia"),
  }),
  visitor("report, unconfirmed", "/denunciar", "text=O que acontece depois", {
    act: async (page) => {
      const code = await report(page);
      await page.goto(`/denuncias/${code}`);
      await page.getByRole("heading", { name: "Falta confirmar" }).waitFor();
    },
  }),
  visitor("question of a report's confirmation", "/denunciar", "text=O que acontece depois", {
    act: async (page) => {
      const code = await report(page);
      await page.goto(`/denuncias/${code}?token=x`);
      await page.getByRole("button", { name: "Confirmar denúncia" }).waitFor();
    },
  }),
  visitor("unknown report", "/denuncias/BCDFGHJKLM", "text=Denúncia não encontrada"),
  visitor(
    "void link for a new password",
    "/reset-password?token_hash=x&type=recovery",
    "text=Pedir novo link",
  ),
  visitor("failed verification", "/verify-email", "text=Falha na Verificação"),
  visitor("question of a confirmation", "/verify-email", "text=Falha na Verificação", {
    // Replaces a pending sign-up.
    act: async (page) => {
      const json = {
        kind: "confirmation",
        email: "ana@example.com",
        username: "Ana Maria",
        signed_up_at: "2026-11-22T18:38:00.000Z",
        others_waiting: 2,
        needs_password: true,
      };
      await page.route("**/api/auth/mailed-link", (route) => route.fulfill({ json }));
      await page.goto("/verify-email?token_hash=x&type=email");
      await page.getByRole("button", { name: "Confirmar meu e-mail" }).click();
      await page.getByText("Digite a senha escolhida no cadastro.").waitFor();
      await page.unroute("**/api/auth/mailed-link");
    },
  }),
  visitor("question of a link with a session", "/verify-email", "text=Falha na Verificação", {
    // Replaces a user's session.
    act: async (page) => {
      const json = { id: "7", email: "ana@example.com", user_metadata: { username: "Ana Maria" } };
      await page.route("**/auth/v1/user", (route) => route.fulfill({ json }));
      await page.goto("/terms-of-use");
      await page.goto("/verify-email#access_token=a&refresh_token=b");
      await page.getByRole("button", { name: "Entrar como Ana Maria" }).waitFor();
      await page.unroute("**/auth/v1/user");
    },
  }),
  visitor("refused way from an issuer", "/entrar-com", "text=Não foi possível entrar"),
  visitor("first sign-in by an issuer", "/entrar-com", "text=Não foi possível entrar", {
    act: async (page) => {
      await answerAsIssuer(page, { kind: "new", username: "Ana Maria" });
      await press("Criar conta")(page);
      await page.getByText("Você deve aceitar os termos de uso").waitFor();
      await page.unroute("**/api/auth/issuer/answer");
    },
  }),
  visitor("question of an issuer's account", "/entrar-com", "text=Não foi possível entrar", {
    act: async (page) => {
      await answerAsIssuer(page, { kind: "existing", username: null });
      await press("Vincular e entrar")(page);
      await page.getByText("Informe sua senha.").waitFor();
      await page.unroute("**/api/auth/issuer/answer");
    },
  }),
  visitor("registration done", "/registration-success?email=ana%40example.com", "text=Próximos passos"),
  visitor(
    "address of a registration, corrected",
    "/registration-success?email=ana%40example.com",
    "main ol",
    {
      act: async (page) => {
        await press("Endereço errado? Corrigir")(page);
        await page.getByLabel("Endereço correto").waitFor();
      },
    },
  ),
  visitor("terms", "/terms-of-use", "h1"),
  visitor("privacy policy", "/privacy-policy", "h1"),
  visitor("accessibility statement", "/accessibility", "h1"),
  visitor("page for programs", "/programas", "h1"),
  visitor("address of a feed", "/acompanhar", "h1"),
  visitor("log of moderation", "/moderacao", "h1"),
  visitor("figures of moderation", "/transparencia?ano=2026", "h1"),
  visitor("every component", "/dev/ui", "text=um-nome-de-arquivo-bem-comprido.png", {
    // As at home.
    act: (page) => page.locator("button[aria-label='Próximo slide']:enabled").waitFor(),
  }),
  visitor("error page", "/prompts?broken", "h1", {
    act: refused(
      new AppError(503, "unavailable", "Não conseguimos responder agora."),
      "Não conseguimos responder agora",
    ),
  }),
  visitor("page of maintenance", "/prompts?broken", "h1", {
    act: refused(maintenance(), "Voltamos em breve"),
  }),
  visitor("login dialog", detail, "h1", { act: opening(/^Curtir/) }),
  visitor("registration dialog", detail, "h1", {
    act: async (page) => {
      await opening(/^Curtir/)(page);
      await page.getByRole("tab", { name: "Cadastrar" }).click();
      await page.getByLabel("Confirmar senha").waitFor();
    },
  }),
  visitor("theme menu", "/terms-of-use", "h1", { act: press("Tema") }),
  visitor("visitor's phone menu", "/terms-of-use", "h1", { act: press("Abrir menu"), only: "narrow" }),
  visitor("tooltip", detail, "h1", {
    act: async (page) => {
      await page.getByRole("button", { name: "Favoritar" }).hover();
      await page.getByRole("tooltip").waitFor();
    },
  }),
  visitor("toast", "/prompts", "article h3", {
    act: async (page) => {
      await press(/^Curtir/)(page);
      await page.getByText("Login necessário", { exact: true }).first().waitFor();
    },
  }),
  visitor("variables to fill in", detail, "h1", {
    act: async (page) => {
      await press(/^Preencha e copie/)(page);
      await page.getByRole("group", { name: "Preencha e copie" }).getByRole("textbox").first().waitFor();
    },
  }),
  visitor("menu of tools", detail, "h1", { act: menu("Abrir em outra ferramenta de IA") }),
  visitor("menu of a prompt", detail, "h1", { act: menu("Mais opções") }),
  visitor("dialog for embedding", detail, "h1", {
    act: async (page) => {
      await menu("Mais opções")(page);
      await page.getByRole("menuitem", { name: "Incorporar" }).click();
      await page.getByRole("dialog").frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
    },
  }),
  admin("form for changing a prompt", `${detail}/edit`, "text=Salvar alterações"),
  admin("menu of one's own prompt", detail, "main >> text=Editar", { act: menu("Mais opções") }),
  admin("dialog for removing one's own prompt", detail, "main >> text=Editar", {
    act: async (page) => {
      await menu("Mais opções")(page);
      await page.getByRole("menuitem", { name: "Excluir" }).click();
      await page.getByRole("dialog").waitFor();
    },
  }),
  admin("menu of one's own card", "/profile", "article h3", { act: menu(/^Opções/) }),
  admin("form for a prompt", "/submit", "text=Enviar Prompt >> nth=-1"),
  admin("form for a prompt with tags", "/submit", "main form", {
    act: async (page) => {
      await page.getByRole("combobox", { name: "Tags" }).fill("Redação, Ensino médio, c++,");
      await page.getByText("Nas tags, use só").waitFor();
    },
  }),
  admin("form for a prompt with errors", "/submit", "main form", { act: sending("Enviar Prompt") }),
  admin("form for a prompt with a picture", "/submit", "main form", {
    act: async (page) => {
      const [, data = ""] = (await pictureDataUrl("#336699", 640, 480)).split(",");
      const file = { name: "resultado.png", mimeType: "image/png", buffer: Buffer.from(data, "base64") };
      await page.locator("input[type=file]").setInputFiles(file);
      await page.getByRole("button", { name: "Remover imagem" }).waitFor();
    },
  }),
  admin("form for a prompt, cleared", "/submit", "main form", {
    act: async (page) => {
      await page.getByLabel("Título").fill("Um título");
      await press("Cancelar")(page);
      await page.getByRole("region", { name: "Formulário limpo" }).waitFor();
    },
  }),
  admin("form for a changed prompt, cleared", `${detail}/edit`, "text=Salvar alterações", {
    act: async (page) => {
      await page.getByLabel("Título").fill("Outro título");
      await press("Cancelar")(page);
      await page.getByRole("region", { name: "Alterações descartadas" }).waitFor();
    },
  }),
  admin("import of prompts", "/importar", "text=Ou cole o texto do arquivo"),
  admin("import of prompts, looked at", "/importar", "text=Ou cole o texto do arquivo", {
    act: async (page) => {
      await page.getByLabel("Ou cole o texto do arquivo").fill(IMPORTED);
      await press("Ver prévia")(page);
      await page.getByRole("heading", { name: "3 prompts no arquivo" }).waitFor();
    },
  }),
  admin(
    "import of a long table of others' prompts, looked at",
    "/importar",
    "text=Ou cole o texto do arquivo",
    {
      act: async (page) => {
        await page.getByLabel("Ou cole o texto do arquivo").fill(collectionCsv(60));
        await press("Ver prévia")(page);
        await page.getByRole("heading", { name: "60 prompts no arquivo" }).waitFor();
        await page.getByLabel("Role 2", { exact: true }).check();
        await press("Importar 1 prompt")(page);
        await page.getByText("Confirme a licença").waitFor();
      },
    },
  ),
  admin("menu of files", "/profile", "article h3", { act: menu("Baixar meus prompts") }),
  admin("profile, own prompts", "/profile", "article h3"),
  admin("profile, favourites", "/profile?tab=favoritos", "text=Você ainda não tem favoritos."),
  admin("profile, collections", "/profile?tab=colecoes", "text=as alteradas por último primeiro"),
  admin("news", "/novidades", "text=Adicionado a"),
  member("no news", "/novidades", "text=Você ainda não segue ninguém."),
  admin("own collection", "/colecoes/2-para-testar", "button[aria-label^='Mover para cima']"),
  admin("dialog for a collection", "/colecoes/2-para-testar", "text=Privada: só você vê", {
    act: opening("Editar"),
  }),
  admin("dialog for removing a collection", "/colecoes/2-para-testar", "text=Privada: só você vê", {
    act: async (page) => {
      await menu("Mais opções")(page);
      await page.getByRole("menuitem", { name: "Excluir" }).click();
      await page.getByRole("dialog").waitFor();
    },
  }),
  admin("menu of a collection", "/colecoes/2-para-testar", "text=Privada: só você vê", {
    act: menu("Mais opções"),
  }),
  admin("dialog for a note", "/colecoes/2-para-testar", "text=Privada: só você vê", {
    act: opening(/^Anotar: /),
  }),
  admin("dialog for saving a prompt", detail, "main >> text=Editar", {
    act: async (page) => {
      await opening("Salvar em…")(page);
      await page.getByRole("checkbox").first().waitFor();
    },
  }),
  admin(
    "moderation of a collection",
    "/colecoes/1-receitas-para-a-semana",
    "text=Moderação: remover a coleção",
    {
      act: async (page) => {
        await page.getByText("Moderação: remover a coleção…").click();
        // Away from where the header covers an entry's button.
        await page.evaluate(() => window.scrollTo(0, 0));
      },
    },
  ),
  admin("settings", "/settings", "text=Esta sessão"),
  member("settings with passkeys, which the admin wants to remove", "/settings", "text=Celular da Ana"),
  member("dialog for a passkey's name", "/settings", "text=Celular da Ana", {
    act: opening(/^Renomear chave de acesso: Celular/),
  }),
  member("question before a passkey is removed", "/settings", "text=Celular da Ana", {
    act: opening(/^Remover chave de acesso: Celular/),
  }),
  admin("dialog for a new passkey", "/settings", "text=Chaves de acesso", {
    act: opening("Criar chave de acesso"),
  }),
  admin("dialog for a new key", "/settings", "text=Chaves de API", {
    act: async (page) => {
      await opening(/^Criar chave$/)(page);
      await page.getByRole("button", { name: "Criar chave", exact: true }).last().click();
      await page.getByText("Dê um nome à chave").waitFor();
    },
  }),
  admin("a key, shown once, and not copied", "/settings", "text=Chaves de API", {
    act: async (page) => {
      await opening(/^Criar chave$/)(page);
      await page.getByLabel("Nome", { exact: true }).fill("Editor do trabalho");
      await page.getByRole("button", { name: "Criar chave", exact: true }).last().click();
      await page.getByRole("dialog", { name: "Guarde a sua chave" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByText("Você ainda não copiou a chave").waitFor();
    },
  }),
  admin("question before a key is revoked", "/settings", "text=Nunca usada", {
    act: opening(/^Revogar chave: /),
  }),
  admin("account menu", "/terms-of-use", "h1", { act: press(/^Conta de/), only: "wide" }),
  admin("member's phone menu", "/terms-of-use", "h1", { act: press("Abrir menu"), only: "narrow" }),
  admin("dialog for the username", "/profile", "article h3", { act: opening("Editar perfil") }),
  member("notices", "/avisos", "text=foi ocultado"),
  member("form for contesting", "/avisos", "text=foi ocultado", {
    act: async (page) => {
      await press(/^Contestar/)(page);
      await page.getByRole("button", { name: "Enviar contestação" }).click();
      await page.getByText("Escreva por que discorda da decisão").waitFor();
    },
  }),
  member("prompt in review", "/profile", "text=Espera por alguém", {
    act: async (page) => {
      await page.getByRole("link", { name: "Espera por alguém" }).click();
      await page.getByRole("heading", { level: 1, name: "Espera por alguém" }).waitFor();
    },
  }),
  member("dialog for leaving", "/settings", "text=Esta sessão", {
    act: async (page) => {
      await opening("Excluir minha conta")(page);
      await page.getByRole("dialog").getByText("Não há como desfazer").waitFor();
    },
  }),
  admin("admin's prompts", "/admin", "article h2, article h3"),
  admin("admin's removed prompts", "/admin?state=removed", "text=apagado em"),
  // One of them removed.
  admin("admin's people", "/admin/users", "text=apagado em"),
  admin("admin's people, searched", "/admin/users?q=luz", "text=Limpar busca"),
  admin("admin's tags", "/admin/tags", "text=Outros nomes"),
  admin("dialog for renaming a tag", "/admin/tags", "text=Outros nomes", { act: opening(/^Renomear/) }),
  admin("dialog for merging tags", "/admin/tags", "text=Outros nomes", {
    act: async (page) => {
      await opening(/^Unir a outra/)(page);
      await page.getByRole("radio").first().check();
      await page.getByText("Não dá para desfazer").waitFor();
    },
  }),
  admin("dialog for freeing another name", "/admin/tags", "text=Outros nomes", { act: opening(/^Liberar/) }),
  admin("queue of cases", "/admin/denuncias", "text=Urgente: Imagem íntima"),
  admin("queue of cases, two of them chosen", "/admin/denuncias", "text=Urgente: Imagem íntima", {
    act: chooseTwo,
  }),
  admin("two cases decided together", "/admin/denuncias", "text=Urgente: Imagem íntima", {
    act: async (page) => {
      await chooseTwo(page);
      await press("Decidir juntos")(page);
      await page.getByRole("radio", { name: "Remover" }).check();
      await press("Decidir 2 casos")(page);
      await page.getByText("Escreva o motivo").waitFor();
    },
  }),
  admin("form for a ready text", "/admin/denuncias", "text=Textos prontos", {
    act: async (page) => {
      await press("Criar um texto")(page);
      await page
        .getByRole("form", { name: "Criar um texto" })
        .getByRole("button", { name: "Salvar" })
        .click();
      await page.getByText("Dê um nome ao texto").waitFor();
    },
  }),
  admin("queue of cases, decided", "/admin/denuncias?state=decided", "text=casos decididos"),
  admin("case", "/admin/denuncias/1", "text=O que fazer"),
  admin("case with errors", "/admin/denuncias/1", "text=O que fazer", {
    act: async (page) => {
      await page.getByRole("radio", { name: "Remover" }).check();
      await press("Remover")(page);
      await page.getByText("Escreva o motivo").waitFor();
    },
  }),
  admin(
    "case with earlier versions, and the form against who reported in bad faith",
    "/admin/denuncias/3",
    "main h2",
    {
      act: async (page) => {
        await page.getByText("Versões denunciadas antes").click();
        await page
          .getByRole("img", { name: /^Imagem denunciada/ })
          .nth(1)
          .waitFor();
        await press("Denúncia de má-fé…")(page);
        await page.getByRole("form", { name: /^Denúncia de má-fé/ }).waitFor();
      },
    },
  ),
  admin("case of a prompt in review", "/admin/denuncias/4", "text=Em análise", {
    act: (page) => page.getByRole("radio", { name: "Publicar" }).check(),
  }),
  admin("case of a collection", "/admin/denuncias/7", "text=Anotações", {
    act: (page) => page.getByRole("radio", { name: "Remover" }).check(),
  }),
  admin("case of an answer", "/admin/denuncias/8", "text=Resposta sobre o prompt"),
  admin(
    "form by which moderators remove a collection",
    "/denunciar?tipo=collection&id=1",
    "text=remover a coleção",
    {
      act: (page) => page.getByText("Moderação: remover a coleção…").click(),
    },
  ),
  admin("case of a removed account", "/admin/denuncias/6", "text=Conta removida agora"),
  admin("admin's log", "/admin/audit-log", "main h1"),
  admin("site's health", "/admin/health", "text=90 dias"),
  admin("site's health as numbers over a year", "/admin/health", "text=90 dias", {
    act: async (page) => {
      await page.getByRole("tab", { name: "12 meses" }).click();
      await page.getByText("Ver os números em uma tabela").click();
      await page.getByRole("columnheader", { name: "Semana" }).waitFor();
    },
  }),
  admin("dialog for removing a prompt", "/admin", "article h2, article h3", { act: opening(/^Excluir/) }),
  admin("dialog for blocking", "/admin/users", "text=caio@example.com", { act: opening(/^Bloquear/) }),
  admin("dialog for unblocking", "/admin/users", "text=caio@example.com", { act: opening(/^Desbloquear/) }),
  admin("dialog for deleting a person", "/admin/users", "text=caio@example.com", {
    act: opening(/^Excluir/),
  }),
];
