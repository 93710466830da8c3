-- Likes and favourites of a removed account leave counts and lists with it, and come back with it: they wait in a table of their
-- own, so that whatever reads likes and favourites, and the triggers that count them, need not know.
create table withdrawn_reactions (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('likes', 'favorites')),
  prompt_id bigint not null references prompts on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, kind, prompt_id)
);
create index withdrawn_reactions_prompt_id on withdrawn_reactions (prompt_id);

-- Under the account's lock, which reactions wait for. Counts are locked in one order, as those of results are (0032).
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

-- Of accounts that are removed already.
with gone as (
  delete from likes using users u where u.id = user_id and u.removed_at is not null
  returning user_id, prompt_id, likes.created_at
)
  insert into withdrawn_reactions (user_id, kind, prompt_id, created_at)
  select user_id, 'likes', prompt_id, created_at from gone;
with gone as (
  delete from favorites using users u where u.id = user_id and u.removed_at is not null
  returning user_id, prompt_id, favorites.created_at
)
  insert into withdrawn_reactions (user_id, kind, prompt_id, created_at)
  select user_id, 'favorites', prompt_id, created_at from gone;
