/** The privacy policy tells every kind of row that is about a person. A new table is missing here until it is told. */
import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DataRecords } from "./data-records.tsx";

/** By table with a foreign key to users: under which title the policy tells it; null for what its text tells elsewhere. */
const TOLD: Record<string, string | null> = {
  api_keys: "Chaves de API",
  audit_log: "Registro da administração e da moderação",
  collection_follows: "Quem e o que você segue",
  collections: "Coleções",
  favorites: "Curtidas e favoritos",
  identities: "Contas vinculadas",
  imports: "Importações",
  issuer_flows: "Contas vinculadas",
  // “Sem cookies: o que fica no seu navegador”: the key of a browser.
  known_devices: null,
  likes: "Curtidas e favoritos",
  moderators: "Registro da administração e da moderação",
  news_mails: "Novidades por e-mail",
  one_time_tokens: "Links enviados por e-mail",
  passkey_resets: "Chaves de acesso",
  passkeys: "Chaves de acesso",
  prompts: "Prompts e imagens",
  reports: "Denúncias e decisões da moderação",
  results: "Respostas a “Funcionou?”",
  sessions: "Sessões abertas",
  // Whose prompts the search does not know by their present words: for a minute or two.
  stale_documents: "Prompts e imagens",
  tag_follows: "Quem e o que você segue",
  user_follows: "Quem e o que você segue",
  withdrawn_reactions: "Curtidas e favoritos",
};

test("every table with rows of a user is told under a title of its own", () => {
  const guards = readFileSync("src/platform/database/guards.txt", "utf8");
  const tables = guards
    .split(/\n\n/)
    .filter((table) => table.includes("REFERENCES users(id)"))
    .map((table) => table.trim().split("\n", 1)[0]);
  expect(Object.keys(TOLD)).toEqual(tables);
  const page = renderToStaticMarkup(<DataRecords />);
  for (const title of Object.values(TOLD)) if (title) expect(page).toContain(`${title}</h3>`);
});
