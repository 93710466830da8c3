/** Compares the old site with what is here, table by table, once everything is moved. */
import { type Kysely, sql } from "kysely";
import type { DB } from "#platform/database/schema.ts";

/** A table's rows there, those that have no home (named in the report before), and what differs here. */
export interface Compared {
  table: string;
  rows: number;
  refused: number;
  differences: number;
  samples: string[];
}

/** The rows of the old site that differ here, by table; each with what differs. */
const DIFFERENCES = {
  people: sql`
    select p.id, concat_ws(', ', case when u.id is null and s.id is null and m.user_id is null then 'is not here' end,
      case when u.created_at <> p.created_at::timestamptz and u.id::text = p.id then 'date' end,
      case when u.id::text = p.id and u.email <> lower(p.email) then 'address' end,
      case when f.is_blocked::boolean and not u.is_blocked then 'block' end,
      case when u.id::text = p.id and u.password_hash is null and p.password ~ '^\\$2[aby]\\$(0\\d|1[0-4])\\$' then 'password' end) as what
    from move_in.people p join move_in.moved_people m on m.old_id = p.id
      left join move_in.profiles f on f.id = p.id
      left join users u on u.id::text = coalesce(m.user_id::text, p.id) left join signups s on s.id::text = p.id
    union all select id, 'is not here' from move_in.people p
      where not exists (select from move_in.moved_people m where m.old_id = p.id)
        and not exists (select from move_in.refused r where r.kind = 'people' and r.old_id = p.id)
    union all select m.old_id, concat('is not there any more: here it is ', u.email) from move_in.moved_people m
      join users u on u.id = m.user_id where not exists (select from move_in.people p where p.id = m.old_id)`,
  prompts: sql`
    select o.id, concat_ws(', ', case when m.old_id is null then 'is not here' end,
      case when p.edited_at is null and left(p.title, 499) <> left(coalesce(nullif(o.title, ''), 'Sem título'), 499) then 'title' end,
      case when p.edited_at is null and left(p.content, 99999) <> left(coalesce(nullif(o.content, ''), '(sem texto)'), 99999) then 'text' end,
      case when p.edited_at is null and left(p.description, 19999) is distinct from left(nullif(o.description, ''), 19999)
        and p.id is not null then 'description' end,
      case when p.user_id <> a.user_id then 'author' end,
      case when p.created_at <> o.created_at::timestamptz then 'date' end,
      case when coalesce(s.views, p.hidden_views) < case when o.views ~ '^\\d{1,15}$' then o.views::bigint else 0 end then 'views' end,
      case when p.hidden_at is null and s.likes_count <> (select count(*) from likes l where l.prompt_id = p.id) then 'count of likes' end) as what
    from move_in.prompts o left join moved_prompts m on m.old_id = o.id
      left join prompts p on p.id = m.prompt_id left join prompt_stats s on s.prompt_id = p.id
      left join move_in.moved_people a on a.old_id = o.user_id
    where not exists (select from move_in.refused r where r.kind = 'prompts' and r.old_id = o.id)
    union all select m.old_id, concat('is not there any more: here it is /prompts/', m.prompt_id) from moved_prompts m
      where m.prompt_id is not null and not exists (select from move_in.prompts o where o.id = m.old_id)`,
  likes: reactions("likes"),
  favorites: reactions("favorites"),
} as const;

/** What was taken back here since is no difference: it is known as moved. */
function reactions(table: "likes" | "favorites") {
  return sql`
    select concat(r.prompt_id, ' by ', r.user_id) as id, case when h.user_id is null then 'is not here'
      when h.created_at <> r.created_at::timestamptz and m.user_id::text = r.user_id then 'date' end as what
    from move_in.${sql.raw(table)} r
      join moved_prompts o on o.old_id = r.prompt_id join move_in.moved_people m on m.old_id = r.user_id
      join prompts p on p.id = o.prompt_id join users u on u.id = m.user_id
      left join ${sql.table(table)} h on h.prompt_id = o.prompt_id and h.user_id = m.user_id
      left join move_in.${sql.raw(`done_${table}`)} d on d.prompt_id = r.prompt_id and d.user_id = r.user_id
    where h.user_id is not null or d.prompt_id is null`;
}

const SAMPLES = 20;

/** @param refused rows without a home, by table */
export async function compare(
  db: Kysely<DB>,
  refused: Record<keyof typeof DIFFERENCES, number>,
): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const [table, differences] of Object.entries(DIFFERENCES)) {
    const { rows } = await sql<{ n: number; samples: string[] | null }>`
      select count(*) as n, (array_agg(id || ': ' || what))[1:${sql.lit(SAMPLES)}] as samples
      from (${differences}) compared where what <> ''`.execute(db);
    const total = await sql<{ n: number }>`select count(*) as n from move_in.${sql.raw(table)}`.execute(db);
    compared.push({
      table,
      rows: Number(total.rows[0]?.n ?? 0),
      refused: refused[table as keyof typeof DIFFERENCES],
      differences: Number(rows[0]?.n ?? 0),
      samples: rows[0]?.samples ?? [],
    });
  }
  return compared;
}
