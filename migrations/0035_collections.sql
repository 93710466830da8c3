-- Collections: lists of prompts that people keep, privately or for everybody.

create table collections (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  title text not null check (length(title) between 3 and 80),
  description text check (length(description) between 1 and 500),
  is_public boolean not null default false,
  -- Raised by every change of title, description or visibility; a change names the one it saw. Entries change without it.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- Its last change of any kind: the list used last stands first.
  updated_at timestamptz not null default now(),
  -- A moderator has made it private, and why; the owner cannot publish it until that is taken back.
  withdrawn_at timestamptz,
  withdrawn_reason text check (length(withdrawn_reason) between 1 and 1000),
  check ((withdrawn_at is null) = (withdrawn_reason is null)),
  check (withdrawn_at is null or not is_public)
);
create index collections_of_user on collections (user_id, updated_at desc, id desc);
create index collections_public on collections (id) where is_public;

create table collection_items (
  collection_id bigint not null references collections on delete cascade,
  prompt_id bigint not null references prompts on delete cascade,
  -- From 1, with gaps where prompts were deleted; written under a lock of the collection's row.
  position integer not null check (position > 0),
  note text check (length(note) between 1 and 280),
  added_at timestamptz not null default now(),
  primary key (collection_id, prompt_id)
);
create index collection_items_order on collection_items (collection_id, position, prompt_id);
create index collection_items_prompt_id on collection_items (prompt_id);

-- What was public leaves the caches of all processes at once. What is added shows within two seconds by itself.
create trigger collections_changed
  after update of title, description, is_public on collections
  for each row when (old.is_public) execute function notify_content_changed();
create trigger collections_deleted
  after delete on collections
  for each row when (old.is_public) execute function notify_content_changed();

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'prompt_kept', 'prompt_hidden', 'prompt_removed', 'prompt_restored',
  'user_kept', 'user_warned', 'user_paused', 'user_blocked', 'user_emptied', 'user_unblocked', 'user_removed', 'user_restored',
  'moderator_named', 'moderator_dismissed', 'records_exported', 'collection_withdrawn', 'collection_restored',
  -- Of before removing was a decision.
  'user_deleted'));
