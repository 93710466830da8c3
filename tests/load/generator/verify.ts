/** Proves that what is in the database is what was planned, and that every count equals its rows. */
import type { ClientBase } from "pg";
import type { Plan } from "./plan.ts";

/** Each counts what is wrong: all must be 0. */
const FAULTS: Record<string, string> = {
  "likes_count differs from the likes": `select count(*) from prompt_stats s
    full join (select prompt_id, count(*) as n from likes group by prompt_id) l using (prompt_id)
    where s.likes_count is distinct from coalesce(l.n, 0)`,
  "prompts_count differs from the prompts": `select count(*) from llm_types t
    full join (select llm_type_id as id, count(*) as n from prompts group by llm_type_id) p using (id)
    where t.prompts_count is distinct from coalesce(p.n, 0)`,
  "prompt_stats differs from its prompt": `select count(*) from prompts p full join prompt_stats s on s.prompt_id = p.id
    where (s.llm_type_id, s.created_at) is distinct from (p.llm_type_id, p.created_at)`,
  "fewer views than likes": "select count(*) from prompt_stats where views < likes_count",
  "reactions before their prompt, or after now": `select count(*) from (
      select prompt_id, created_at from likes union all select prompt_id, created_at from favorites
    ) r join prompts p on p.id = r.prompt_id
    where r.created_at < p.created_at or r.created_at > clock_timestamp()`,
  "prompts before their author, or after now": `select count(*) from prompts p join users u on u.id = p.user_id
    where p.created_at < u.created_at or p.created_at > clock_timestamp()`,
  "names that nobody holds for good": `select count(*) from users u
    left join username_claims c on c.username_key = fold(u.username) and c.email = u.email and c.expires_at is null
    where c.username_key is null`,
  "prompts without a search document": "select count(*) from prompts where search = ''",
};

const sum = (numbers: Uint32Array) => numbers.reduce((all, number) => all + number, 0);

export interface Totals {
  people: number;
  prompts: number;
  likes: number;
  favorites: number;
  views: number;
}

export async function countAll(client: ClientBase): Promise<Totals> {
  const { rows } = await client.query<Totals>(`select (select count(*) from users) as people,
    (select count(*) from prompts) as prompts, (select count(*) from likes) as likes,
    (select count(*) from favorites) as favorites, (select coalesce(sum(views), 0)::bigint from prompt_stats) as views`);
  return rows[0] as Totals;
}

/**
 * @param before what was there before the plan was carried out
 * @returns what is there now
 * @throws Error naming everything that is wrong
 */
export async function verify(client: ClientBase, plan: Plan, before: Totals): Promise<Totals> {
  const faults: string[] = [];
  for (const [fault, question] of Object.entries(FAULTS)) {
    const { rows } = await client.query<{ count: number }>(question);
    if (rows[0]?.count !== 0) faults.push(`${fault}: ${rows[0]?.count}`);
  }
  const now = await countAll(client);
  const planned: Totals = {
    people: plan.people,
    prompts: plan.prompts,
    likes: sum(plan.likesOf),
    favorites: sum(plan.favoritesOf),
    views: sum(plan.viewsOf),
  };
  for (const name of Object.keys(planned) as (keyof Totals)[]) {
    const expected = before[name] + planned[name];
    if (now[name] !== expected) faults.push(`${name}: ${now[name]} instead of ${expected}`);
  }
  if (faults.length)
    throw new Error(`The data is not as planned, nothing was kept:\n  ${faults.join("\n  ")}`);
  return now;
}
