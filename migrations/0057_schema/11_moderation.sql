-- Reports, the cases that collect them, decisions with their statements of reasons, appeals, and who decides beside the admin
-- (decisions 35 to 39).

-- One for each target (a prompt, a user, an answer, a collection), for ever: reopened, never doubled. It outlives its target,
-- so nothing here is a foreign key to that.
create table moderation_cases (
  id bigint generated always as identity primary key,
  prompt_id bigint unique,
  reported_user_id uuid unique,
  result_id bigint,
  collection_id bigint,
  -- The user concerned: who published the prompt, answer or collection, or the reported user.
  author_id uuid not null,
  author_username text not null,
  -- The target's title or name, as reported.
  label text not null,
  -- pending: its reports wait for their confirmation.
  state text not null default 'pending' check (state in ('pending', 'open', 'decided')),
  category text check (category in ('child', 'intimate', 'violence', 'hate', 'personal_data', 'copyright', 'spam', 'other')),
  deadline timestamptz,
  -- Raised by every change; a decision names the one it saw.
  version integer not null default 1,
  -- What was reported, as it was, and versions reported before, newest first.
  snapshot jsonb not null,
  earlier jsonb not null default '[]',
  -- By a report, until a person decides.
  hidden_automatically boolean not null default false,
  -- The case of the removed prompt whose picture that of this one resembles, while it is to be decided.
  alike_case_id bigint references moderation_cases on delete set null,
  opened_at timestamptz,
  decided_at timestamptz,
  -- Until then what was reported is kept for the authorities, whatever its author deletes.
  preserved_until timestamptz,
  -- Of the author, while it is preserved: the account may be deleted.
  preserved_account jsonb,
  constraint moderation_cases_target_check check (num_nonnulls(prompt_id, reported_user_id, result_id, collection_id) = 1),
  constraint moderation_cases_open_check check (state <> 'open' or (opened_at is not null and deadline is not null)),
  constraint moderation_cases_decided_check check (state <> 'decided' or decided_at is not null)
);
-- The case of an answer, and of a collection.
create unique index moderation_cases_result_id on moderation_cases (result_id) where result_id is not null;
create unique index moderation_cases_collection_id on moderation_cases (collection_id) where collection_id is not null;
-- The queue, and the list of what was decided.
create index moderation_cases_queue on moderation_cases (deadline, id) where state = 'open';
create index moderation_cases_decided on moderation_cases (decided_at desc, id desc) where state = 'decided';
-- What concerns a user: notices, blocks, the export.
create index moderation_cases_author_id on moderation_cases (author_id);
-- Those that resemble a case which is deleted.
create index moderation_cases_alike on moderation_cases (alike_case_id) where alike_case_id is not null;
-- What is preserved: an author's, and what is over.
create index moderation_cases_preserved on moderation_cases (preserved_until) where preserved_until is not null;
-- Which cases have a picture, in whichever version: its file stays for moderators while the case has its text.
create index moderation_cases_pictures on moderation_cases
  using gin (jsonb_path_query_array('[]'::jsonb || snapshot || earlier, '$[*].image.image_hash') jsonb_path_ops);

-- What somebody says against a target. It decides nothing until it is confirmed.
create table reports (
  id bigint generated always as identity primary key,
  -- Whoever knows it sees status and decision.
  code text not null unique check (code ~ '^[2-9B-DF-HJ-NP-TV-Z]{10}$'),
  case_id bigint not null references moderation_cases on delete cascade,
  category text not null check (category in ('child', 'intimate', 'violence', 'hate', 'personal_data', 'copyright', 'spam', 'other')),
  explanation text not null check (length(explanation) between 1 and 2000),
  -- For whom the reporter speaks.
  standing text not null check (standing in ('self', 'representative', 'authority', 'organisation', 'anyone')),
  -- What was reported: when the prompt was last changed, or the user's name. The same person reports each version once.
  target_version text not null,
  -- As it was: its author may change it before a visitor's report is confirmed. Null once the case has it, and for reports of
  -- members, whose cases have it at once.
  snapshot jsonb,
  -- Members report as themselves; visitors leave name and address.
  reporter_id uuid references users on delete set null,
  reporter_name text check (length(reporter_name) between 1 and 100),
  reporter_email text,
  -- Keyed hash of the address; it goes with a deleted account.
  reporter_key bytea,
  confirmed_at timestamptz,
  -- Of the token in the confirmation mail. Null while no mail was sent for this one.
  confirmation_hash bytea,
  created_at timestamptz not null default now()
);
-- A case's reports, and whether the same person has reported it, which is asked under the case's lock.
create index reports_of_reporter on reports (case_id, reporter_key);
-- A member's reports.
create index reports_reporter_id on reports (reporter_id);
-- The figures of a year.
create index reports_confirmed on reports (confirmed_at) where confirmed_at is not null;
-- Old ones that nobody has confirmed, for their removal.
create index reports_unconfirmed on reports (created_at) where confirmed_at is null;
-- Whether an unconfirmed report has a picture.
create index reports_picture on reports ((snapshot -> 'image' ->> 'image_hash')) where snapshot is not null;

create function forget_reporter() returns trigger language plpgsql as $$
begin
  new.reporter_key := null;
  return new;
end $$;
create trigger reports_forget_reporter before update of reporter_id on reports
  for each row when (old.reporter_id is not null and new.reporter_id is null) execute function forget_reporter();

-- What admin, moderator or a grave report did to a case.
create table decisions (
  id bigint generated always as identity primary key,
  case_id bigint not null references moderation_cases on delete cascade,
  action text not null check (action in ('keep', 'hide', 'remove', 'restore', 'warn', 'block', 'pause')),
  ground text not null check (ground in
    ('illegal', 'child', 'hate', 'explicit', 'copyright', 'personal_data', 'fake', 'spam', 'name', 'misuse', 'terms', 'reports', 'none')),
  reason text not null check (length(reason) between 1 and 1000),
  -- The case's at that time.
  category text,
  -- Of the texts and the picture that it was about.
  content_hash text,
  -- Of a warning or a pause because of a report made in bad faith, which is about the user who made it.
  report_id bigint references reports on delete set null,
  decided_as text not null check (decided_as in ('admin', 'moderator', 'automatic')),
  decided_by uuid,
  decided_by_username text,
  overturned_by bigint references decisions on delete set null,
  -- Undoing a decision may leave what another one holds: the notice of it says so, also later.
  still text[] not null default '{}' check (still <@ array['away', 'blocked']),
  -- When what was removed is deleted for good; null once it is, or when it is overturned.
  delete_at timestamptz,
  -- Of the case that it closed; null when that was closed already.
  opened_at timestamptz,
  deadline timestamptz,
  -- When the user concerned read it.
  read_at timestamptz,
  created_at timestamptz not null default now(),
  constraint decisions_check check ((decided_as = 'automatic') = (decided_by is null)),
  constraint decisions_check1 check (action <> 'pause' or ground = 'reports')
);
-- A case's decisions, newest first.
create index decisions_case_id on decisions (case_id, id);
-- What a decision has undone.
create index decisions_overturned_by on decisions (overturned_by) where overturned_by is not null;
-- The decisions about a report.
create index decisions_report_id on decisions (report_id) where report_id is not null;
-- What is to be deleted for good.
create index decisions_due on decisions (delete_at) where delete_at is not null;
-- The public log, of one action or one category.
create index decisions_action on decisions (action, id);
create index decisions_category on decisions (category, id);
-- The figures of a year.
create index decisions_created_at on decisions (created_at);

-- Who is told of each decision.
create table statements_of_reasons (
  decision_id bigint not null references decisions on delete cascade,
  -- Null: the statement to the user concerned.
  report_id bigint references reports on delete cascade,
  -- When its mail was queued.
  told_at timestamptz,
  unique nulls not distinct (decision_id, report_id)
);
-- Those of a report, deleted with it.
create index statements_of_reasons_report_id on statements_of_reasons (report_id) where report_id is not null;
-- Those of a decision that are not told yet, by the hundred.
create index statements_of_reasons_untold on statements_of_reasons (decision_id, report_id nulls first) where told_at is null;

-- What author or reporter says against a decision, once.
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
  constraint appeals_check check ((side = 'reporter') = (report_id is not null)),
  constraint appeals_check1 check ((answered_by is null) = (outcome is null)),
  unique nulls not distinct (decision_id, side, report_id)
);
-- A report's appeals.
create index appeals_report_id on appeals (report_id) where report_id is not null;
-- What a decision has answered.
create index appeals_answered_by on appeals (answered_by) where answered_by is not null;
-- The figures of a year.
create index appeals_created_at on appeals (created_at);

-- Members whom the admin has named: they decide cases, and see nothing else of the admin's.
create table moderators (
  user_id uuid primary key references users on delete cascade,
  named_at timestamptz not null default now()
);

-- Every action of admin and moderators, kept when its target is gone. Names are as they were then; no e-mail addresses. What was
-- handed out to an authority is here too: the operator has no account, admin_id is null, the name the system's.
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  admin_id uuid references users on delete set null,
  admin_username text not null,
  action text not null check (action in (
    'prompt_kept', 'prompt_hidden', 'prompt_removed', 'prompt_restored',
    'user_kept', 'user_warned', 'user_paused', 'user_blocked', 'user_emptied', 'user_unblocked', 'user_removed', 'user_restored',
    'result_kept', 'result_hidden', 'result_removed', 'result_restored',
    'collection_kept', 'collection_hidden', 'collection_removed', 'collection_restored',
    'moderator_named', 'moderator_dismissed', 'records_exported', 'tag_renamed', 'tag_merged', 'tag_alias_deleted')),
  -- The user concerned; of a prompt its author.
  target_user_id uuid,
  target_prompt_id bigint,
  -- The prompt's title, or the name of the user or tag.
  target_label text not null,
  -- What a tag was called afterwards, or the tag that it went into.
  new_label text,
  -- Prompts that went with the action.
  prompts_removed integer not null default 0 check (prompts_removed >= 0),
  reason text check (length(reason) between 1 and 1000)
);
-- The log, newest first; the entries of an account that is deleted.
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_admin_id on audit_log (admin_id);

-- ----------------------------------------------------------------------------- preserved for the authorities

-- What a user's prompts were, while a case about that user is preserved, and old versions in every preserved case about the
-- prompt or its author (decision 39): a report of a person names no prompt.
create table preserved_prompts (
  id bigint generated always as identity primary key,
  case_id bigint not null references moderation_cases on delete cascade,
  prompt_id bigint not null,
  -- As it was before it was changed or deleted.
  snapshot jsonb not null,
  preserved_at timestamptz not null default now()
);
-- A case's, newest first.
create index preserved_prompts_case_id on preserved_prompts (case_id);

-- Triggers, so that no way of deleting forgets it.

create function preserve_prompt() returns trigger language plpgsql as $$
begin
  insert into preserved_prompts (case_id, prompt_id, snapshot)
    select c.id, old.id, jsonb_build_object(
      'title', old.title, 'content', old.content, 'description', old.description,
      'image', (
        select jsonb_build_object('image_hash', hash, 'image_alt', old.image_alt, 'width', width, 'height', height,
          'animated', animated, 'color', color)
        from images where hash = old.image_hash
      ),
      'username', c.author_username, 'edited_at', old.edited_at)
    from moderation_cases c where c.reported_user_id = old.user_id and c.preserved_until > now();
  return null;
end
$$;
create trigger prompts_preserve_deleted after delete on prompts for each row execute function preserve_prompt();
create trigger prompts_preserve_changed after update of title, content, description, image_hash on prompts for each row
  when ((old.title, old.content, old.description, old.image_hash)
    is distinct from (new.title, new.content, new.description, new.image_hash))
  execute function preserve_prompt();

create function preserve_version(version prompt_versions, author uuid) returns void language sql as $$
  insert into preserved_prompts (case_id, prompt_id, snapshot)
    select c.id, version.prompt_id, jsonb_build_object(
      'title', version.title, 'content', version.content, 'description', version.description,
      'image', (
        select jsonb_build_object('image_hash', hash, 'image_alt', version.image_alt, 'width', width, 'height', height,
          'animated', animated, 'color', color)
        from images where hash = version.image_hash
      ),
      'username', c.author_username, 'edited_at', version.created_at)
    from moderation_cases c
    where (c.prompt_id = version.prompt_id or c.reported_user_id = author) and c.preserved_until > now()
      -- Its change may have preserved it.
      and not exists (
        select from preserved_prompts p
        where p.case_id = c.id and p.prompt_id = version.prompt_id and p.snapshot ->> 'title' = version.title
          and p.snapshot ->> 'content' = version.content
          and p.snapshot ->> 'description' is not distinct from version.description
          and p.snapshot -> 'image' ->> 'image_hash' is not distinct from version.image_hash
      );
$$;
create function preserve_erased_version() returns trigger language plpgsql as $$
begin
  -- Without its prompt it goes with that: the other trigger has seen to it.
  perform preserve_version(old, user_id) from prompts where id = old.prompt_id;
  return old;
end
$$;
create trigger prompt_versions_preserve before delete on prompt_versions
  for each row execute function preserve_erased_version();
create function preserve_versions_of_prompt() returns trigger language plpgsql as $$
begin
  perform preserve_version(v, old.user_id) from prompt_versions v where v.prompt_id = old.id;
  return old;
end
$$;
create trigger prompts_preserve_versions before delete on prompts
  for each row execute function preserve_versions_of_prompt();
