-- Prompts: published, counted, edited, tagged, remixed.

-- AI programs that prompts are written for ("tools"), and how many public prompts each has.
create table llm_types (
  id smallint primary key,
  name text not null unique,
  prompts_count bigint not null default 0 check (prompts_count >= 0)
);
insert into llm_types (id, name) values
  (1, 'ChatGPT'), (2, 'DALL-E'), (3, 'Midjourney'), (4, 'Stable Diffusion'), (5, 'Gemini'), (6, 'Claude'),
  (7, 'Llama'), (8, 'GPT-4'), (9, 'Falcon'), (10, 'Bard'), (11, 'Copilot'), (12, 'Bing'), (13, 'Leonardo AI'),
  (14, 'Runway');

-- Numbers of prompts by all filters of the library, in the columns of prompt_stats. While the tool is the only one, its counts
-- say all; with a second filter this becomes a table that the triggers of prompts keep.
create view prompt_counts as select id as llm_type_id, prompts_count from llm_types;

-- Published prompts, hidden ones too. Wide rows with a search document, which are seldom rewritten: what changes often is in
-- prompt_stats (decision 1).
create table prompts (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  llm_type_id smallint not null references llm_types,
  title text not null check (length(title) between 3 and 120),
  content text not null check (length(content) between 10 and 20000),
  description text check (length(description) between 1 and 1000),
  image_hash text not null references images,
  image_alt text check (length(image_alt) between 1 and 300),
  -- In the author's order. In this row, so that its search document, which lists by tag are searched in, is a function of it
  -- alone (decision 45).
  tag_ids integer[] not null default '{}' check (cardinality(tag_ids) <= 5),
  allow_remixes boolean not null default true,
  -- Kept by prompts_set_search; empty while the prompt is hidden.
  search tsvector not null,
  -- Raised by each edit that makes a version (decision 43).
  version integer not null default 1,
  -- When the present version began; null for the first, which began with the prompt.
  version_at timestamptz,
  -- What its author says has changed.
  version_note text check (length(version_note) between 1 and 140),
  created_at timestamptz not null default now(),
  -- When the author last changed the prompt; null while it is as it was published.
  edited_at timestamptz,
  -- What the author's device calls a publication: sent again under the same name it is the same prompt.
  publication_key text check (publication_key ~ '^[A-Za-z0-9_-]{16,64}$'),
  -- A hidden prompt keeps its row, its likes and its favourites, and loses its row in prompt_stats. Every list goes through
  -- that table's indexes, so that none has to leave hidden prompts out (decision 34).
  hidden_at timestamptz,
  -- What prompt_stats had; likes are counted anew, because users may take theirs back meanwhile.
  hidden_views bigint check (hidden_views >= 0),
  -- Hidden because all of its author's is, not by a decision of its own.
  hidden_with_author boolean not null default false,
  -- Hidden until a moderator has looked at it (REVIEW_NEW_ACCOUNTS). Counts only while the prompt is hidden. Showing it, or
  -- deciding that it stays hidden, ends it.
  in_review boolean not null default false,
  constraint prompts_check check ((hidden_at is null) = (hidden_views is null)),
  constraint prompts_check1 check (hidden_at is not null or not hidden_with_author)
);
-- Words of a search, in all tools and in one. In the first alone PostgreSQL would gather each prompt with a word that is still
-- being typed before it could leave out those of other tools. The second one's statistics also tell which words are common
-- within which tool (decision 16).
create index prompts_search on prompts using gin (search);
create index prompts_search_within_tool on prompts using gin (within_tool(search, llm_type_id));
-- Of an author, what everybody may see, newest first.
create index prompts_by_author on prompts (user_id, created_at desc, id desc) where hidden_at is null;
-- All of an author's: the author's own list, hiding and deleting them.
create index prompts_user_id on prompts (user_id, created_at desc, id desc);
-- An author's prompts that wait for review: few.
create index prompts_in_review on prompts (user_id, id desc) where in_review;
-- A publication that is sent again.
create unique index prompts_publication_key on prompts (user_id, publication_key) where publication_key is not null;
-- Few: whether hidden prompts have a tag, and favourites without those that are hidden.
create index prompts_hidden on prompts (id) where hidden_at is not null;
-- The first prompt with a picture, which a served one names, however many have it; whether any has it.
create index prompts_picture on prompts (image_hash, id);

-- What lists sort and filter by, and what changes often, of each prompt that is not hidden: narrow rows.
create table prompt_stats (
  prompt_id bigint primary key references prompts on delete cascade,
  llm_type_id smallint not null references llm_types,
  created_at timestamptz not null,
  likes_count bigint not null default 0 check (likes_count >= 0),
  views bigint not null default 0 check (views >= 0),
  -- Ten times the likes weigh as much as being a week younger, so that the order never has to be recomputed.
  trending double precision not null generated always as (
    log((likes_count + 1)::double precision)
      + extract(epoch from created_at at time zone 'UTC')::double precision / 604800
  ) stored,
  -- Which words the title may have: title_bits().
  title_bits bigint not null,
  -- Of the present version: people who answered "Funcionou?", those for whom it worked in any model, and when the last of
  -- these said so.
  version integer not null default 1,
  answered_count integer not null default 0 check (answered_count >= 0),
  worked_count integer not null default 0 check (worked_count >= 0),
  -- Never null, so that lists can be ordered by it and paged by comparing rows.
  last_worked_at timestamptz not null default '-infinity'
);
-- The library in each of its orders, of all tools and of one: most liked, newest, most viewed, works today.
create index prompt_stats_top on prompt_stats (likes_count desc, created_at desc, prompt_id desc);
create index prompt_stats_newest on prompt_stats (created_at desc, prompt_id desc);
create index prompt_stats_views on prompt_stats (views desc, created_at desc, prompt_id desc);
create index prompt_stats_works on prompt_stats (last_worked_at desc, created_at desc, prompt_id desc);
create index prompt_stats_tool_top on prompt_stats (llm_type_id, likes_count desc, created_at desc, prompt_id desc);
create index prompt_stats_tool_newest on prompt_stats (llm_type_id, created_at desc, prompt_id desc);
create index prompt_stats_tool_views on prompt_stats (llm_type_id, views desc, created_at desc, prompt_id desc);
create index prompt_stats_tool_works on prompt_stats (llm_type_id, last_worked_at desc, created_at desc, prompt_id desc);
-- Trending, on the home page.
create index prompt_stats_trending on prompt_stats (trending desc, prompt_id desc);

-- Versions before the present one, which is the prompt's own row; kept whole, the 99 newest of a prompt (decision 43).
create table prompt_versions (
  prompt_id bigint not null references prompts on delete cascade,
  number integer not null,
  title text not null,
  content text not null,
  description text,
  llm_type_id smallint not null references llm_types,
  -- Null once the picture is gone.
  image_hash text references images on delete set null,
  image_alt text,
  note text,
  -- When the version began.
  created_at timestamptz not null,
  primary key (prompt_id, number)
);
-- The first prompt with a picture, as prompts_picture.
create index prompt_versions_picture on prompt_versions (image_hash, prompt_id);

-- Tags. A merged tag keeps its row: its old address and its spelling lead to the other one (decision 45).
create table tags (
  id integer generated always as identity primary key,
  -- As it is shown: as it was first written, until the admin renames it.
  name text not null check (length(name) between 2 and 30),
  -- What tells tags apart: without accents, case and plurals (src/prompts/tag-names.ts).
  folded text not null unique,
  -- The name in an address.
  slug text not null,
  -- Of public prompts.
  prompts_count bigint not null default 0 check (prompts_count >= 0),
  merged_into integer references tags,
  created_at timestamptz not null default now(),
  check (merged_into <> id)
);
-- The most used tags.
create index tags_most_used on tags (prompts_count desc, id) where merged_into is null;
-- Of those that begin with two letters, the most used: what is suggested while one types. Tags are looked for without their
-- hyphens: "email" begins and has "e-mail".
create index tags_begun on tags (left(replace(slug, '-', ''), 2), prompts_count desc, id) where merged_into is null;
-- Parts of names, for the admin.
create index tags_parts on tags using gin (replace(slug, '-', '') gin_trgm_ops);
-- The other names of a tag.
create index tags_merged_into on tags (merged_into) where merged_into is not null;
-- Merged tags that public prompts still have: until a job is done with them, they count for the other one.
create index tags_moving on tags (merged_into) where merged_into is not null and prompts_count > 0;

-- Which prompts are made from which (decision 47). A table of its own: few are, and lists need not know which.
create table remixes (
  prompt_id bigint primary key references prompts on delete cascade,
  -- What it was made from; null once that is gone, which leaves the row: a remix stays one.
  source_id bigint references prompts on delete set null,
  -- What all began with: the source, unless that is a remix itself. It goes by itself, so that it is named as long as it is there.
  root_id bigint references prompts on delete set null,
  -- What its author says is different.
  note text check (length(note) between 1 and 280),
  check (source_id <> prompt_id and root_id <> prompt_id)
);
-- A prompt's remixes, newest first; those whose root is deleted.
create index remixes_of_source on remixes (source_id, prompt_id desc);
create index remixes_of_root on remixes (root_id);

-- Who saw a prompt in the last half hour: a keyed hash that changes every day, kept only to count a visit once.
create unlogged table recent_views (
  prompt_id bigint not null,
  visitor bytea not null,
  viewed_at timestamptz not null default now(),
  primary key (prompt_id, visitor)
);
-- Older ones, for their removal.
create index recent_views_viewed_at on recent_views (viewed_at);

-- What earlier rooms have of a prompt goes with it.
alter table likes add foreign key (prompt_id) references prompts on delete cascade;
alter table favorites add foreign key (prompt_id) references prompts on delete cascade;
alter table withdrawn_reactions add foreign key (prompt_id) references prompts on delete cascade;
alter table results add foreign key (prompt_id) references prompts on delete cascade;

-- -------------------------------------------------------------------------------------------- search documents

create function prompts_set_search() returns trigger language plpgsql as $$
begin
  if new.hidden_at is not null then
    new.search := '';
  else
    new.search := prompt_document(new.title, new.description, new.content,
        (select username from users where id = new.user_id), (select name from llm_types where id = new.llm_type_id))
      || tag_marks(new.tag_ids);
  end if;
  return new;
end
$$;
create trigger prompts_set_search
  before insert or update of title, description, content, user_id, llm_type_id, tag_ids, hidden_at on prompts
  for each row execute function prompts_set_search();

-- An author is found by the present name: touching the title makes the trigger above run again.
create function users_refresh_search() returns trigger language plpgsql as $$
begin
  update prompts set title = title where user_id = new.id;
  return null;
end
$$;
create trigger users_refresh_search after update of username on users
  for each row when (old.username is distinct from new.username) execute function users_refresh_search();

create function prompt_stats_set_title_bits() returns trigger language plpgsql as $$
begin
  new.title_bits := (select title_bits(search) from prompts where id = new.prompt_id);
  return new;
end
$$;
create trigger prompt_stats_set_title_bits before insert on prompt_stats
  for each row execute function prompt_stats_set_title_bits();

create function prompts_search_changed() returns trigger language plpgsql as $$
begin
  update prompt_stats set title_bits = title_bits(new.search)
    where prompt_id = new.id and title_bits is distinct from title_bits(new.search);
  return null;
end
$$;
create trigger prompts_search_changed after update on prompts
  for each row when (old.search <> new.search and new.hidden_at is null) execute function prompts_search_changed();

-- Ids of the prompts that a search finds, of one tool unless it is null, as they are stored, so many at most. Statistics know
-- little of rare words and prefixes, and a planner that takes them for common reads the whole table for a handful: here it
-- has nothing to choose from but the index of words. With less memory the prompts of a common word would be known by their
-- pages only, and everything on these be read.
create function search_matches(wanted tsquery, tool smallint, most bigint) returns setof bigint
  language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off set jit = off set work_mem = '16MB'
as $$
begin
  if tool is null then
    return query select id from prompts where search @@ wanted limit most;
  else
    return query select id from prompts
      where within_tool(search, llm_type_id) @@ within_tool(wanted, tool) limit most;
  end if;
end
$$;

-- --------------------------------------------------------------------------------------------- counts by tools

-- Counts are kept by triggers, in the transaction of what they count, so that no code path can make them drift.

create function prompts_count_inserted() returns trigger language plpgsql as $$
begin
  insert into prompt_stats (prompt_id, llm_type_id, created_at)
    select id, llm_type_id, created_at from changed;
  update llm_types set prompts_count = prompts_count + counted.n
    from (select llm_type_id, count(*) as n from changed group by llm_type_id) counted
    where llm_types.id = counted.llm_type_id;
  return null;
end
$$;
create trigger prompts_count_inserted after insert on prompts referencing new table as changed
  for each statement execute function prompts_count_inserted();

create function prompts_count_deleted() returns trigger language plpgsql as $$
begin
  update llm_types set prompts_count = prompts_count - counted.n
    from (select llm_type_id, count(*) as n from changed where hidden_at is null group by llm_type_id) counted
    where llm_types.id = counted.llm_type_id;
  return null;
end
$$;
create trigger prompts_count_deleted after delete on prompts referencing old table as changed
  for each statement execute function prompts_count_deleted();

create function prompts_tool_changed() returns trigger language plpgsql as $$
begin
  update prompt_stats set llm_type_id = new.llm_type_id where prompt_id = new.id;
  update llm_types set prompts_count = prompts_count + case id when new.llm_type_id then 1 else -1 end
    where id in (old.llm_type_id, new.llm_type_id);
  return null;
end
$$;
create trigger prompts_tool_changed after update of llm_type_id on prompts
  for each row when (old.llm_type_id is distinct from new.llm_type_id and new.hidden_at is null)
  execute function prompts_tool_changed();

-- --------------------------------------------------------------------------------------------- hiding, showing

-- Lock the row for update, in a statement before this one: whoever takes back a like waits for that (likes_count_deleted).
create function prompts_hide_or_show() returns trigger language plpgsql as $$
begin
  new.hidden_views := null;
  if new.hidden_at is not null then
    -- Locked: views are added at any moment.
    select views into new.hidden_views from prompt_stats where prompt_id = new.id for update;
  end if;
  return new;
end
$$;
create trigger prompts_hide_or_show before update of hidden_at on prompts
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function prompts_hide_or_show();

-- Thousands of prompts may be hidden in one statement, so that the counts of tools are changed once for each tool.
create function prompts_hidden_or_shown() returns trigger language plpgsql as $$
begin
  -- Most updates change nothing here.
  if not exists (select from before join after using (id) where (before.hidden_at is null) <> (after.hidden_at is null)) then
    return null;
  end if;
  delete from prompt_stats using before join after using (id)
    where prompt_stats.prompt_id = after.id and before.hidden_at is null and after.hidden_at is not null;
  insert into prompt_stats (prompt_id, llm_type_id, created_at, likes_count, views,
      version, answered_count, worked_count, last_worked_at)
    select after.id, after.llm_type_id, after.created_at,
      (select count(*) from likes where likes.prompt_id = after.id), before.hidden_views,
      after.version, results.answered, results.worked, results.last_worked
    from before join after using (id) cross join lateral results_of(after.id, after.version) results
    where before.hidden_at is not null and after.hidden_at is null;
  update llm_types set prompts_count = prompts_count + counted.n
    from (
      select after.llm_type_id, sum(case when after.hidden_at is null then 1 else -1 end) as n
      from before join after using (id) where (before.hidden_at is null) <> (after.hidden_at is null)
      group by after.llm_type_id
    ) counted
    where llm_types.id = counted.llm_type_id;
  return null;
end
$$;
create trigger prompts_hidden_or_shown after update on prompts
  referencing old table as before new table as after
  for each statement execute function prompts_hidden_or_shown();

-- -------------------------------------------------------------------------------------------- counts of likes

-- A hidden prompt takes no reactions: for who reacts there is no such prompt.
create function likes_count_inserted() returns trigger language plpgsql as $$
declare
  counted bigint;
begin
  update prompt_stats set likes_count = likes_count + added.n
    from (select prompt_id, count(*) as n from changed group by prompt_id) added
    where prompt_stats.prompt_id = added.prompt_id;
  get diagnostics counted = row_count;
  if counted < (select count(distinct prompt_id) from changed) then
    raise foreign_key_violation using message = 'the prompt is hidden', constraint = 'likes_prompt_id_fkey';
  end if;
  return null;
end
$$;
create trigger likes_count_inserted after insert on likes referencing new table as changed
  for each statement execute function likes_count_inserted();

create function likes_count_deleted() returns trigger language plpgsql as $$
declare
  hidden bigint[];
begin
  with counted as (
    update prompt_stats set likes_count = likes_count - removed.n
      from (select prompt_id, count(*) as n from changed group by prompt_id) removed
      where prompt_stats.prompt_id = removed.prompt_id
      returning prompt_stats.prompt_id
  )
  select array_agg(prompt_id) into hidden
    from (select prompt_id from changed except select prompt_id from counted) missing;
  if hidden is not null then
    -- Or shown again at this moment, with these likes counted: that is settled once the row can be locked.
    perform from prompts where id = any(hidden) order by id for key share;
    update prompt_stats set likes_count = likes_count - removed.n
      from (select prompt_id, count(*) as n from changed where prompt_id = any(hidden) group by prompt_id) removed
      where prompt_stats.prompt_id = removed.prompt_id;
  end if;
  return null;
end
$$;
create trigger likes_count_deleted after delete on likes referencing old table as changed
  for each statement execute function likes_count_deleted();

create function favorites_inserted() returns trigger language plpgsql as $$
begin
  if exists (select from changed where not exists
      (select from prompt_stats where prompt_stats.prompt_id = changed.prompt_id)) then
    raise foreign_key_violation using message = 'the prompt is hidden', constraint = 'favorites_prompt_id_fkey';
  end if;
  return null;
end
$$;
create trigger favorites_inserted after insert on favorites referencing new table as changed
  for each statement execute function favorites_inserted();

-- ------------------------------------------------------------------------------------------- counts of tags

-- Adds to the counts of tags, which are locked in their order: two statements with the same tags never wait for each other.
create function add_to_tags(changed integer[], amounts bigint[]) returns void language plpgsql as $$
begin
  perform from tags where id = any(changed) order by id for no key update;
  update tags set prompts_count = prompts_count + added.n
    from unnest(changed, amounts) added (id, n) where tags.id = added.id;
end
$$;

-- By their names, after the triggers that count for tools: every statement locks the counts of tools before those of tags.
create function prompts_tags_inserted() returns trigger language plpgsql as $$
declare
  ids integer[];
  amounts bigint[];
begin
  select array_agg(id), array_agg(n) into ids, amounts
    from (select tag as id, count(*) as n from changed, unnest(tag_ids) tag where hidden_at is null group by tag) counted;
  if ids is not null then
    perform add_to_tags(ids, amounts);
  end if;
  return null;
end
$$;
create trigger prompts_tags_inserted after insert on prompts referencing new table as changed
  for each statement execute function prompts_tags_inserted();

create function prompts_tags_deleted() returns trigger language plpgsql as $$
declare
  ids integer[];
  amounts bigint[];
begin
  select array_agg(id), array_agg(-n) into ids, amounts
    from (select tag as id, count(*) as n from changed, unnest(tag_ids) tag where hidden_at is null group by tag) counted;
  if ids is not null then
    perform add_to_tags(ids, amounts);
  end if;
  return null;
end
$$;
create trigger prompts_tags_deleted after delete on prompts referencing old table as changed
  for each statement execute function prompts_tags_deleted();

create function prompts_tags_updated() returns trigger language plpgsql as $$
declare
  ids integer[];
  amounts bigint[];
begin
  select array_agg(id), array_agg(n) into ids, amounts from (
    select tag as id, sum(amount) as n from (
      select tag, 1 as amount from changed, unnest(tag_ids) tag where hidden_at is null
      union all select tag, -1 from before, unnest(tag_ids) tag where hidden_at is null
    ) both_times group by tag having sum(amount) <> 0
  ) counted;
  if ids is not null then
    perform add_to_tags(ids, amounts);
  end if;
  return null;
end
$$;
create trigger prompts_tags_updated after update on prompts referencing old table as before new table as changed
  for each statement execute function prompts_tags_updated();

-- ---------------------------------------------------------------------------------------------------- versions

-- A trigger, so that no way of editing forgets it. Edits within ten minutes of a version's beginning belong to it; an update
-- that sets the number itself makes a new one in any case. Older than the 100 newest go.
create function prompts_keep_version() returns trigger language plpgsql as $$
begin
  if new.version = old.version and old.version_at > now() - interval '10 minutes' then
    return new;
  end if;
  insert into prompt_versions
    (prompt_id, number, title, content, description, llm_type_id, image_hash, image_alt, note, created_at)
    values (old.id, old.version, old.title, old.content, old.description, old.llm_type_id, old.image_hash, old.image_alt,
      old.version_note, coalesce(old.version_at, old.created_at));
  delete from prompt_versions where prompt_id = old.id and number <= old.version - 99;
  new.version := old.version + 1;
  new.version_at := now();
  -- Set afterwards: here an unchanged note cannot be told from one that is given again.
  new.version_note := null;
  return new;
end
$$;
create trigger prompts_keep_version before update on prompts for each row
  when ((old.title, old.content, old.description, old.llm_type_id, old.image_hash)
    is distinct from (new.title, new.content, new.description, new.llm_type_id, new.image_hash))
  execute function prompts_keep_version();

-- A new version starts afresh: nobody has used it yet.
create function prompts_version_changed() returns trigger language plpgsql as $$
begin
  update prompt_stats set version = new.version, answered_count = answered, worked_count = worked, last_worked_at = last_worked
    from results_of(new.id, new.version) where prompt_id = new.id;
  return null;
end
$$;
create trigger prompts_version_changed after update on prompts
  for each row when (old.version <> new.version and new.hidden_at is null) execute function prompts_version_changed();

-- ------------------------------------------------------------------------------------------------------ caches

-- Prompts, and what those were made from that are made from another one: their pages name each other.
create function notify_prompts_changed() returns trigger language plpgsql as $$
declare
  -- A notice holds 8,000 bytes, and a cache drops everything as fast as many single keys.
  most constant integer := 100;
  keys text;
begin
  if not exists (select from changed) then
    return null;
  end if;
  if (select count(*) from (select from changed limit most + 1) few) <= most then
    select string_agg('prompt-' || id, ' ') into keys from (
      select id from changed
      union select source_id from remixes r join changed c on c.id = r.prompt_id
      union select root_id from remixes r join changed c on c.id = r.prompt_id
    ) named where id is not null;
  end if;
  perform pg_notify('content_changed', coalesce('lists ' || keys, ''));
  return null;
end
$$;
create trigger prompts_content_added after insert on prompts referencing new table as changed
  for each statement execute function notify_prompts_changed();
create trigger prompts_content_changed after update on prompts referencing new table as changed
  for each statement execute function notify_prompts_changed();
create trigger prompts_content_deleted after delete on prompts referencing old table as changed
  for each statement execute function notify_prompts_changed();
create trigger prompts_content_truncated after truncate on prompts
  for each statement execute function notify_content_changed();

-- A remix is credited after its prompt is stored, and its note may change alone.
create function notify_remix_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed',
    'lists ' || concat_ws(' ', 'prompt-' || new.prompt_id, 'prompt-' || new.source_id, 'prompt-' || new.root_id));
  return null;
end
$$;
create trigger remixes_content_changed after insert or update of note on remixes
  for each row execute function notify_remix_changed();

-- Erasing a version changes what everybody sees.
create function notify_version_erased() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', 'lists prompt-' || old.prompt_id);
  return null;
end
$$;
create trigger prompt_versions_content_changed after delete on prompt_versions
  for each row execute function notify_version_erased();

create trigger tags_content_changed after update of name, merged_into on tags
  for each statement execute function notify_content_changed();
