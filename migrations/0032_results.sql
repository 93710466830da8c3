-- "Funcionou?": what people say of a prompt's present version, with the model that they used it in. Counts are kept by triggers,
-- like those of likes (0001, 0016); the wide row is not rewritten.

create table results (
  id bigint generated always as identity unique,
  prompt_id bigint not null references prompts on delete cascade,
  version integer not null,
  user_id uuid not null references users on delete cascade,
  -- The model's name without case, accents, spaces and signs: what makes two spellings one model.
  model_key text not null check (length(model_key) between 1 and 160),
  model text not null check (length(model) between 1 and 40),
  outcome text not null check (outcome in ('worked', 'partly', 'failed')),
  note text check (length(note) between 1 and 280),
  answered_at timestamptz not null default now(),
  -- Of a blocked user: neither shown nor counted until the block ends.
  of_blocked boolean not null default false,
  -- Taken away by moderation, which may give it back.
  removed_at timestamptz,
  shown boolean not null generated always as (not of_blocked and removed_at is null) stored,
  primary key (prompt_id, version, user_id, model_key)
);
create index results_user_id on results (user_id, id);
create index results_worked on results (prompt_id, version, answered_at desc) where shown and outcome = 'worked';
create index results_notes on results (prompt_id, version, id desc) where shown and note is not null;

-- Of the present version: people who answered, those for whom it worked in any model, and when the last of these said so.
alter table prompt_stats add column version integer not null default 1;
alter table prompt_stats add column answered_count integer not null default 0 check (answered_count >= 0);
alter table prompt_stats add column worked_count integer not null default 0 check (worked_count >= 0);
-- Never null, so that lists can be ordered by it and paged by comparing rows.
alter table prompt_stats add column last_worked_at timestamptz not null default '-infinity';
update prompt_stats set version = prompts.version from prompts where id = prompt_id and prompts.version <> 1;

-- ---------------------------------------------------------------------------------------------------- counting

-- The counts of a version, from its answers: what the triggers below keep is always equal to this.
create function results_of(bigint, integer, out answered integer, out worked integer, out last_worked timestamptz)
  language sql stable
  return (
    select row(count(distinct user_id)::integer, (count(distinct user_id) filter (where outcome = 'worked'))::integer,
      coalesce(max(answered_at) filter (where outcome = 'worked'), '-infinity'))
    from results where prompt_id = $1 and version = $2 and shown
  );

-- What a statement has changed for one person and version: numbers of answers that count, and of those that say it worked.
create type result_change as (prompt_id bigint, version integer, user_id uuid, answered bigint, worked bigint);

-- Counts people, not answers: one may answer for several models. Locked first, so that what others have committed meanwhile is
-- seen when the counts are read, and in one order.
create function count_results(changes result_change[]) returns void language plpgsql as $$
declare
  changed constant bigint[] := array(select distinct prompt_id from unnest(changes) order by 1);
begin
  -- Hidden, or shown again at this moment, with these answers counted: that is settled once the row can be locked (0016).
  perform from prompts
    where id = any(changed) and not exists (select from prompt_stats where prompt_stats.prompt_id = prompts.id)
    order by id for key share;
  perform from prompt_stats where prompt_id = any(changed) order by prompt_id for no key update;
  update prompt_stats set
      answered_count = answered_count + counted.answered,
      worked_count = worked_count + counted.worked,
      last_worked_at = coalesce((
        select answered_at from results
        where prompt_id = counted.prompt_id and version = counted.version and shown and outcome = 'worked'
        order by answered_at desc limit 1), '-infinity')
    from (
      select prompt_id, version,
        sum((answered_now > 0)::integer - (answered_now > answered)::integer) as answered,
        sum((worked_now > 0)::integer - (worked_now > worked)::integer) as worked
      from (
        select prompt_id, version, user_id, sum(answered) as answered, sum(worked) as worked
        from unnest(changes) group by prompt_id, version, user_id
      ) person
      cross join lateral (
        select count(*) as answered_now, count(*) filter (where outcome = 'worked') as worked_now
        from results
        where results.prompt_id = person.prompt_id and results.version = person.version
          and results.user_id = person.user_id and shown
      ) now
      group by prompt_id, version
    ) counted
    where prompt_stats.prompt_id = counted.prompt_id and prompt_stats.version = counted.version;
end
$$;

create function results_inserted() returns trigger language plpgsql as $$
begin
  perform count_results(array(
    select row(prompt_id, version, user_id, 1, (outcome = 'worked')::integer)::result_change from after where shown));
  return null;
end
$$;
create trigger results_inserted after insert on results referencing new table as after
  for each statement execute function results_inserted();

create function results_deleted() returns trigger language plpgsql as $$
begin
  perform count_results(array(
    select row(prompt_id, version, user_id, -1, -(outcome = 'worked')::integer)::result_change from before where shown));
  return null;
end
$$;
create trigger results_deleted after delete on results referencing old table as before
  for each statement execute function results_deleted();

create function results_updated() returns trigger language plpgsql as $$
begin
  perform count_results(array(
    select row(prompt_id, version, user_id, 1, (outcome = 'worked')::integer)::result_change from after where shown
    union all
    select row(prompt_id, version, user_id, -1, -(outcome = 'worked')::integer)::result_change from before where shown));
  return null;
end
$$;
create trigger results_updated after update on results referencing old table as before new table as after
  for each statement execute function results_updated();

-- Answers of blocked people leave the counts, and are back when the block ends.
create function users_block_results() returns trigger language plpgsql as $$
begin
  update results set of_blocked = new.is_blocked where user_id = new.id and of_blocked <> new.is_blocked;
  return null;
end
$$;
create trigger users_block_results after update of is_blocked on users
  for each row when (old.is_blocked <> new.is_blocked) execute function users_block_results();

-- A new version starts afresh: nobody has used it yet.
create function prompts_version_changed() returns trigger language plpgsql as $$
begin
  update prompt_stats set version = new.version, answered_count = answered, worked_count = worked, last_worked_at = last_worked
    from results_of(new.id, new.version) where prompt_id = new.id;
  return null;
end
$$;
create trigger prompts_version_changed after update on prompts
  for each row when (old.version <> new.version and new.hidden_at is null) execute function prompts_version_changed();

-- As in 0024, with the answers counted anew like the likes.
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
      after.version, results.answered, results.worked, results.last_worked
    from before join after using (id) cross join lateral results_of(after.id, after.version) results
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
