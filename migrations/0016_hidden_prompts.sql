-- Moderation hides a prompt: it keeps its row, its likes and its favourites, and loses its row in prompt_stats. Every list goes
-- through that table's indexes, so that none has to leave hidden prompts out. Its search document is empty meanwhile.

alter table prompts add column hidden_at timestamptz;
-- What prompt_stats had; likes are counted anew, because users may take theirs back meanwhile.
alter table prompts add column hidden_views bigint check (hidden_views >= 0);
alter table prompts add check ((hidden_at is null) = (hidden_views is null));
create index prompts_hidden on prompts (id) where hidden_at is not null;
-- Of an author, what everybody may see. The other index remains for the author's deletion.
create index prompts_by_author on prompts (user_id, created_at desc, id desc) where hidden_at is null;

create or replace function prompts_set_search() returns trigger language plpgsql as $$
begin
  if new.hidden_at is not null then
    new.search := '';
  else
    new.search := prompt_document(new.title, new.description, new.content,
      (select username from users where id = new.user_id), (select name from llm_types where id = new.llm_type_id));
  end if;
  return new;
end
$$;
create or replace trigger prompts_set_search
  before insert or update of title, description, content, user_id, llm_type_id, hidden_at on prompts
  for each row execute function prompts_set_search();

-- Lock the row for update, in a statement before this one: whoever takes back a like waits for that (likes_count_deleted).
create function prompts_hide_or_show() returns trigger language plpgsql as $$
begin
  if new.hidden_at is null then
    insert into prompt_stats (prompt_id, llm_type_id, created_at, likes_count, views)
      values (new.id, new.llm_type_id, new.created_at,
        (select count(*) from likes where prompt_id = new.id), old.hidden_views);
    new.hidden_views := null;
    update llm_types set prompts_count = prompts_count + 1 where id = new.llm_type_id;
  else
    delete from prompt_stats where prompt_id = new.id returning views into new.hidden_views;
    update llm_types set prompts_count = prompts_count - 1 where id = new.llm_type_id;
  end if;
  return new;
end
$$;
create trigger prompts_hide_or_show before update of hidden_at on prompts
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function prompts_hide_or_show();

create or replace trigger prompts_tool_changed after update of llm_type_id on prompts
  for each row when (old.llm_type_id is distinct from new.llm_type_id and new.hidden_at is null)
  execute function prompts_tool_changed();

create or replace function prompts_count_deleted() returns trigger language plpgsql as $$
begin
  update llm_types set prompts_count = prompts_count - counted.n
    from (select llm_type_id, count(*) as n from changed where hidden_at is null group by llm_type_id) counted
    where llm_types.id = counted.llm_type_id;
  return null;
end
$$;

-- A hidden prompt takes no reactions: for who reacts there is no such prompt.
create or replace function likes_count_inserted() returns trigger language plpgsql as $$
declare
  counted bigint;
begin
  update prompt_stats set likes_count = likes_count + added.n
    from (select prompt_id, count(*) as n from changed group by prompt_id) added
    where prompt_stats.prompt_id = added.prompt_id;
  get diagnostics counted = row_count;
  if counted < (select count(distinct prompt_id) from changed) then
    raise foreign_key_violation using message = 'the prompt is hidden', constraint = 'likes_prompt_id_fkey';
  end if;
  return null;
end
$$;

create function favorites_inserted() returns trigger language plpgsql as $$
begin
  if exists (select from changed where not exists
      (select from prompt_stats where prompt_stats.prompt_id = changed.prompt_id)) then
    raise foreign_key_violation using message = 'the prompt is hidden', constraint = 'favorites_prompt_id_fkey';
  end if;
  return null;
end
$$;
create trigger favorites_inserted after insert on favorites referencing new table as changed
  for each statement execute function favorites_inserted();

create or replace function likes_count_deleted() returns trigger language plpgsql as $$
declare
  hidden bigint[];
begin
  with counted as (
    update prompt_stats set likes_count = likes_count - removed.n
      from (select prompt_id, count(*) as n from changed group by prompt_id) removed
      where prompt_stats.prompt_id = removed.prompt_id
      returning prompt_stats.prompt_id
  )
  select array_agg(prompt_id) into hidden
    from (select prompt_id from changed except select prompt_id from counted) missing;
  if hidden is not null then
    -- Or shown again at this moment, with these likes counted: that is settled once the row can be locked.
    perform from prompts where id = any(hidden) order by id for key share;
    update prompt_stats set likes_count = likes_count - removed.n
      from (select prompt_id, count(*) as n from changed where prompt_id = any(hidden) group by prompt_id) removed
      where prompt_stats.prompt_id = removed.prompt_id;
  end if;
  return null;
end
$$;

-- Nobody calls it any more: searches pass the query itself.
drop function search_matches(text, smallint, bigint);
