-- Finished backups: when, how large, and where. The file of a nightly one is removed, with its row, when newer ones follow.
create table backups (
  id bigint generated always as identity primary key,
  finished_at timestamptz not null default now(),
  bytes bigint not null check (bytes > 0),
  file text not null,
  nightly boolean not null default false
);
create index backups_newest on backups (finished_at desc);
