-- The whole schema of the main job: people, their sessions, prompts, reactions.
-- Counts are kept by triggers, in the transaction of what they count, so that no code path can make them drift.

-- ---------------------------------------------------------------------------------------------- text folding

-- The same folding as src/language/fold.ts: accents dropped, lower case.
create function fold(value text) returns text
  language sql immutable strict parallel safe
  return lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'));

-- Folded words with single spaces between them, free of everything a text search parser would read meaning into.
create function fold_words(value text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(fold(value), '[^[:alnum:]]+', ' ', 'g'));

-- Portuguese plurals that the stemmer leaves apart once accents are gone: ações/ação, imagens/imagem, animais/animal.
create function fold_plurals(words text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(regexp_replace(words,
    '(o|a)es\M', 'ao', 'g'), '([aeiou])ns\M', '\1m', 'g'), '([aeou])is\M', '\1l', 'g');

create text search dictionary portuguese_words (template = simple, stopwords = portuguese);
create text search configuration portuguese_words (copy = simple);
alter text search configuration portuguese_words
  alter mapping for asciiword, word, numword, int, uint with portuguese_words;

-- Stems find inflections, whole words find prefixes. Positions are dropped: results are ordered by the reader's choice.
create function search_document(value text) returns tsvector
  language sql immutable strict parallel safe
  return strip(to_tsvector('pg_catalog.portuguese', fold_plurals(fold_words(value)))
    || to_tsvector('portuguese_words', fold_words(value)));

-- Every word must occur, by stem; the last one, perhaps still being typed, also as a prefix from three letters on.
-- An input without a searchable word gives an empty query, which matches nothing.
create function search_query(value text) returns tsquery
  language plpgsql immutable strict parallel safe
as $$
declare
  words text[] := string_to_array(fold_words(value), ' ');
  word text;
  stem tsquery;
  result tsquery := ''::tsquery;
begin
  for i in 1 .. coalesce(array_length(words, 1), 0) loop
    word := words[i];
    stem := plainto_tsquery('pg_catalog.portuguese', fold_plurals(word));
    if i = array_length(words, 1) and length(word) >= 3 and numnode(stem) > 0 then
      stem := stem || (quote_literal(word) || ':*')::tsquery;
    end if;
    result := result && stem;
  end loop;
  return result;
end
$$;

-- ------------------------------------------------------------------------------------------------------ people

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and length(email) <= 255),
  username text not null check (length(username) between 3 and 40),
  password_hash text,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  is_blocked boolean not null default false,
  is_demo boolean not null default false,
  email_confirmed_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  recovery_sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_username_key on users (fold(username));

-- A sign-up holds everything that confirming it will apply, so that nobody can take an address before its owner does.
create table signups (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) <= 255),
  username text not null check (length(username) between 3 and 40),
  password_hash text not null,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  confirmation_sent_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
create index signups_email on signups (email, created_at desc);
create index signups_expires_at on signups (expires_at);

-- Who holds a name, confirmed (no expiry) or not: one row per folded name settles every race between two sign-ups.
create table username_claims (
  username_key text primary key,
  email text not null,
  expires_at timestamptz
);
create index username_claims_email on username_claims (email);
create index username_claims_expires_at on username_claims (expires_at) where expires_at is not null;

-- The refresh key is encrypted with SECRET_KEY; refresh tokens are derived from it and the counter.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  refresh_key bytea not null,
  refresh_counter bigint not null default 0 check (refresh_counter >= 0),
  auth_method text not null check (auth_method in ('password', 'otp')),
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);
create index sessions_refreshed_at on sessions (refreshed_at);

-- Only the hash of a token is kept; the token itself is derived from SECRET_KEY and this row's id.
create table one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('confirmation', 'recovery')),
  signup_id uuid references signups on delete cascade,
  user_id uuid references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((kind = 'confirmation') = (signup_id is not null)),
  check ((kind = 'recovery') = (user_id is not null))
);
create index one_time_tokens_signup_id on one_time_tokens (signup_id);
create index one_time_tokens_user_id on one_time_tokens (user_id);
create index one_time_tokens_expires_at on one_time_tokens (expires_at);

create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Counters of the rate limits. Unlogged: after a crash of the server they may start again at zero.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

-- ----------------------------------------------------------------------------------------------------- prompts

create table llm_types (
  id smallint primary key,
  name text not null unique,
  prompts_count bigint not null default 0 check (prompts_count >= 0)
);
insert into llm_types (id, name) values
  (1, 'ChatGPT'), (2, 'DALL-E'), (3, 'Midjourney'), (4, 'Stable Diffusion'), (5, 'Gemini'), (6, 'Claude'),
  (7, 'Llama'), (8, 'GPT-4'), (9, 'Falcon'), (10, 'Bard'), (11, 'Copilot'), (12, 'Bing'), (13, 'Leonardo AI'),
  (14, 'Runway');

-- Files are stored under the hash of the upload, so one picture used twice is stored once.
create table images (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  animated boolean not null default false,
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now()
);

create table prompts (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  llm_type_id smallint not null references llm_types,
  title text not null check (length(title) between 3 and 120),
  content text not null check (length(content) between 10 and 20000),
  description text check (length(description) between 1 and 1000),
  image_hash text not null references images,
  image_alt text check (length(image_alt) between 1 and 300),
  search tsvector not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index prompts_user_id on prompts (user_id, created_at desc, id desc);
create index prompts_image_hash on prompts (image_hash);
create index prompts_search on prompts using gin (search);

-- What changes often and what lists sort and filter by, apart from the wide row and its search index.
-- Trending: ten times the likes weigh as much as being a week younger, so the order never has to be recomputed.
create table prompt_stats (
  prompt_id bigint primary key references prompts on delete cascade,
  llm_type_id smallint not null references llm_types,
  created_at timestamptz not null,
  likes_count bigint not null default 0 check (likes_count >= 0),
  views bigint not null default 0 check (views >= 0),
  trending double precision not null generated always as (
    log(greatest(likes_count, 1)::double precision)
      + extract(epoch from created_at at time zone 'UTC')::double precision / 604800
  ) stored
);
create index prompt_stats_top on prompt_stats (likes_count desc, created_at desc, prompt_id desc);
create index prompt_stats_newest on prompt_stats (created_at desc, prompt_id desc);
create index prompt_stats_views on prompt_stats (views desc, created_at desc, prompt_id desc);
create index prompt_stats_tool_top on prompt_stats (llm_type_id, likes_count desc, created_at desc, prompt_id desc);
create index prompt_stats_tool_newest on prompt_stats (llm_type_id, created_at desc, prompt_id desc);
create index prompt_stats_tool_views on prompt_stats (llm_type_id, views desc, created_at desc, prompt_id desc);
create index prompt_stats_trending on prompt_stats (trending desc, prompt_id desc);

create table likes (
  user_id uuid not null references users on delete cascade,
  prompt_id bigint not null references prompts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, prompt_id)
);
create index likes_prompt_id on likes (prompt_id);

create table favorites (
  user_id uuid not null references users on delete cascade,
  prompt_id bigint not null references prompts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, prompt_id)
);
create index favorites_prompt_id on favorites (prompt_id);
create index favorites_newest on favorites (user_id, created_at desc, prompt_id desc);

-- Who saw a prompt in the last half hour: a keyed hash that changes every day, kept only to count a visit once.
create unlogged table recent_views (
  prompt_id bigint not null,
  visitor bytea not null,
  viewed_at timestamptz not null default now(),
  primary key (prompt_id, visitor)
);
create index recent_views_viewed_at on recent_views (viewed_at);

-- ---------------------------------------------------------------------------------------------------- triggers

create function prompts_set_search() returns trigger language plpgsql as $$
begin
  new.search := search_document(concat_ws(' ', new.title, new.description, new.content,
    (select username from users where id = new.user_id)));
  return new;
end
$$;
create trigger prompts_set_search before insert or update of title, description, content, user_id on prompts
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
    from (select llm_type_id, count(*) as n from changed group by llm_type_id) counted
    where llm_types.id = counted.llm_type_id;
  return null;
end
$$;
create trigger prompts_count_deleted after delete on prompts referencing old table as changed
  for each statement execute function prompts_count_deleted();

create function likes_count_inserted() returns trigger language plpgsql as $$
begin
  update prompt_stats set likes_count = likes_count + counted.n
    from (select prompt_id, count(*) as n from changed group by prompt_id) counted
    where prompt_stats.prompt_id = counted.prompt_id;
  return null;
end
$$;
create trigger likes_count_inserted after insert on likes referencing new table as changed
  for each statement execute function likes_count_inserted();

create function likes_count_deleted() returns trigger language plpgsql as $$
begin
  update prompt_stats set likes_count = likes_count - counted.n
    from (select prompt_id, count(*) as n from changed group by prompt_id) counted
    where prompt_stats.prompt_id = counted.prompt_id;
  return null;
end
$$;
create trigger likes_count_deleted after delete on likes referencing old table as changed
  for each statement execute function likes_count_deleted();
