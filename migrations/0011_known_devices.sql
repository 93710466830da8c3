-- Signing in: the devices that an account knows, and which refresh tokens of a session are siblings.

-- A device that logged in to an account proves it with a secret that it keeps. Stored is a hash of that secret and the
-- account's id, so that rows of two accounts do not tell that they share a device.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  -- The session that it opened last. No foreign key: logging out leaves the device known.
  session_id uuid not null,
  used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
create index known_devices_used_at on known_devices (used_at);

-- Of a session's refresh tokens: the one that was exchanged last, and the first of those given for it. Null while a version
-- that does not know them wrote the row: then each token was given for the one before it.
alter table sessions add column refresh_spent bigint;
alter table sessions add column refresh_first bigint;
