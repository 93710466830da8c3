-- "Funcionou?": what people say of a prompt's present version, with the model that they used it in (decision 44).

-- Answers; a person may give one for each model. The foreign key to prompts stands in their room.
create table results (
  id bigint generated always as identity unique,
  prompt_id bigint not null,
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
-- A person's answers, for the export.
create index results_user_id on results (user_id, id);
-- When the last person said that it works: a version's `last_worked_at`.
create index results_worked on results (prompt_id, version, answered_at desc) where shown and outcome = 'worked';
-- The notes about a version, newest first.
create index results_notes on results (prompt_id, version, id desc) where shown and note is not null;

-- Answers of blocked people leave the counts, and are back when the block ends.
create function users_block_results() returns trigger language plpgsql as $$
begin
  update results set of_blocked = new.is_blocked where user_id = new.id and of_blocked <> new.is_blocked;
  return null;
end
$$;
create trigger users_block_results after update of is_blocked on users
  for each row when (old.is_blocked <> new.is_blocked) execute function users_block_results();

-- ---------------------------------------------------------------------------------------------------- counting

-- The counts of a version, from its answers: what the triggers below keep in prompt_stats is always equal to this.
create function results_of(
    of_prompt bigint, of_version integer, out answered integer, out worked integer, out last_worked timestamptz)
  language sql stable
  return (
    select row(count(distinct user_id)::integer, (count(distinct user_id) filter (where outcome = 'worked'))::integer,
      coalesce(max(answered_at) filter (where outcome = 'worked'), '-infinity'))
    from results where prompt_id = of_prompt and version = of_version and shown
  );

-- What a statement has changed for one person and version: numbers of answers that count, and of those that say it worked.
create type result_change as (prompt_id bigint, version integer, user_id uuid, answered bigint, worked bigint);

-- Counts people, not answers: one may answer for several models. Locked first, so that what others have committed meanwhile is
-- seen when the counts are read, and in one order.
create function count_results(changes result_change[]) returns void language plpgsql as $$
declare
  changed constant bigint[] := array(select distinct prompt_id from unnest(changes) order by 1);
begin
  -- Hidden, or shown again at this moment, with these answers counted: that is settled once the row can be locked, as in
  -- likes_count_deleted().
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

-- ------------------------------------------------------------------------------------------------------ caches

-- What is taken back, changed or taken away leaves the caches at once; what is new shows within a cache's minute (decision 54).

create function notify_result_removed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', 'lists prompt-' || new.prompt_id);
  return null;
end
$$;
create trigger results_removed after update of removed_at on results
  for each row when ((old.removed_at is null) <> (new.removed_at is null)) execute function notify_result_removed();
create trigger results_content_changed after update of note, model, outcome on results
  for each row when (old.shown and old.note is not null
    and (old.note, old.model, old.outcome) is distinct from (new.note, new.model, new.outcome))
  execute function notify_result_removed();

create function notify_notes_changed() returns trigger language plpgsql as $$
declare
  -- As in notify_prompts_changed().
  most constant integer := 100;
  keys text;
  prompts integer;
begin
  select string_agg('prompt-' || prompt_id, ' '), count(*) into keys, prompts from (
    select distinct prompt_id from before where shown and note is not null limit most + 1
  ) noted;
  if prompts > 0 then
    perform pg_notify('content_changed', case when prompts <= most then 'lists ' || keys else '' end);
  end if;
  return null;
end
$$;
create trigger results_content_deleted after delete on results referencing old table as before
  for each statement execute function notify_notes_changed();
