-- What knows no prompts: rate limits, backups, replicas, and the notice that something shown has changed. The table of
-- applied migrations is made by src/platform/database/migrate.ts.

-- Similar words and parts of words: search among users, search words and tags.
create extension if not exists pg_trgm;

-- Counters of the rate limits. Unlogged: after a crash of the server they may start again at zero.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  -- Milliseconds since 1970; null: never.
  expire bigint
);

-- Finished backups: when, how large, and where. The file of a nightly one is removed, with its row, when newer ones follow.
create table backups (
  id bigint generated always as identity primary key,
  finished_at timestamptz not null default now(),
  bytes bigint not null check (bytes > 0),
  file text not null,
  nightly boolean not null default false
);
-- The last backup; the nightly ones that newer ones replace.
create index backups_newest on backups (finished_at desc);

-- By this row replicas tell how old what they show is, and of which timeline (decision 56). Only processes with
-- DATABASE_REPLICA_URL write it, twice a second in all.
create table replication_heartbeat (
  only_row boolean primary key default true check (only_row),
  timeline text not null,
  at timestamptz not null
);

-- Every process hears at once, with the commit itself, that something shown in cached answers was published, changed or
-- removed, whichever way that happened, and empties its cache (decision 3). The notice names what changed by the keys under
-- which a cache in front of the site keeps answers (src/platform/http/shared-caches.ts, decision 54): that one drops those
-- and keeps the rest. Without keys, anything may have changed. Equal notices of one transaction are sent once. Likes and
-- views send none.
-- @param tg_argv[0] the keys, with spaces between them
create function notify_content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', coalesce(tg_argv[0], ''));
  return null;
end
$$;
