-- Who is told of each decision, and reports by version of their target.

create table statements_of_reasons (
  decision_id bigint not null references decisions on delete cascade,
  -- Null: the statement to the user concerned.
  report_id bigint references reports on delete cascade,
  -- When its mail was queued.
  told_at timestamptz,
  unique nulls not distinct (decision_id, report_id)
);
create index statements_of_reasons_report_id on statements_of_reasons (report_id) where report_id is not null;
create index statements_of_reasons_untold on statements_of_reasons (decision_id, report_id nulls first) where told_at is null;
-- Until now, each decision by a person was told to everybody who had reported until then.
insert into statements_of_reasons (decision_id, report_id, told_at)
select d.id, r.id, d.created_at from decisions d join reports r using (case_id)
where d.decided_as <> 'automatic' and r.confirmed_at <= d.created_at;

-- What was reported, as it was then: when the prompt was last changed, or the user's name. The same person reports each
-- version once.
alter table reports add column target_version text;
update reports r set target_version =
  coalesce(case when c.prompt_id is null then c.snapshot ->> 'username' else c.snapshot ->> 'edited_at' end, '')
from moderation_cases c where c.id = r.case_id;
alter table reports alter column target_version set not null;
drop index reports_once;
create unique index reports_once on reports (case_id, reporter_key, target_version) where confirmed_at is not null;
-- While a confirmation mail waits, there is no second one: such a report has no confirmation_hash.
alter table reports drop constraint reports_check;
create index reports_waiting on reports (case_id, reporter_key)
  where confirmed_at is null and confirmation_hash is not null;

-- The hash of a deleted account's address goes with it.
alter table reports alter column reporter_key drop not null;
update reports set reporter_key = null where reporter_id is null and reporter_email is null;
create function forget_reporter() returns trigger language plpgsql as $$
begin
  new.reporter_key := null;
  return new;
end $$;
create trigger reports_forget_reporter before update of reporter_id on reports
  for each row when (old.reporter_id is not null and new.reporter_id is null) execute function forget_reporter();
