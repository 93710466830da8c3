-- Users, how they sign up and in, their sessions, keys and records (decision 6).

-- The name as it looks: folded, without separators, Latin letters with strokes and hooks as plain ones, 1 and l as i, 0 as o,
-- "rn" as m, "vv" as w. Every letter that a username may have is told in src/accounts/server/users/look-alikes.test.ts.
create function look_key(name text) returns text
  language sql immutable strict parallel safe
  return replace(replace(translate(
    replace(replace(fold(name), 'æ', 'ae'), 'œ', 'oe'),
    '1l0ðøþßđħıĸłŋŧƀɓƃƅƈɖɗƌǝɛƒɠɣɩɨƙƚƛɯɲƞɵƥʀƨʃƫƭʈʊʋƴƶʒƺƻƽƿǥȡȥȴȵȶȷⱥȼⱦȿɀʉʌɇɉɋɍɏẜẝẟ·ʼɂʾ _.-',
    'iiodopsdhikintbbbbcdddeefgyiikiawnnopr2ftttuuyz3325pgdzintjactszuaejqryssd'), 'rn', 'm'), 'vv', 'w');

-- Who has an account.
create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and length(email) <= 255),
  username text not null check (length(username) between 3 and 40),
  -- Null: signs in by links alone.
  password_hash text,
  -- What the sign-in protocol's clients keep beside the account.
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  is_blocked boolean not null default false,
  -- Of the demo data, which `npm run demo:remove` removes.
  is_demo boolean not null default false,
  -- Removing an account can be undone: the row stays, nobody sees it, and its prompts are hidden with it (decision 37). A
  -- removed account is blocked, so that whatever refuses blocked users refuses it.
  removed_at timestamptz,
  -- Whether it was blocked before, and is again once it is back.
  blocked_before_removal boolean,
  email_confirmed_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  recovery_sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_check check ((removed_at is null) = (blocked_before_removal is null)),
  constraint users_check1 check (removed_at is null or is_blocked)
);
-- An account by its name, however it is spelt.
create unique index users_username_key on users (fold(username));
-- Whether another account's name looks like a new one.
create index users_look_key on users (look_key(username));
-- The admin's list of users, and its search by any part of name or address.
create index users_newest on users (created_at desc, id desc);
create index users_search on users using gin ((fold(username) || ' ' || email) gin_trgm_ops);

-- A sign-up holds everything that confirming it will apply, so that nobody can take an address before its owner does.
create table signups (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) <= 255),
  username text not null check (length(username) between 3 and 40),
  password_hash text not null,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  -- SHA-256 of the secret that the browser which signed up keeps: whoever shows it confirms without the password. Null where
  -- none was sent.
  browser_hash bytea,
  -- Keyed hash of the network that signed up: one network's sign-ups replace none of another's.
  network_hash bytea,
  confirmation_sent_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
-- Pending sign-ups of an address, newest first.
create index signups_email on signups (email, created_at desc);
-- Expired ones, for their removal.
create index signups_expires_at on signups (expires_at);

-- Who holds a name, confirmed (no expiry) or not: one row per key settles every race between two sign-ups. A name is claimed
-- by two rows: folded, and what it looks like, after an "=", which no name has.
create table username_claims (
  username_key text primary key,
  email text not null,
  expires_at timestamptz
);
-- The claims of an address; expired ones, for their removal.
create index username_claims_email on username_claims (email);
create index username_claims_expires_at on username_claims (expires_at) where expires_at is not null;

-- Open sessions. The refresh key is encrypted with SECRET_KEY; refresh tokens are derived from it and the counter.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  refresh_key bytea not null,
  -- Of the newest refresh token.
  refresh_counter bigint not null default 0 check (refresh_counter >= 0),
  -- The token that was exchanged last (-1: none), and the first of those given for it: siblings
  -- (src/accounts/server/sessions/refresh-rotation.ts).
  refresh_spent bigint not null default -1,
  refresh_first bigint not null default 0,
  auth_method text not null check (auth_method in ('password', 'otp')),
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
-- A user's sessions: to list and to end them.
create index sessions_user_id on sessions (user_id);
-- Those that nobody has refreshed for long, for their end.
create index sessions_refreshed_at on sessions (refreshed_at);

-- Devices that have logged in to an account: a login from another one is told by mail. A device proves itself with a secret
-- that it keeps; stored is a hash of that and the account's id, so that rows of two accounts do not tell that they share one.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  -- The session that it opened last. No foreign key: logging out leaves the device known.
  session_id uuid not null,
  used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
-- Those not used for a year, for their removal.
create index known_devices_used_at on known_devices (used_at);

-- What mailed links carry. Only the hash of a token is kept; the token itself is derived from SECRET_KEY and this row's id.
create table one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('confirmation', 'recovery')),
  signup_id uuid references signups on delete cascade,
  user_id uuid references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint one_time_tokens_check check ((kind = 'confirmation') = (signup_id is not null)),
  constraint one_time_tokens_check1 check ((kind = 'recovery') = (user_id is not null))
);
-- Those of a sign-up, and of a user: to mail one again, and to void all.
create index one_time_tokens_signup_id on one_time_tokens (signup_id);
create index one_time_tokens_user_id on one_time_tokens (user_id);
-- Expired ones, for their removal.
create index one_time_tokens_expires_at on one_time_tokens (expires_at);

-- Personal API keys: what programs send in place of a session (decision 48). Only the SHA-256 of a key is stored.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- The key's visible beginning.
  prefix text not null,
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'react', 'publish']),
  created_at timestamptz not null default now(),
  -- When it ends: a revoked one has ended by being revoked.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
-- A user's keys.
create index api_keys_user_id on api_keys (user_id, created_at);
-- Those that ended long ago, for their removal.
create index api_keys_expires_at on api_keys (expires_at);

-- Keys that sign access tokens; a private one is encrypted with SECRET_KEY.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Records of access, which Brazilian law wants kept for six months (Marco Civil da Internet, Lei 12.965/2014, art. 15): when,
-- from where, by which account and to do what (decision 19). No foreign key: they outlive the account.
create table access_records (
  at timestamptz not null,
  address inet not null,
  -- Of the caller; null behind a proxy that does not tell it.
  port integer check (port between 1 and 65535),
  user_id uuid,
  action text not null
);
-- A day to remove. Rows come in the order of time: an index of ranges stays small, and costs a write nothing.
create index access_records_at on access_records using brin (at) with (pages_per_range = 16, autosummarize = on);

-- Addresses whose account its blocked owner deleted: for a while they open no other one. Kept are keyed hashes alone.
create table barred_addresses (
  address_hash bytea primary key,
  expires_at timestamptz not null
);

-- Pages show names, and nothing of blocked users. Users are told by the end of their id.
create function notify_user_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', 'lists user-' || right(old.id::text, 12));
  return null;
end
$$;
create trigger users_content_renamed after update of username on users
  for each row when (old.username is distinct from new.username) execute function notify_user_changed();
create trigger users_block_content_changed after update of is_blocked on users
  for each row when (old.is_blocked <> new.is_blocked) execute function notify_user_changed();
create trigger users_content_deleted after delete on users
  for each row execute function notify_user_changed();
create trigger users_content_truncated after truncate on users
  for each statement execute function notify_content_changed();
