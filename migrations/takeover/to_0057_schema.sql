-- The last step of a database that is taken over: what earlier versions have left is converted, what is dead goes, and the record
-- of applied migrations is that of a new database (../0057_schema). What locks tables comes last.

-- Bits of titles that have none: documents.sql has made those of changed documents.
update prompt_stats set title_bits = title_bits(search) from prompts where id = prompt_id and title_bits is null;

-- What deleting an account and withdrawing a collection were called before they were decisions of moderation.
update audit_log set action = 'user_removed', target_user_id = null where action = 'user_deleted';
update audit_log set action = 'collection_hidden' where action = 'collection_withdrawn';

-- Constraints that were not checked against the rows of their time.
alter table prompts validate constraint prompts_tag_ids_check;
alter table prompts validate constraint prompts_version_note_check;
alter table moderation_cases validate constraint moderation_cases_target_check;

-- Its parameters had no names, which pg_dump writes down wrong.
create or replace function results_of(
    of_prompt bigint, of_version integer, out answered integer, out worked integer, out last_worked timestamptz)
  language sql stable
  return (
    select row(count(distinct user_id)::integer, (count(distinct user_id) filter (where outcome = 'worked'))::integer,
      coalesce(max(answered_at) filter (where outcome = 'worked'), '-infinity'))
    from results where prompt_id = of_prompt and version = of_version and shown
  );
-- Their comments cited migrations that are gone.
create or replace function count_results(changes result_change[]) returns void language plpgsql as $$
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

create or replace function notify_notes_changed() returns trigger language plpgsql as $$
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

drop function fold_words(text);

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'prompt_kept', 'prompt_hidden', 'prompt_removed', 'prompt_restored',
  'user_kept', 'user_warned', 'user_paused', 'user_blocked', 'user_emptied', 'user_unblocked', 'user_removed', 'user_restored',
  'result_kept', 'result_hidden', 'result_removed', 'result_restored',
  'collection_kept', 'collection_hidden', 'collection_removed', 'collection_restored',
  'moderator_named', 'moderator_dismissed', 'records_exported', 'tag_renamed', 'tag_merged', 'tag_alias_deleted'));
alter table moderation_cases rename constraint moderation_cases_check1 to moderation_cases_open_check;
alter table moderation_cases rename constraint moderation_cases_check2 to moderation_cases_decided_check;
-- Sessions that were opened or last refreshed by a process that knows no siblings of tokens: each token was given for the one before
-- it. With the table locked, because the process before opens such sessions.
alter table sessions alter column refresh_spent set default -1, alter column refresh_first set default 0;
update sessions set refresh_spent = refresh_counter - 1, refresh_first = refresh_counter
  where refresh_spent is null or refresh_first is null;
alter table sessions alter column refresh_spent set not null, alter column refresh_first set not null;
alter table prompt_stats alter column title_bits set not null;
-- The job that made documents anew goes with its table. A process of a version before may try it once more: it fails, and
-- nothing else does.
drop table search_renewal;
do $$
begin
  if to_regclass('pgboss.schedule') is not null then
    delete from pgboss.schedule where name = 'renew-search-documents';
    delete from pgboss.job where name = 'renew-search-documents';
  end if;
end
$$;

delete from schema_migrations;
