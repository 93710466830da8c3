/** A site with everything that the scenes show, and browsers of those who look at them. */
import type { Browser, BrowserContextOptions } from "playwright-core";
import { takeUpForReview } from "#moderation/server/cases/review.ts";
import { type Visitor, visit } from "./browser.ts";
import { createMember, findAdmin, visitAs } from "./members.ts";
import { REMOVED_USER, type Scene, SECRET_KEY, SUBSCRIBED_USER } from "./scenes.ts";
import { EVERYTHING, startTestSite, type TestSite } from "./site.ts";

export interface SceneSite extends TestSite {
  people: Record<"admin" | "member", Awaited<ReturnType<typeof createMember>>>;
}

export async function startSceneSite(): Promise<SceneSite> {
  const site = await startTestSite({ ...EVERYTHING, SECRET_KEY });
  const text = "Monte um cardápio de [dias] dias para {pessoas} pessoas.\n\nCom calma e com exemplos.";
  const admin = await findAdmin(site);
  // Its id is 1, as the scenes have it.
  await admin.publish("Cardápio da semana, com a lista de compras de cada dia", text, {
    tags: ["Cardápio", "Lista de compras"],
  });
  const ana = await createMember(site, "Ana Maria");
  await ana.publishMany(30, "Receita da semana");
  const caio = await createMember(site, "Caio Luz");
  const davi = await createMember(site, "Davi Reis");
  const report = async (target_id: number, category: string, by = caio, target_type = "prompt") => {
    const body = { target_type, target_id, category, explanation: "Não devia estar aqui." };
    await site.post("/api/reports", { ...body, standing: "anyone" }, (await by.logIn()).access_token);
  };
  await site.database.pool.query(
    `insert into results (prompt_id, version, user_id, model_key, model, outcome, note)
    select 1, 1, id, 'gpt5', 'GPT-5', 'worked', 'Pedi também a lista de compras.' from users where id = any($1::uuid[])`,
    [[admin.id, ana.id, caio.id]],
  );
  await site.database.pool.query("update users set created_at = now() - interval '2 days' where id = $1", [
    ana.id,
  ]);
  await report(2, "intimate");
  await report(1, "spam");
  const { pool } = site.database;
  const edit = "update prompts set content = content || ' E com [tempero].', edited_at = now() where id = 3";
  await report(3, "spam");
  await pool.query(edit);
  await report(3, "spam", davi);
  await pool.query(edit);
  for (let version = 2; version <= 3; version++)
    await pool.query(
      "update prompts set content = content || ' Sem sal.', version = version + 1 where id = 7",
    );
  await pool.query("update users set is_blocked = true where id = $1", [davi.id]);
  const waiting = await ana.publish("Espera por alguém que olhe");
  await pool.query("update prompts set hidden_at = now(), in_review = true where id = $1", [waiting]);
  await takeUpForReview({ db: site.database.db }, waiting);
  await pool.query("insert into users (id, email, username) values ($1, 'eva@example.com', 'Eva Prado')", [
    REMOVED_USER,
  ]);
  await pool.query("insert into users (id, email, username) values ($1, 'lia@example.com', 'Lia Rosa')", [
    SUBSCRIBED_USER,
  ]);
  await pool.query("insert into news_mails (user_id) values ($1)", [SUBSCRIBED_USER]);
  const token = (await admin.logIn()).access_token;
  for (const removed of [`prompts/${await caio.publish("Compre já")}`, `users/${REMOVED_USER}`])
    await fetch(`${site.origin}/api/admin/${removed}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
    });
  await pool.query(
    `insert into remixes (prompt_id, source_id, root_id, note) values (4, 1, 1, null), (5, 4, 1, 'Sem carne, e mais barata.')`,
  );
  // Ana's for everybody, and the admin's alone, as the scenes have them.
  await pool.query(
    `insert into collections (user_id, title, description, is_public) values
      ($1, 'Receitas para a semana', 'O que cozinho quando não há tempo.', true), ($2, 'Para testar', null, false)`,
    [ana.id, admin.id],
  );
  await pool.query(
    `insert into collection_items (collection_id, prompt_id, position, note)
      select c.id, number, number, case number when 3 then 'Com menos sal.' end
      from collections c, generate_series(3, 6) number`,
  );
  await pool.query(
    `insert into api_keys (user_id, name, prefix, key_hash, scopes, expires_at, last_used_at) values
      ($1, 'Editor do trabalho', 'pk_a1B2c', sha256('one'), '{read,react}', now() + interval '80 days', null),
      ($1, 'Um programa antigo', 'pk_d3E4f', sha256('two'), '{publish}', now() - interval '1 day', now() - interval '2 days')`,
    [admin.id],
  );
  await pool.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, backed_up, name, last_used_at) values
      ($1, 'one', '', 0, true, 'Celular da Ana', now() - interval '1 hour'),
      ($1, 'two', '', 0, false, 'Notebook do trabalho com um nome bem comprido mesmo', null)`,
    [ana.id],
  );
  await pool.query("insert into passkey_resets (user_id, due_at) values ($1, now() + interval '1 day')", [
    ana.id,
  ]);
  // The most used one leads the admin's list.
  await pool.query(
    `insert into tags (name, folded, slug, merged_into)
      select 'Menu do dia', 'menu do dia', 'menu-do-dia', id from tags order by prompts_count desc, id limit 1`,
  );
  await report(1, "spam", caio, "collection");
  const { rows: notes } = await pool.query("select id from results where user_id = $1", [ana.id]);
  await report(notes[0].id, "hate", caio, "result");
  await pool.query("insert into collection_follows (follower_id, collection_id) values ($1, 1)", [admin.id]);
  await pool.query(
    "insert into tag_follows (follower_id, tag_id) select $1, id from tags where merged_into is null order by prompts_count desc, id limit 1",
    [admin.id],
  );
  return { ...site, people: { admin, member: ana } };
}

/** A browser for each of those who look at scenes. */
export async function openEyes(
  browser: Browser,
  { origin, people }: SceneSite,
  options: BrowserContextOptions,
): Promise<Record<Scene["who"], Visitor>> {
  return {
    visitor: await visit(browser, origin, options),
    member: await visitAs(people.member, browser, origin, options),
    admin: await visitAs(people.admin, browser, origin, options),
  };
}
