-- Tags are followed as people and collections are (decision 65).

-- Tags of which a member wants to see what is new. Those of a tag that is merged go over to the other one.
create table tag_follows (
  follower_id uuid not null references users on delete cascade,
  tag_id integer not null references tags on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, tag_id)
);
-- A tag's, merged or deleted with it.
create index tag_follows_tag_id on tag_follows (tag_id);

-- The public prompts of each tag in the order of news, which no index of the tags in a prompt's row has. Like those, without
-- foreign keys: triggers on prompts keep it. With authors, because one's own prompts are no news.
create table tag_news (
  tag_id integer not null,
  created_at timestamptz not null,
  prompt_id bigint not null,
  author_id uuid not null,
  primary key (tag_id, created_at, prompt_id) include (author_id)
);

create function tag_news_inserted() returns trigger language plpgsql as $$
begin
  insert into tag_news (tag_id, created_at, prompt_id, author_id)
    select distinct tag, created_at, id, user_id from changed, unnest(tag_ids) tag where hidden_at is null;
  return null;
end
$$;
create trigger tag_news_inserted after insert on prompts referencing new table as changed
  for each statement execute function tag_news_inserted();

create function tag_news_deleted() returns trigger language plpgsql as $$
begin
  delete from tag_news n using changed c, unnest(c.tag_ids) tag
    where n.tag_id = tag and n.created_at = c.created_at and n.prompt_id = c.id;
  return null;
end
$$;
create trigger tag_news_deleted after delete on prompts referencing old table as changed
  for each statement execute function tag_news_deleted();

create function tag_news_updated() returns trigger language plpgsql as $$
begin
  -- Most updates change nothing here.
  if not exists (
    select from before b join changed c using (id)
    where (b.tag_ids, b.hidden_at is null, b.created_at, b.user_id)
      is distinct from (c.tag_ids, c.hidden_at is null, c.created_at, c.user_id)
  ) then
    return null;
  end if;
  delete from tag_news n using before b, unnest(b.tag_ids) tag
    where n.tag_id = tag and n.created_at = b.created_at and n.prompt_id = b.id;
  insert into tag_news (tag_id, created_at, prompt_id, author_id)
    select distinct tag, created_at, id, user_id from changed, unnest(tag_ids) tag where hidden_at is null;
  return null;
end
$$;
create trigger tag_news_updated after update on prompts referencing old table as before new table as changed
  for each statement execute function tag_news_updated();

-- The triggers have locked prompts, so that none is published between them and this.
insert into tag_news (tag_id, created_at, prompt_id, author_id)
  select distinct tag, created_at, id, user_id from prompts, unnest(tag_ids) tag where hidden_at is null order by 1, 2, 3;
