-- Likes and favourites. Their foreign keys to prompts, and what counts them, stand in the room of prompts.

create table likes (
  user_id uuid not null references users on delete cascade,
  prompt_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (user_id, prompt_id)
);
-- The likes of a prompt: counted anew when it is shown again, and deleted with it.
create index likes_prompt_id on likes (prompt_id);
-- Those of a day, for the figures of growth. Likes lie in the order in which they came: an index of ranges finds them, and
-- costs a like nothing.
create index likes_created_at on likes using brin (created_at timestamptz_minmax_multi_ops)
  with (pages_per_range = 32, autosummarize = on);

create table favorites (
  user_id uuid not null references users on delete cascade,
  prompt_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (user_id, prompt_id)
);
-- Those of a prompt, deleted with it.
create index favorites_prompt_id on favorites (prompt_id);
-- A user's favourites, newest first.
create index favorites_newest on favorites (user_id, created_at desc, prompt_id desc);

-- Likes and favourites of a removed account leave counts and lists with it, and come back with it: they wait here, so that
-- whatever reads likes and favourites, and the triggers that count them, need not know.
create table withdrawn_reactions (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('likes', 'favorites')),
  prompt_id bigint not null,
  created_at timestamptz not null,
  primary key (user_id, kind, prompt_id)
);
-- Those of a prompt, deleted with it.
create index withdrawn_reactions_prompt_id on withdrawn_reactions (prompt_id);

-- Under the account's lock, which reactions wait for. Counts are locked in one order, as those of results are.
create function users_withdraw_reactions() returns trigger language plpgsql as $$
begin
  perform from prompt_stats where prompt_id in (
      select prompt_id from likes where user_id = new.id
      union select prompt_id from withdrawn_reactions where user_id = new.id and kind = 'likes')
    order by prompt_id for no key update;
  if new.removed_at is not null then
    with gone as (delete from likes where user_id = new.id returning user_id, prompt_id, created_at)
      insert into withdrawn_reactions (user_id, kind, prompt_id, created_at)
      select user_id, 'likes', prompt_id, created_at from gone;
    with gone as (delete from favorites where user_id = new.id returning user_id, prompt_id, created_at)
      insert into withdrawn_reactions (user_id, kind, prompt_id, created_at)
      select user_id, 'favorites', prompt_id, created_at from gone;
  else
    insert into likes (user_id, prompt_id, created_at)
      select user_id, prompt_id, created_at from withdrawn_reactions where user_id = new.id and kind = 'likes'
      order by prompt_id on conflict do nothing;
    insert into favorites (user_id, prompt_id, created_at)
      select user_id, prompt_id, created_at from withdrawn_reactions where user_id = new.id and kind = 'favorites'
      order by prompt_id on conflict do nothing;
    delete from withdrawn_reactions where user_id = new.id;
  end if;
  return null;
end
$$;
create trigger users_withdraw_reactions after update of removed_at on users
  for each row when ((old.removed_at is null) <> (new.removed_at is null)) execute function users_withdraw_reactions();
