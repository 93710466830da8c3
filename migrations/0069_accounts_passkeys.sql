-- Passkeys: people sign in with what their device keeps, and staff prove themselves by it (decision 68).

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- The authenticator's own name for the key, base64url.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  -- COSE. It verifies and signs nothing.
  public_key bytea not null,
  -- Of signatures; zero where the authenticator does not count. A lower one than before means that the key was copied.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  -- Whether a password manager keeps it for several devices.
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
-- A user's passkeys: to list and to count them.
create index passkeys_user_id on passkeys (user_id);

-- Whether the account ever had one: staff who have lost theirs make the next one as the first, by the link of a mail.
alter table users add column had_passkey boolean not null default false;

-- Challenges that were answered: each is good once. Until then nobody stores them, because they are signed.
create table spent_challenges (
  challenge bytea primary key,
  expires_at timestamptz not null
);
-- Those that are past their time, for their end.
create index spent_challenges_expires_at on spent_challenges (expires_at);

-- Users whose passkeys go, because they lost them: a day after it was asked for, unless the user stops it.
create table passkey_resets (
  user_id uuid primary key references users on delete cascade,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null
);
-- Those that are due.
create index passkey_resets_due_at on passkey_resets (due_at);

-- The passkey that opened a session makes it one of the second level. Removing it ends its other sessions first.
alter table sessions add column passkey_id uuid references passkeys on delete set null;
-- The sessions of a passkey that goes.
create index if not exists sessions_passkey_id on sessions (passkey_id) where passkey_id is not null;
alter table sessions drop constraint sessions_auth_method_check;
alter table sessions add constraint sessions_auth_method_check
  check (auth_method in ('password', 'otp', 'oauth', 'passkey'));

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'prompt_kept', 'prompt_hidden', 'prompt_removed', 'prompt_restored',
  'user_kept', 'user_warned', 'user_paused', 'user_blocked', 'user_emptied', 'user_unblocked', 'user_removed', 'user_restored',
  'result_kept', 'result_hidden', 'result_removed', 'result_restored',
  'collection_kept', 'collection_hidden', 'collection_removed', 'collection_restored',
  'moderator_named', 'moderator_dismissed', 'records_exported', 'tag_renamed', 'tag_merged', 'tag_alias_deleted',
  'passkeys_reset'));
