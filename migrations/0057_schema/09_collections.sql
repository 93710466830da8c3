-- Lists of prompts that members keep, privately or for everybody; following; the weekly mail (decision 46).

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
  -- What it is again once moderation gives it back: private, if its owner had made it private before.
  public_before_withdrawal boolean not null default true,
  constraint collections_check check ((withdrawn_at is null) = (withdrawn_reason is null)),
  constraint collections_check1 check (withdrawn_at is null or not is_public)
);
-- A member's collections, the one used last first.
create index collections_of_user on collections (user_id, updated_at desc, id desc);
-- The sitemap's, by ranges of ids.
create index collections_public on collections (id) where is_public;

-- The entries of a collection; written while its row is locked.
create table collection_items (
  collection_id bigint not null references collections on delete cascade,
  prompt_id bigint not null references prompts on delete cascade,
  -- From 1, with gaps where prompts were deleted.
  position integer not null check (position > 0),
  note text check (length(note) between 1 and 280),
  added_at timestamptz not null default now(),
  primary key (collection_id, prompt_id)
);
-- A collection's entries in their order.
create index collection_items_order on collection_items (collection_id, position, prompt_id);
-- What was added to a collection last: news for its followers.
create index collection_items_newest on collection_items (collection_id, added_at desc, prompt_id desc);
-- Those of a prompt, deleted with it.
create index collection_items_prompt_id on collection_items (prompt_id);

-- Authors of whom a member wants to see what is new.
create table user_follows (
  follower_id uuid not null references users on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, user_id),
  check (follower_id <> user_id)
);
-- An author's, deleted with the account.
create index user_follows_user_id on user_follows (user_id);

-- Public collections of which a member wants to see what is new.
create table collection_follows (
  follower_id uuid not null references users on delete cascade,
  collection_id bigint not null references collections on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, collection_id)
);
-- A collection's, deleted with it.
create index collection_follows_collection_id on collection_follows (collection_id);

-- The weekly mail of what is new: who has asked for it. Who has not has no row.
create table news_mails (
  user_id uuid primary key references users on delete cascade,
  asked_at timestamptz not null default now(),
  -- When the next one is due.
  next_at timestamptz not null default now() + interval '7 days',
  -- What happened before has been told, or was there when it was asked for.
  told_until timestamptz not null default now()
);
-- Those that are due, longest first.
create index news_mails_due on news_mails (next_at);

-- ------------------------------------------------------------------------------------------------------ caches

-- What was public leaves the caches at once, and so does what moderation gives back; what is added shows by itself (decision
-- 54). Collections are lists.
create trigger collections_changed after update of title, description, is_public on collections
  for each row when (old.is_public) execute function notify_content_changed('lists');
create trigger collections_deleted after delete on collections
  for each row when (old.is_public) execute function notify_content_changed('lists');
create trigger collections_withdrawn after update of withdrawn_at on collections
  for each row when (not old.is_public and new.is_public) execute function notify_content_changed('lists');

-- Entries that go with their collection find none: its own trigger has told of it.
create function notify_entry_changed() returns trigger language plpgsql as $$
begin
  if exists (select from collections where id = old.collection_id and is_public) then
    perform pg_notify('content_changed', 'lists');
  end if;
  return null;
end
$$;
create trigger collection_items_content_deleted after delete on collection_items
  for each row execute function notify_entry_changed();
create trigger collection_items_content_changed after update of note on collection_items
  for each row when (old.note is not null and old.note is distinct from new.note) execute function notify_entry_changed();
