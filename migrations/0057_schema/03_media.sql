-- Pictures.

-- Stored pictures. Files lie under the hash of the upload, so that one picture used twice is stored once.
create table images (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  animated boolean not null default false,
  -- Shown until the picture is there.
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  -- Of all stored forms together.
  bytes integer not null check (bytes > 0),
  -- What it looks like; zeros alone where it has too little in it to be told from others. Null until the hourly job has
  -- computed it, where the row was made without the picture at hand.
  fingerprint bit(256),
  created_at timestamptz not null default now()
);
-- What that job has to do.
create index images_without_fingerprint on images (hash) where fingerprint is null;

-- Pictures that were removed for a reason for which they may not come back (decision 36).
create table barred_pictures (
  -- The prompt whose removal barred it: restoring that one lifts no other's bar. Null: not known.
  prompt_id bigint,
  -- Of the upload, as in images.
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  -- Of the picture or of a likely copy; null where it has too little in it to be told from others.
  fingerprint bit(256),
  barred_at timestamptz not null default now(),
  -- It is not, until a person has looked at another prompt with it and shown that one.
  served boolean not null default false,
  unique nulls not distinct (prompt_id, hash, fingerprint)
);
-- Whether a picture is barred: at each upload, and before it is served.
create index barred_pictures_hash on barred_pictures (hash);

-- A barred picture is sent to nobody from the commit on, whichever prompt it is known by.
create trigger barred_pictures_content_changed after insert or delete on barred_pictures
  for each statement execute function notify_content_changed();
