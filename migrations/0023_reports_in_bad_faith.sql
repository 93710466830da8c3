-- A warning or a pause because of a report made in bad faith, about the user who made it.
alter table decisions add column report_id bigint references reports on delete set null;
create index decisions_report_id on decisions (report_id) where report_id is not null;
alter table decisions drop constraint decisions_action_check;
alter table decisions add constraint decisions_action_check
  check (action in ('keep', 'hide', 'remove', 'restore', 'warn', 'block', 'pause'));
alter table decisions drop constraint decisions_ground_check;
alter table decisions add constraint decisions_ground_check check (ground in
  ('illegal', 'child', 'hate', 'explicit', 'copyright', 'personal_data', 'fake', 'spam', 'name', 'misuse', 'terms', 'reports', 'none'));
alter table decisions add check (action <> 'pause' or ground = 'reports');
