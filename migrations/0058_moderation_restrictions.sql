-- What is in force of moderation, at one glance: each decision that hides, removes, blocks, warns or pauses makes a restriction,
-- until another decision lifts it (overturned_by). docs/moderation.md explains the kinds.
create view restrictions as
select d.id as decision_id, d.case_id, c.author_id, c.prompt_id, c.reported_user_id,
  case
    when d.action = 'hide' then 'hidden'
    when d.action = 'remove' and c.reported_user_id is not null then 'account_removed'
    when d.action = 'remove' then 'removed'
    when d.action = 'block' and d.delete_at is not null then 'emptied'
    when d.action = 'block' then 'blocked'
    when d.action = 'warn' and d.ground = 'reports' then 'reporter_warned'
    when d.action = 'warn' then 'warned'
    when d.action = 'pause' then 'reporting_paused'
  end as kind,
  d.decided_as = 'automatic' as is_automatic, d.report_id, d.delete_at, d.created_at
from decisions d join moderation_cases c on c.id = d.case_id
where d.overturned_by is null and d.action in ('hide', 'remove', 'block', 'warn', 'pause');
