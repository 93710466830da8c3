/** Remixes for API tests: publishing them, and what readers see of them. */
import { beforeAll, expect } from "vitest";
import { inTransaction } from "#platform/database/db.ts";
import type { PromptView } from "#prompts/contract.ts";
import { hidePrompt, showPrompt } from "#prompts/server/hiding.service.ts";
import { prompts as demoPrompts } from "#seeds/prompts.ts";
import { setUpTestApp } from "./accounts.ts";
import { pictureDataUrl } from "./pictures.ts";
import { publishPrompt } from "./prompts.ts";
import { createUser, type TestUser } from "./users.ts";

/** The text of a source. */
export const TEXT = `Você é um guia de turismo de Ouro Preto. Monte um roteiro de três dias para [número] pessoas que gostam de igrejas
barrocas, cachaça artesanal e trilhas leves. Diga o preço de cada entrada e a hora em que há menos filas.`;

/** A site for the tests of a file. */
export function setUpRemixes() {
  const site = setUpTestApp();
  const { call } = site;
  let thumbnail_url: string;
  beforeAll(async () => {
    thumbnail_url = await pictureDataUrl("#a1b2c3");
  });
  /** New people for each test: publishing is limited. */
  const people = () =>
    Promise.all(
      ["Ana", "Beto", "Caio"].map((name, index) =>
        createUser(site.ctx, { username: `${name} ${counter++} ${index}` }),
      ),
    );
  let counter = 0;

  const publish = (author: TestUser | undefined, fields = {}) =>
    publishPrompt(site, author as TestUser, { title: "Ouro Preto", content: TEXT, thumbnail_url, ...fields });
  /** Texts that do not resemble each other. */
  const other = () => demoPrompts[made++ % demoPrompts.length]?.content as string;
  let made = 0;
  const remix = (author: TestUser | undefined, remixed_from: unknown, fields: object = {}) =>
    call("POST", "/api/prompts", author, {
      title: "A minha",
      content: other(),
      llm_type_id: 1,
      thumbnail_url,
      remixed_from,
      ...fields,
    });
  async function remixed(
    author: TestUser | undefined,
    source: { id: number },
    fields = {},
  ): Promise<PromptView> {
    const answer = await remix(author, source.id, fields);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  }
  async function get(path: string, who?: TestUser) {
    site.ctx.responseCache.clear();
    return call("GET", path, who);
  }
  const detail = async ({ id }: { id: number }): Promise<PromptView> =>
    (await get(`/api/prompts/${id}`)).json();
  const remixesOf = async ({ id }: { id: number }, query = "") =>
    (await get(`/api/prompts/${id}/remixes${query}`)).json();
  const idsOf = ({ data }: { data: PromptView[] }) => data.map(({ id }) => id);
  const credit = ({ id, title, user, user_id, created_at }: PromptView) => ({
    id,
    title,
    user,
    user_id,
    created_at,
  });
  const refusal = (answer: { statusCode: number; json(): object }) => ({
    status: answer.statusCode,
    ...answer.json(),
  });
  const hide = ({ id }: { id: number }) => inTransaction(site.ctx.db, (trx) => hidePrompt(trx, id));
  const show = ({ id }: { id: number }) =>
    inTransaction(site.ctx.db, (trx) => showPrompt(trx, id, { withAuthor: false }));
  const remove = (author: TestUser | undefined, { id }: { id: number }) =>
    call("DELETE", `/api/prompts/${id}`, author);
  const GONE = { direct: null, root: null, gone: true, note: null };
  return {
    site,
    people,
    publish,
    other,
    remix,
    remixed,
    get,
    detail,
    remixesOf,
    idsOf,
    credit,
    refusal,
    hide,
    show,
    remove,
    GONE,
  };
}
