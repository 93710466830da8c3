-- Reports, the cases that collect them, decisions with their statements of reasons, appeals, and who decides beside the admin.

-- One for each target, for ever: reopened, never doubled. It outlives its target, so nothing here is a foreign key to that.
create table moderation_cases (
  id bigint generated always as identity primary key,
  prompt_id bigint unique,
  reported_user_id uuid unique,
  -- The user concerned: the prompt's author, or the reported user.
  author_id uuid not null,
  author_username text not null,
  -- The prompt's title or the user's name, as reported.
  label text not null,
  -- pending: its reports wait for their confirmation.
  state text not null default 'pending' check (state in ('pending', 'open', 'decided')),
  category text check (category in ('child', 'intimate', 'violence', 'hate', 'personal_data', 'copyright', 'spam', 'other')),
  deadline timestamptz,
  -- Raised by every change; a decision names the one it saw.
  version integer not null default 1,
  -- What was reported, as it was.
  snapshot jsonb not null,
  -- By a report, until a person decides.
  hidden_automatically boolean not null default false,
  opened_at timestamptz,
  decided_at timestamptz,
  check ((prompt_id is null) <> (reported_user_id is null)),
  check (state <> 'open' or (opened_at is not null and deadline is not null)),
  check (state <> 'decided' or decided_at is not null)
);
create index moderation_cases_queue on moderation_cases (deadline, id) where state = 'open';
create index moderation_cases_decided on moderation_cases (decided_at desc, id desc) where state = 'decided';
create index moderation_cases_author_id on moderation_cases (author_id);

create table reports (
  id bigint generated always as identity primary key,
  -- Whoever knows it sees status and decision.
  code text not null unique check (code ~ '^[2-9B-DF-HJ-NP-TV-Z]{10}$'),
  case_id bigint not null references moderation_cases on delete cascade,
  category text not null check (category in ('child', 'intimate', 'violence', 'hate', 'personal_data', 'copyright', 'spam', 'other')),
  explanation text not null check (length(explanation) between 1 and 2000),
  standing text not null check (standing in ('self', 'representative', 'authority', 'organisation', 'anyone')),
  -- Members report as themselves; visitors leave name and address.
  reporter_id uuid references users on delete set null,
  reporter_name text check (length(reporter_name) between 1 and 100),
  reporter_email text,
  -- Keyed hash of the address.
  reporter_key bytea not null,
  -- Until then it decides nothing.
  confirmed_at timestamptz,
  confirmation_hash bytea,
  created_at timestamptz not null default now(),
  check (confirmed_at is not null or confirmation_hash is not null)
);
create index reports_case_id on reports (case_id);
create index reports_reporter_id on reports (reporter_id);
-- Unconfirmed reports in somebody else's name must not keep that person from reporting.
create unique index reports_once on reports (case_id, reporter_key) where confirmed_at is not null;
create index reports_confirmed on reports (confirmed_at) where confirmed_at is not null;
create index reports_unconfirmed on reports (created_at) where confirmed_at is null;

create table decisions (
  id bigint generated always as identity primary key,
  case_id bigint not null references moderation_cases on delete cascade,
  action text not null check (action in ('keep', 'hide', 'remove', 'restore', 'warn', 'block')),
  ground text not null check (ground in
    ('illegal', 'child', 'hate', 'explicit', 'copyright', 'personal_data', 'fake', 'spam', 'name', 'misuse', 'none')),
  reason text not null check (length(reason) between 1 and 1000),
  -- The case's at that time.
  category text,
  decided_as text not null check (decided_as in ('admin', 'moderator', 'automatic')),
  decided_by uuid,
  decided_by_username text,
  overturned_by bigint references decisions on delete set null,
  -- When a removed prompt is deleted for good; null once it is, or when it is overturned.
  delete_at timestamptz,
  -- Of the case that it closed; null when that was closed already.
  opened_at timestamptz,
  deadline timestamptz,
  -- Whether the user concerned has read it.
  read_at timestamptz,
  created_at timestamptz not null default now(),
  check ((decided_as = 'automatic') = (decided_by is null))
);
create index decisions_case_id on decisions (case_id, id);
create index decisions_overturned_by on decisions (overturned_by) where overturned_by is not null;
create index decisions_due on decisions (delete_at) where delete_at is not null;
create index decisions_action on decisions (action, id);
create index decisions_category on decisions (category, id);
create index decisions_created_at on decisions (created_at);

create table appeals (
  id bigint generated always as identity primary key,
  decision_id bigint not null references decisions on delete cascade,
  side text not null check (side in ('author', 'reporter')),
  report_id bigint references reports on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now(),
  -- The decision that answers it, by its reason.
  answered_by bigint references decisions on delete cascade,
  outcome text check (outcome in ('upheld', 'rejected')),
  check ((side = 'reporter') = (report_id is not null)),
  check ((answered_by is null) = (outcome is null)),
  unique nulls not distinct (decision_id, side, report_id)
);
create index appeals_report_id on appeals (report_id) where report_id is not null;
create index appeals_answered_by on appeals (answered_by) where answered_by is not null;
create index appeals_created_at on appeals (created_at);

create table moderators (
  user_id uuid primary key references users on delete cascade,
  named_at timestamptz not null default now()
);
