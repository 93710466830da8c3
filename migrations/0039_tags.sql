-- Tags of prompts. What a prompt has stands in its own row, so that its search document, which lists by tag are searched in, is
-- a function of that row alone. A merged tag keeps its row: its old address and its spelling lead to the other one.

create table tags (
  id integer primary key generated always as identity,
  -- As it is shown: as it was first written, until the admin renames it.
  name text not null check (length(name) between 2 and 30),
  -- What tells tags apart: without accents, case and plurals (src/prompts/tag-names.ts).
  folded text not null unique,
  -- The name in an address.
  slug text not null,
  -- Of public prompts.
  prompts_count bigint not null default 0 check (prompts_count >= 0),
  merged_into integer references tags,
  created_at timestamptz not null default now(),
  check (merged_into <> id)
);
create index tags_merged_into on tags (merged_into) where merged_into is not null;
create index tags_most_used on tags (prompts_count desc, id) where merged_into is null;
-- Of those that begin with two letters, the most used: what is suggested while one types.
create index tags_suggested on tags (left(slug, 2), prompts_count desc, id) where merged_into is null;

-- In the author's order.
alter table prompts add column tag_ids integer[] not null default '{}';
-- Not checked for the rows of today, which have none: that would read the whole table under a lock.
alter table prompts add constraint prompts_tag_ids_check check (cardinality(tag_ids) <= 5) not valid;

-- Tags as a search document has them, marked with a character that no word has: '~12'.
create function tag_marks(ids integer[]) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(array(select '~' || id from unnest(ids) id));

-- What a search document must have for one of these tags.
create function with_any_tag(ids integer[]) returns tsquery
  language sql immutable strict parallel safe
  return array_to_string(array(select '''~' || id || '''' from unnest(ids) id), ' | ')::tsquery;

create or replace function prompts_set_search() returns trigger language plpgsql as $$
begin
  if new.hidden_at is not null then
    new.search := '';
  else
    new.search := prompt_document(new.title, new.description, new.content,
        (select username from users where id = new.user_id), (select name from llm_types where id = new.llm_type_id))
      || tag_marks(new.tag_ids);
  end if;
  return new;
end
$$;
create or replace trigger prompts_set_search
  before insert or update of title, description, content, user_id, llm_type_id, tag_ids, hidden_at on prompts
  for each row execute function prompts_set_search();

-- Adds to the counts of tags, which are locked in their order: two statements with the same tags never wait for each other.
create function add_to_tags(changed integer[], amounts bigint[]) returns void language plpgsql as $$
begin
  perform from tags where id = any(changed) order by id for no key update;
  update tags set prompts_count = prompts_count + added.n
    from unnest(changed, amounts) added (id, n) where tags.id = added.id;
end
$$;

-- After the triggers that count for tools: every statement locks the counts of tools before those of tags.
create function prompts_tags_inserted() returns trigger language plpgsql as $$
declare
  ids integer[];
  amounts bigint[];
begin
  select array_agg(id), array_agg(n) into ids, amounts
    from (select tag as id, count(*) as n from changed, unnest(tag_ids) tag where hidden_at is null group by tag) counted;
  if ids is not null then
    perform add_to_tags(ids, amounts);
  end if;
  return null;
end
$$;
create trigger prompts_tags_inserted after insert on prompts referencing new table as changed
  for each statement execute function prompts_tags_inserted();

create function prompts_tags_deleted() returns trigger language plpgsql as $$
declare
  ids integer[];
  amounts bigint[];
begin
  select array_agg(id), array_agg(-n) into ids, amounts
    from (select tag as id, count(*) as n from changed, unnest(tag_ids) tag where hidden_at is null group by tag) counted;
  if ids is not null then
    perform add_to_tags(ids, amounts);
  end if;
  return null;
end
$$;
create trigger prompts_tags_deleted after delete on prompts referencing old table as changed
  for each statement execute function prompts_tags_deleted();

create function prompts_tags_updated() returns trigger language plpgsql as $$
declare
  ids integer[];
  amounts bigint[];
begin
  select array_agg(id), array_agg(n) into ids, amounts from (
    select tag as id, sum(amount) as n from (
      select tag, 1 as amount from changed, unnest(tag_ids) tag where hidden_at is null
      union all select tag, -1 from before, unnest(tag_ids) tag where hidden_at is null
    ) both_times group by tag having sum(amount) <> 0
  ) counted;
  if ids is not null then
    perform add_to_tags(ids, amounts);
  end if;
  return null;
end
$$;
create trigger prompts_tags_updated after update on prompts referencing old table as before new table as changed
  for each statement execute function prompts_tags_updated();

-- As for names of users: kept answers show them.
create trigger tags_content_changed after update of name, merged_into on tags
  for each statement execute function notify_content_changed();
