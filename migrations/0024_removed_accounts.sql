-- Removing an account is a decision that can be undone: the row stays, nobody sees it, and its prompts are hidden with it.
-- Every decision is in the audit log.

alter table users add column removed_at timestamptz;
-- Whether it was blocked before, and is again once it is back. A removed account is blocked, so that all that refuses blocked
-- users refuses it.
alter table users add column blocked_before_removal boolean;
alter table users add check ((removed_at is null) = (blocked_before_removal is null));
alter table users add check (removed_at is null or is_blocked);

-- Hidden because all of its author's is, not by a decision of its own.
alter table prompts add column hidden_with_author boolean not null default false;
alter table prompts add check (hidden_at is not null or not hidden_with_author);

-- Thousands of prompts may be hidden in one statement, so that the counts of tools are changed once for each tool.
create or replace function prompts_hide_or_show() returns trigger language plpgsql as $$
begin
  new.hidden_views := null;
  if new.hidden_at is not null then
    -- Locked: views are added at any moment.
    select views into new.hidden_views from prompt_stats where prompt_id = new.id for update;
  end if;
  return new;
end
$$;
create function prompts_hidden_or_shown() returns trigger language plpgsql as $$
begin
  -- Most updates change nothing here.
  if not exists (select from before join after using (id) where (before.hidden_at is null) <> (after.hidden_at is null)) then
    return null;
  end if;
  delete from prompt_stats using before join after using (id)
    where prompt_stats.prompt_id = after.id and before.hidden_at is null and after.hidden_at is not null;
  insert into prompt_stats (prompt_id, llm_type_id, created_at, likes_count, views)
    select after.id, after.llm_type_id, after.created_at,
      (select count(*) from likes where likes.prompt_id = after.id), before.hidden_views
    from before join after using (id) where before.hidden_at is not null and after.hidden_at is null;
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
create trigger prompts_hidden_or_shown after update on prompts
  referencing old table as before new table as after
  for each statement execute function prompts_hidden_or_shown();

-- A rule for what the administration removes without one of the others.
alter table decisions drop constraint decisions_ground_check;
alter table decisions add constraint decisions_ground_check check (ground in
  ('illegal', 'child', 'hate', 'explicit', 'copyright', 'personal_data', 'fake', 'spam', 'name', 'misuse', 'terms', 'reports', 'none'));

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'prompt_kept', 'prompt_hidden', 'prompt_removed', 'prompt_restored',
  'user_kept', 'user_warned', 'user_paused', 'user_blocked', 'user_emptied', 'user_unblocked', 'user_removed', 'user_restored',
  'moderator_named', 'moderator_dismissed', 'records_exported',
  -- Of before removing was a decision.
  'user_deleted'));
alter table audit_log drop constraint audit_log_reason_check;
alter table audit_log add constraint audit_log_reason_check check (length(reason) between 1 and 1000);
