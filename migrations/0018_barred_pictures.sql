-- Pictures that were removed for a reason for which they may not come back: the upload's hash, and what copies of it look like.
create table barred_pictures (
  -- Of the upload, as in images.
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  -- Of the picture or of a likely copy; null where the picture has too little in it to be told from others.
  fingerprint bit(256),
  barred_at timestamptz not null default now(),
  unique nulls not distinct (hash, fingerprint)
);
