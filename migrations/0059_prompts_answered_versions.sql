-- Results belong to text, tool and picture as they were answered (decision 44).

-- The first of the versions with the present text, tool and picture: results name it. Null when it is the present version;
-- set when only title or description made the versions since.
alter table prompts add column results_since integer;
-- When text, tool or picture last changed within a version: an answer to what was read before is refused. Null when they
-- have not.
alter table prompts add column results_at timestamptz;

-- Edits within ten minutes of a version's beginning belong to it, unless it has answers: that version is closed. One that has
-- those of an earlier one, because the title alone has changed, takes another title, but no other text, tool or picture.
-- A transaction that waited for the prompt's lock sees what is committed when it has it, so that an answer is given before an
-- edit or after it.
create or replace function prompts_keep_version() returns trigger language plpgsql as $$
declare
  answers_end constant boolean :=
    (old.content, old.llm_type_id, old.image_hash) is distinct from (new.content, new.llm_type_id, new.image_hash);
begin
  if new.version = old.version and old.version_at > now() - interval '10 minutes'
    and not exists (select from results where prompt_id = old.id
      and version = case when answers_end then coalesce(old.results_since, old.version) else old.version end)
  then
    if answers_end then
      new.results_since := null;
      new.results_at := now();
    end if;
    return new;
  end if;
  insert into prompt_versions
    (prompt_id, number, title, content, description, llm_type_id, image_hash, image_alt, note, created_at)
    values (old.id, old.version, old.title, old.content, old.description, old.llm_type_id, old.image_hash, old.image_alt,
      old.version_note, coalesce(old.version_at, old.created_at));
  delete from prompt_versions where prompt_id = old.id and number <= old.version - 99;
  new.version := old.version + 1;
  new.version_at := now();
  -- Set afterwards: here an unchanged note cannot be told from one that is given again.
  new.version_note := null;
  if answers_end then
    new.results_since := null;
    new.results_at := null;
  else
    new.results_since := coalesce(old.results_since, old.version);
  end if;
  return new;
end
$$;

-- Another text, tool or picture starts afresh: nobody has used it yet.
create or replace function prompts_version_changed() returns trigger language plpgsql as $$
begin
  update prompt_stats set
      version = coalesce(new.results_since, new.version),
      answered_count = answered, worked_count = worked, last_worked_at = last_worked
    from results_of(new.id, coalesce(new.results_since, new.version)) where prompt_id = new.id;
  return null;
end
$$;
create or replace trigger prompts_version_changed after update on prompts
  for each row when (coalesce(old.results_since, old.version) <> coalesce(new.results_since, new.version)
    and new.hidden_at is null)
  execute function prompts_version_changed();

-- As before, with the version that results name.
create or replace function prompts_hidden_or_shown() returns trigger language plpgsql as $$
begin
  -- Most updates change nothing here.
  if not exists (select from before join after using (id) where (before.hidden_at is null) <> (after.hidden_at is null)) then
    return null;
  end if;
  delete from prompt_stats using before join after using (id)
    where prompt_stats.prompt_id = after.id and before.hidden_at is null and after.hidden_at is not null;
  insert into prompt_stats (prompt_id, llm_type_id, created_at, likes_count, views,
      version, answered_count, worked_count, last_worked_at)
    select after.id, after.llm_type_id, after.created_at,
      (select count(*) from likes where likes.prompt_id = after.id), before.hidden_views,
      coalesce(after.results_since, after.version), results.answered, results.worked, results.last_worked
    from before join after using (id)
      cross join lateral results_of(after.id, coalesce(after.results_since, after.version)) results
    where before.hidden_at is not null and after.hidden_at is null;
  update llm_types set prompts_count = prompts_count + counted.n
    from (
      select after.llm_type_id, sum(case when after.hidden_at is null then 1 else -1 end) as n
      from before join after using (id) where (before.hidden_at is null) <> (after.hidden_at is null)
      group by after.llm_type_id
    ) counted
    where llm_types.id = counted.llm_type_id;
  return null;
end
$$;
