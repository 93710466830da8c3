-- Following: authors and public collections of which a member wants to see what is new.

create table user_follows (
  follower_id uuid not null references users on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, user_id),
  check (follower_id <> user_id)
);
create index user_follows_user_id on user_follows (user_id);

create table collection_follows (
  follower_id uuid not null references users on delete cascade,
  collection_id bigint not null references collections on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, collection_id)
);
create index collection_follows_collection_id on collection_follows (collection_id);

-- What was added to a collection last.
create index collection_items_newest on collection_items (collection_id, added_at desc, prompt_id desc);
