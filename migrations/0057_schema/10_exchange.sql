-- Imports: which prompts came in one file, so that they can go again together for a day (decision 50).

create table imports (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  -- Named by the browser: a repeated call is answered with what it has done.
  key text check (length(key) between 1 and 64),
  format text not null check (format in ('json', 'csv', 'md', 'yaml')),
  prompts_count integer not null check (prompts_count > 0),
  -- The collection that it has made; null once that is gone, too.
  collection_id bigint references collections on delete set null,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
-- A repeated call.
create unique index imports_key on imports (user_id, key);
-- A member's imports of the last hours, and how many prompts came in a day.
create index imports_of_user on imports (user_id, created_at desc);
-- That of a collection which is deleted.
create index imports_collection_id on imports (collection_id) where collection_id is not null;
-- Old ones, for their removal.
create index imports_created_at on imports (created_at);

create table imported_prompts (
  prompt_id bigint primary key references prompts on delete cascade,
  import_id bigint not null references imports on delete cascade
);
-- The prompts of an import.
create index imported_prompts_of_import on imported_prompts (import_id, prompt_id);
