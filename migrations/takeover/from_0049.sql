-- The schema as migrations 0001 to 0049 made it, in pg_dump's words: not for reading. Backups of that time are restored into it, and
-- src/platform/database/takeover.test.ts takes it over. Changed from pg_dump's: triggers compare rows as rows, results_of() names
-- its parameters by numbers, and the tables' first rows are at the end. Functions come before the tables that they name.
SET LOCAL check_function_bodies = off;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TYPE result_change AS (
	prompt_id bigint,
	version integer,
	user_id uuid,
	answered bigint,
	worked bigint
);
CREATE FUNCTION add_to_tags(changed integer[], amounts bigint[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform from tags where id = any(changed) order by id for no key update;
  update tags set prompts_count = prompts_count + added.n
    from unnest(changed, amounts) added (id, n) where tags.id = added.id;
end
$$;
CREATE FUNCTION count_results(changes result_change[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  changed constant bigint[] := array(select distinct prompt_id from unnest(changes) order by 1);
begin
  -- Hidden, or shown again at this moment, with these answers counted: that is settled once the row can be locked (0016).
  perform from prompts
    where id = any(changed) and not exists (select from prompt_stats where prompt_stats.prompt_id = prompts.id)
    order by id for key share;
  perform from prompt_stats where prompt_id = any(changed) order by prompt_id for no key update;
  update prompt_stats set
      answered_count = answered_count + counted.answered,
      worked_count = worked_count + counted.worked,
      last_worked_at = coalesce((
        select answered_at from results
        where prompt_id = counted.prompt_id and version = counted.version and shown and outcome = 'worked'
        order by answered_at desc limit 1), '-infinity')
    from (
      select prompt_id, version,
        sum((answered_now > 0)::integer - (answered_now > answered)::integer) as answered,
        sum((worked_now > 0)::integer - (worked_now > worked)::integer) as worked
      from (
        select prompt_id, version, user_id, sum(answered) as answered, sum(worked) as worked
        from unnest(changes) group by prompt_id, version, user_id
      ) person
      cross join lateral (
        select count(*) as answered_now, count(*) filter (where outcome = 'worked') as worked_now
        from results
        where results.prompt_id = person.prompt_id and results.version = person.version
          and results.user_id = person.user_id and shown
      ) now
      group by prompt_id, version
    ) counted
    where prompt_stats.prompt_id = counted.prompt_id and prompt_stats.version = counted.version;
end
$$;
CREATE FUNCTION favorites_inserted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (select from changed where not exists
      (select from prompt_stats where prompt_stats.prompt_id = changed.prompt_id)) then
    raise foreign_key_violation using message = 'the prompt is hidden', constraint = 'favorites_prompt_id_fkey';
  end if;
  return null;
end
$$;
CREATE FUNCTION fold(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(regexp_replace(NORMALIZE(value, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text));
CREATE FUNCTION fold_plurals(words text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(regexp_replace(regexp_replace(words, '(o|a)es\M'::text, 'ao'::text, 'g'::text), '([aeiou])ns\M'::text, '\1m'::text, 'g'::text), '([aeou])is\M'::text, '\1l'::text, 'g'::text);
CREATE FUNCTION fold_words(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN btrim(regexp_replace(fold(value), '[^[:alnum:]]+'::text, ' '::text, 'g'::text));
CREATE FUNCTION forget_reporter() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.reporter_key := null;
  return new;
end $$;
CREATE FUNCTION in_title(query tsquery) RETURNS tsquery
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (regexp_replace((query)::text, '''([^'']+)'''::text, '''#\1'''::text, 'g'::text))::tsquery;
CREATE FUNCTION in_title(words tsvector) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN array_to_tsvector(ARRAY(SELECT ('#'::text || word.word) FROM unnest(tsvector_to_array(in_title.words)) word(word)));
CREATE FUNCTION likes_count_deleted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION likes_count_inserted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION notify_content_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('content_changed', coalesce(tg_argv[0], ''));
  return null;
end
$$;
CREATE FUNCTION notify_prompts_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION notify_remix_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('content_changed',
    'lists ' || concat_ws(' ', 'prompt-' || new.prompt_id, 'prompt-' || new.source_id, 'prompt-' || new.root_id));
  return null;
end
$$;
CREATE FUNCTION notify_result_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('content_changed', 'lists prompt-' || new.prompt_id);
  return null;
end
$$;
CREATE FUNCTION notify_user_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('content_changed', 'lists user-' || right(old.id::text, 12));
  return null;
end
$$;
CREATE FUNCTION notify_version_erased() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('content_changed', 'lists prompt-' || old.prompt_id);
  return null;
end
$$;
CREATE FUNCTION preserve_erased_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  -- Without its prompt it goes with that: the other trigger has seen to it.
  perform preserve_version(old, user_id) from prompts where id = old.prompt_id;
  return old;
end
$$;
CREATE FUNCTION preserve_prompt() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into preserved_prompts (case_id, prompt_id, snapshot)
    select c.id, old.id, jsonb_build_object(
      'title', old.title, 'content', old.content, 'description', old.description,
      'image', (
        select jsonb_build_object('image_hash', hash, 'image_alt', old.image_alt, 'width', width, 'height', height,
          'animated', animated, 'color', color)
        from images where hash = old.image_hash
      ),
      'username', c.author_username, 'edited_at', old.edited_at)
    from moderation_cases c where c.reported_user_id = old.user_id and c.preserved_until > now();
  return null;
end
$$;
CREATE TABLE prompt_versions (
    prompt_id bigint NOT NULL,
    number integer NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    description text,
    llm_type_id smallint NOT NULL,
    image_hash text,
    image_alt text,
    note text,
    created_at timestamp with time zone NOT NULL
);
CREATE FUNCTION preserve_version(version prompt_versions, author uuid) RETURNS void
    LANGUAGE sql
    AS $$
  insert into preserved_prompts (case_id, prompt_id, snapshot)
    select c.id, version.prompt_id, jsonb_build_object(
      'title', version.title, 'content', version.content, 'description', version.description,
      'image', (
        select jsonb_build_object('image_hash', hash, 'image_alt', version.image_alt, 'width', width, 'height', height,
          'animated', animated, 'color', color)
        from images where hash = version.image_hash
      ),
      'username', c.author_username, 'edited_at', version.created_at)
    from moderation_cases c
    where (c.prompt_id = version.prompt_id or c.reported_user_id = author) and c.preserved_until > now()
      -- Its change may have preserved it.
      and not exists (
        select from preserved_prompts p
        where p.case_id = c.id and p.prompt_id = version.prompt_id and p.snapshot ->> 'title' = version.title
          and p.snapshot ->> 'content' = version.content
          and p.snapshot ->> 'description' is not distinct from version.description
          and p.snapshot -> 'image' ->> 'image_hash' is not distinct from version.image_hash
      );
$$;
CREATE FUNCTION preserve_versions_of_prompt() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform preserve_version(v, old.user_id) from prompt_versions v where v.prompt_id = old.id;
  return old;
end
$$;
CREATE TEXT SEARCH DICTIONARY portuguese_words (
    TEMPLATE = pg_catalog.simple,
    stopwords = 'portuguese' );
CREATE TEXT SEARCH CONFIGURATION portuguese_words (
    PARSER = pg_catalog."default" );
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR asciiword WITH portuguese_words;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR word WITH portuguese_words;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR numword WITH portuguese_words;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR email WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR url WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR host WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR sfloat WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR version WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR hword_numpart WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR hword_part WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR hword_asciipart WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR numhword WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR asciihword WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR hword WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR url_path WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR file WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR "float" WITH simple;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR "int" WITH portuguese_words;
ALTER TEXT SEARCH CONFIGURATION portuguese_words
    ADD MAPPING FOR uint WITH portuguese_words;
CREATE FUNCTION search_document(value text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (SELECT strip((to_tsvector('portuguese'::regconfig, fold_plurals(folded.words)) || to_tsvector('portuguese_words'::regconfig, folded.words))) AS strip FROM (SELECT btrim(regexp_replace(COALESCE(string_agg(fold(substr(search_document.value, at.at, 500)), ''::text ORDER BY at.at), ''::text), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)) AS words FROM generate_series(1, length(search_document.value), 500) at(at)) folded);
CREATE FUNCTION tool_words(name text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((((name || ' '::text) || regexp_replace(name, '[^[:alnum:]]+'::text, ''::text, 'g'::text)) || ' '::text) || regexp_replace(name, '([[:lower:]])([[:upper:]])'::text, '\1 \2'::text, 'g'::text));
CREATE FUNCTION prompt_document(title text, description text, content text, author text, tool text) RETURNS tsvector
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (search_document(concat_ws(' '::text, title, tool_words(tool), description, content, author)) || in_title(search_document(title)));
CREATE FUNCTION prompt_stats_set_title_bits() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.title_bits := (select title_bits(search) from prompts where id = new.prompt_id);
  return new;
end
$$;
CREATE FUNCTION prompts_count_deleted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update llm_types set prompts_count = prompts_count - counted.n
    from (select llm_type_id, count(*) as n from changed where hidden_at is null group by llm_type_id) counted
    where llm_types.id = counted.llm_type_id;
  return null;
end
$$;
CREATE FUNCTION prompts_count_inserted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into prompt_stats (prompt_id, llm_type_id, created_at)
    select id, llm_type_id, created_at from changed;
  update llm_types set prompts_count = prompts_count + counted.n
    from (select llm_type_id, count(*) as n from changed group by llm_type_id) counted
    where llm_types.id = counted.llm_type_id;
  return null;
end
$$;
CREATE FUNCTION prompts_hidden_or_shown() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION prompts_hide_or_show() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.hidden_views := null;
  if new.hidden_at is not null then
    -- Locked: views are added at any moment.
    select views into new.hidden_views from prompt_stats where prompt_id = new.id for update;
  end if;
  return new;
end
$$;
CREATE FUNCTION prompts_keep_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION prompts_search_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update prompt_stats set title_bits = title_bits(new.search)
    where prompt_id = new.id and title_bits is distinct from title_bits(new.search);
  return null;
end
$$;
CREATE FUNCTION prompts_set_search() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION prompts_tags_deleted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION prompts_tags_inserted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION prompts_tags_updated() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION prompts_tool_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update prompt_stats set llm_type_id = new.llm_type_id where prompt_id = new.id;
  update llm_types set prompts_count = prompts_count + case id when new.llm_type_id then 1 else -1 end
    where id in (old.llm_type_id, new.llm_type_id);
  return null;
end
$$;
CREATE FUNCTION prompts_version_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update prompt_stats set version = new.version, answered_count = answered, worked_count = worked, last_worked_at = last_worked
    from results_of(new.id, new.version) where prompt_id = new.id;
  return null;
end
$$;
CREATE FUNCTION results_deleted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform count_results(array(
    select row(prompt_id, version, user_id, -1, -(outcome = 'worked')::integer)::result_change from before where shown));
  return null;
end
$$;
CREATE FUNCTION results_inserted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform count_results(array(
    select row(prompt_id, version, user_id, 1, (outcome = 'worked')::integer)::result_change from after where shown));
  return null;
end
$$;
CREATE TABLE results (
    id bigint NOT NULL,
    prompt_id bigint NOT NULL,
    version integer NOT NULL,
    user_id uuid NOT NULL,
    model_key text NOT NULL,
    model text NOT NULL,
    outcome text NOT NULL,
    note text,
    answered_at timestamp with time zone DEFAULT now() NOT NULL,
    of_blocked boolean DEFAULT false NOT NULL,
    removed_at timestamp with time zone,
    shown boolean GENERATED ALWAYS AS (((NOT of_blocked) AND (removed_at IS NULL))) STORED NOT NULL,
    CONSTRAINT results_model_check CHECK (((length(model) >= 1) AND (length(model) <= 40))),
    CONSTRAINT results_model_key_check CHECK (((length(model_key) >= 1) AND (length(model_key) <= 160))),
    CONSTRAINT results_note_check CHECK (((length(note) >= 1) AND (length(note) <= 280))),
    CONSTRAINT results_outcome_check CHECK ((outcome = ANY (ARRAY['worked'::text, 'partly'::text, 'failed'::text])))
);
CREATE FUNCTION results_of(bigint, integer, OUT answered integer, OUT worked integer, OUT last_worked timestamp with time zone) RETURNS record
    LANGUAGE sql STABLE
    RETURN (SELECT ROW((count(DISTINCT results.user_id))::integer, (count(DISTINCT results.user_id) FILTER (WHERE (results.outcome = 'worked'::text)))::integer, COALESCE(max(results.answered_at) FILTER (WHERE (results.outcome = 'worked'::text)), '-infinity'::timestamp with time zone)) AS "row" FROM results WHERE ((results.prompt_id = $1) AND (results.version = $2) AND results.shown));
CREATE FUNCTION results_updated() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform count_results(array(
    select row(prompt_id, version, user_id, 1, (outcome = 'worked')::integer)::result_change from after where shown
    union all
    select row(prompt_id, version, user_id, -1, -(outcome = 'worked')::integer)::result_change from before where shown));
  return null;
end
$$;
CREATE FUNCTION search_matches(wanted tsquery, tool smallint, most bigint) RETURNS SETOF bigint
    LANGUAGE plpgsql STABLE
    SET enable_seqscan TO 'off'
    SET enable_indexscan TO 'off'
    SET jit TO 'off'
    SET work_mem TO '16MB'
    AS $$
begin
  if tool is null then
    return query select id from prompts where search @@ wanted limit most;
  else
    return query select id from prompts
      where within_tool(search, llm_type_id) @@ within_tool(wanted, tool) limit most;
  end if;
end
$$;
CREATE FUNCTION search_query(value text) RETURNS tsquery
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
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
CREATE FUNCTION tag_marks(ids integer[]) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN array_to_tsvector(ARRAY(SELECT ('~'::text || id.id) FROM unnest(tag_marks.ids) id(id)));
CREATE FUNCTION title_bits(words text[]) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (SELECT COALESCE(bit_or((((1)::bigint << (get_byte(hashed.hash, 0) % 64)) | ((1)::bigint << (get_byte(hashed.hash, 1) % 64)))), (0)::bigint) AS "coalesce" FROM (SELECT sha256(convert_to(word.word, 'UTF8'::name)) AS hash FROM unnest(title_bits.words) word(word) WHERE (word.word ~~ '#%'::text)) hashed);
CREATE FUNCTION title_bits(query tsquery) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN title_bits(ARRAY(SELECT match.match[1] AS match FROM regexp_matches((title_bits.query)::text, '''([^'']+)'''::text, 'g'::text) match(match)));
CREATE FUNCTION title_bits(document tsvector) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN title_bits(tsvector_to_array(document));
CREATE FUNCTION users_block_results() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update results set of_blocked = new.is_blocked where user_id = new.id and of_blocked <> new.is_blocked;
  return null;
end
$$;
CREATE FUNCTION users_refresh_search() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update prompts set title = title where user_id = new.id;
  return null;
end
$$;
CREATE FUNCTION whole_words(query tsquery) RETURNS tsquery
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (regexp_replace((query)::text, ' \| ''[^'']+'':\*'::text, ''::text, 'g'::text))::tsquery;
CREATE FUNCTION with_any_tag(ids integer[]) RETURNS tsquery
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (array_to_string(ARRAY(SELECT (('''~'::text || id.id) || ''''::text) FROM unnest(with_any_tag.ids) id(id)), ' | '::text))::tsquery;
CREATE FUNCTION within_tool(query tsquery, tool smallint) RETURNS tsquery
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (regexp_replace((query)::text, '''([^'']+)'''::text, ((''''::text || tool) || ':\1'''::text), 'g'::text))::tsquery;
CREATE FUNCTION within_tool(words tsvector, tool smallint) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN array_to_tsvector(string_to_array(((tool || ':'::text) || array_to_string(tsvector_to_array(words), ((' '::text || tool) || ':'::text))), ' '::text));
CREATE TABLE access_records (
    at timestamp with time zone NOT NULL,
    address inet NOT NULL,
    port integer,
    user_id uuid,
    action text NOT NULL,
    CONSTRAINT access_records_port_check CHECK (((port >= 1) AND (port <= 65535)))
);
CREATE TABLE api_keys (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    key_hash bytea NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
    CONSTRAINT api_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
    CONSTRAINT api_keys_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['read'::text, 'react'::text, 'publish'::text])))
);
CREATE TABLE appeals (
    id bigint NOT NULL,
    decision_id bigint NOT NULL,
    side text NOT NULL,
    report_id bigint,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    answered_by bigint,
    outcome text,
    CONSTRAINT appeals_check CHECK (((side = 'reporter'::text) = (report_id IS NOT NULL))),
    CONSTRAINT appeals_check1 CHECK (((answered_by IS NULL) = (outcome IS NULL))),
    CONSTRAINT appeals_outcome_check CHECK ((outcome = ANY (ARRAY['upheld'::text, 'rejected'::text]))),
    CONSTRAINT appeals_side_check CHECK ((side = ANY (ARRAY['author'::text, 'reporter'::text]))),
    CONSTRAINT appeals_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);
ALTER TABLE appeals ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME appeals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE audit_log (
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    admin_id uuid,
    admin_username text NOT NULL,
    action text NOT NULL,
    target_user_id uuid,
    target_prompt_id bigint,
    target_label text NOT NULL,
    prompts_removed integer DEFAULT 0 NOT NULL,
    reason text,
    new_label text,
    CONSTRAINT audit_log_prompts_removed_check CHECK ((prompts_removed >= 0)),
    CONSTRAINT audit_log_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000)))
);
ALTER TABLE audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE backups (
    id bigint NOT NULL,
    finished_at timestamp with time zone DEFAULT now() NOT NULL,
    bytes bigint NOT NULL,
    file text NOT NULL,
    nightly boolean DEFAULT false NOT NULL,
    CONSTRAINT backups_bytes_check CHECK ((bytes > 0))
);
ALTER TABLE backups ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME backups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE barred_addresses (
    address_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE barred_pictures (
    hash text NOT NULL,
    fingerprint bit(256),
    barred_at timestamp with time zone DEFAULT now() NOT NULL,
    prompt_id bigint,
    served boolean DEFAULT false NOT NULL,
    CONSTRAINT barred_pictures_hash_check CHECK ((hash ~ '^[0-9a-f]{32}$'::text))
);
CREATE TABLE collection_follows (
    follower_id uuid NOT NULL,
    collection_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE collection_items (
    collection_id bigint NOT NULL,
    prompt_id bigint NOT NULL,
    "position" integer NOT NULL,
    note text,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT collection_items_note_check CHECK (((length(note) >= 1) AND (length(note) <= 280))),
    CONSTRAINT collection_items_position_check CHECK (("position" > 0))
);
CREATE TABLE collections (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    title text NOT NULL,
    description text,
    is_public boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    withdrawn_at timestamp with time zone,
    withdrawn_reason text,
    public_before_withdrawal boolean DEFAULT true NOT NULL,
    CONSTRAINT collections_check CHECK (((withdrawn_at IS NULL) = (withdrawn_reason IS NULL))),
    CONSTRAINT collections_check1 CHECK (((withdrawn_at IS NULL) OR (NOT is_public))),
    CONSTRAINT collections_description_check CHECK (((length(description) >= 1) AND (length(description) <= 500))),
    CONSTRAINT collections_title_check CHECK (((length(title) >= 3) AND (length(title) <= 80))),
    CONSTRAINT collections_withdrawn_reason_check CHECK (((length(withdrawn_reason) >= 1) AND (length(withdrawn_reason) <= 1000)))
);
ALTER TABLE collections ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME collections_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE daily_counts (
    day date NOT NULL,
    people bigint NOT NULL,
    prompts bigint NOT NULL,
    likes bigint NOT NULL,
    CONSTRAINT daily_counts_likes_check CHECK ((likes >= 0)),
    CONSTRAINT daily_counts_people_check CHECK ((people >= 0)),
    CONSTRAINT daily_counts_prompts_check CHECK ((prompts >= 0))
);
CREATE TABLE decisions (
    id bigint NOT NULL,
    case_id bigint NOT NULL,
    action text NOT NULL,
    ground text NOT NULL,
    reason text NOT NULL,
    category text,
    decided_as text NOT NULL,
    decided_by uuid,
    decided_by_username text,
    overturned_by bigint,
    delete_at timestamp with time zone,
    opened_at timestamp with time zone,
    deadline timestamp with time zone,
    read_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    content_hash text,
    report_id bigint,
    still text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT decisions_action_check CHECK ((action = ANY (ARRAY['keep'::text, 'hide'::text, 'remove'::text, 'restore'::text, 'warn'::text, 'block'::text, 'pause'::text]))),
    CONSTRAINT decisions_check CHECK (((decided_as = 'automatic'::text) = (decided_by IS NULL))),
    CONSTRAINT decisions_check1 CHECK (((action <> 'pause'::text) OR (ground = 'reports'::text))),
    CONSTRAINT decisions_decided_as_check CHECK ((decided_as = ANY (ARRAY['admin'::text, 'moderator'::text, 'automatic'::text]))),
    CONSTRAINT decisions_ground_check CHECK ((ground = ANY (ARRAY['illegal'::text, 'child'::text, 'hate'::text, 'explicit'::text, 'copyright'::text, 'personal_data'::text, 'fake'::text, 'spam'::text, 'name'::text, 'misuse'::text, 'terms'::text, 'reports'::text, 'none'::text]))),
    CONSTRAINT decisions_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000))),
    CONSTRAINT decisions_still_check CHECK ((still <@ ARRAY['away'::text, 'blocked'::text]))
);
ALTER TABLE decisions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME decisions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE favorites (
    user_id uuid NOT NULL,
    prompt_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE images (
    hash text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    animated boolean DEFAULT false NOT NULL,
    color text NOT NULL,
    bytes integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    fingerprint bit(256),
    CONSTRAINT images_bytes_check CHECK ((bytes > 0)),
    CONSTRAINT images_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT images_hash_check CHECK ((hash ~ '^[0-9a-f]{32}$'::text)),
    CONSTRAINT images_height_check CHECK ((height > 0)),
    CONSTRAINT images_width_check CHECK ((width > 0))
);
CREATE TABLE imported_prompts (
    prompt_id bigint NOT NULL,
    import_id bigint NOT NULL
);
CREATE TABLE imports (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    key text,
    format text NOT NULL,
    prompts_count integer NOT NULL,
    collection_id bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone,
    CONSTRAINT imports_format_check CHECK ((format = ANY (ARRAY['json'::text, 'csv'::text, 'md'::text]))),
    CONSTRAINT imports_key_check CHECK (((length(key) >= 1) AND (length(key) <= 64))),
    CONSTRAINT imports_prompts_count_check CHECK ((prompts_count > 0))
);
ALTER TABLE imports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME imports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE known_devices (
    user_id uuid NOT NULL,
    device_hash bytea NOT NULL,
    session_id uuid NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE likes (
    user_id uuid NOT NULL,
    prompt_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE llm_types (
    id smallint NOT NULL,
    name text NOT NULL,
    prompts_count bigint DEFAULT 0 NOT NULL,
    CONSTRAINT llm_types_prompts_count_check CHECK ((prompts_count >= 0))
);
CREATE TABLE moderation_cases (
    id bigint NOT NULL,
    prompt_id bigint,
    reported_user_id uuid,
    author_id uuid NOT NULL,
    author_username text NOT NULL,
    label text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    category text,
    deadline timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    snapshot jsonb NOT NULL,
    hidden_automatically boolean DEFAULT false NOT NULL,
    opened_at timestamp with time zone,
    decided_at timestamp with time zone,
    earlier jsonb DEFAULT '[]'::jsonb NOT NULL,
    preserved_until timestamp with time zone,
    preserved_account jsonb,
    alike_case_id bigint,
    result_id bigint,
    collection_id bigint,
    CONSTRAINT moderation_cases_category_check CHECK ((category = ANY (ARRAY['child'::text, 'intimate'::text, 'violence'::text, 'hate'::text, 'personal_data'::text, 'copyright'::text, 'spam'::text, 'other'::text]))),
    CONSTRAINT moderation_cases_check1 CHECK (((state <> 'open'::text) OR ((opened_at IS NOT NULL) AND (deadline IS NOT NULL)))),
    CONSTRAINT moderation_cases_check2 CHECK (((state <> 'decided'::text) OR (decided_at IS NOT NULL))),
    CONSTRAINT moderation_cases_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'open'::text, 'decided'::text])))
);
ALTER TABLE moderation_cases ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME moderation_cases_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE moderators (
    user_id uuid NOT NULL,
    named_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE news_mails (
    user_id uuid NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    next_at timestamp with time zone DEFAULT (now() + '7 days'::interval) NOT NULL,
    told_until timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE one_time_tokens (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    signup_id uuid,
    user_id uuid,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT one_time_tokens_check CHECK (((kind = 'confirmation'::text) = (signup_id IS NOT NULL))),
    CONSTRAINT one_time_tokens_check1 CHECK (((kind = 'recovery'::text) = (user_id IS NOT NULL))),
    CONSTRAINT one_time_tokens_kind_check CHECK ((kind = ANY (ARRAY['confirmation'::text, 'recovery'::text])))
);
CREATE TABLE preserved_prompts (
    id bigint NOT NULL,
    case_id bigint NOT NULL,
    prompt_id bigint NOT NULL,
    snapshot jsonb NOT NULL,
    preserved_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE preserved_prompts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME preserved_prompts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE VIEW prompt_counts AS
 SELECT llm_types.id AS llm_type_id,
    llm_types.prompts_count
   FROM llm_types;
CREATE TABLE prompt_stats (
    prompt_id bigint NOT NULL,
    llm_type_id smallint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    likes_count bigint DEFAULT 0 NOT NULL,
    views bigint DEFAULT 0 NOT NULL,
    trending double precision GENERATED ALWAYS AS ((log(((likes_count + 1))::double precision) + ((EXTRACT(epoch FROM (created_at AT TIME ZONE 'UTC'::text)))::double precision / (604800)::double precision))) STORED NOT NULL,
    title_bits bigint,
    version integer DEFAULT 1 NOT NULL,
    answered_count integer DEFAULT 0 NOT NULL,
    worked_count integer DEFAULT 0 NOT NULL,
    last_worked_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT prompt_stats_answered_count_check CHECK ((answered_count >= 0)),
    CONSTRAINT prompt_stats_likes_count_check CHECK ((likes_count >= 0)),
    CONSTRAINT prompt_stats_views_check CHECK ((views >= 0)),
    CONSTRAINT prompt_stats_worked_count_check CHECK ((worked_count >= 0))
);
CREATE TABLE prompts (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    llm_type_id smallint NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    description text,
    image_hash text NOT NULL,
    image_alt text,
    search tsvector NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    edited_at timestamp with time zone,
    publication_key text,
    hidden_at timestamp with time zone,
    hidden_views bigint,
    in_review boolean DEFAULT false NOT NULL,
    hidden_with_author boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    version_at timestamp with time zone,
    version_note text,
    tag_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
    allow_remixes boolean DEFAULT true NOT NULL,
    CONSTRAINT prompts_check CHECK (((hidden_at IS NULL) = (hidden_views IS NULL))),
    CONSTRAINT prompts_check1 CHECK (((hidden_at IS NOT NULL) OR (NOT hidden_with_author))),
    CONSTRAINT prompts_content_check CHECK (((length(content) >= 10) AND (length(content) <= 20000))),
    CONSTRAINT prompts_description_check CHECK (((length(description) >= 1) AND (length(description) <= 1000))),
    CONSTRAINT prompts_hidden_views_check CHECK ((hidden_views >= 0)),
    CONSTRAINT prompts_image_alt_check CHECK (((length(image_alt) >= 1) AND (length(image_alt) <= 300))),
    CONSTRAINT prompts_publication_key_check CHECK ((publication_key ~ '^[A-Za-z0-9_-]{16,64}$'::text)),
    CONSTRAINT prompts_title_check CHECK (((length(title) >= 3) AND (length(title) <= 120)))
);
ALTER TABLE prompts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME prompts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE UNLOGGED TABLE rate_limits (
    key text NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);
CREATE UNLOGGED TABLE recent_views (
    prompt_id bigint NOT NULL,
    visitor bytea NOT NULL,
    viewed_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE remixes (
    prompt_id bigint NOT NULL,
    source_id bigint,
    root_id bigint,
    note text,
    CONSTRAINT remixes_check CHECK (((source_id <> prompt_id) AND (root_id <> prompt_id))),
    CONSTRAINT remixes_note_check CHECK (((length(note) >= 1) AND (length(note) <= 280)))
);
CREATE TABLE replication_heartbeat (
    only_row boolean DEFAULT true NOT NULL,
    timeline text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT replication_heartbeat_only_row_check CHECK (only_row)
);
CREATE TABLE reports (
    id bigint NOT NULL,
    code text NOT NULL,
    case_id bigint NOT NULL,
    category text NOT NULL,
    explanation text NOT NULL,
    standing text NOT NULL,
    reporter_id uuid,
    reporter_name text,
    reporter_email text,
    reporter_key bytea,
    confirmed_at timestamp with time zone,
    confirmation_hash bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    target_version text NOT NULL,
    snapshot jsonb,
    CONSTRAINT reports_category_check CHECK ((category = ANY (ARRAY['child'::text, 'intimate'::text, 'violence'::text, 'hate'::text, 'personal_data'::text, 'copyright'::text, 'spam'::text, 'other'::text]))),
    CONSTRAINT reports_code_check CHECK ((code ~ '^[2-9B-DF-HJ-NP-TV-Z]{10}$'::text)),
    CONSTRAINT reports_explanation_check CHECK (((length(explanation) >= 1) AND (length(explanation) <= 2000))),
    CONSTRAINT reports_reporter_name_check CHECK (((length(reporter_name) >= 1) AND (length(reporter_name) <= 100))),
    CONSTRAINT reports_standing_check CHECK ((standing = ANY (ARRAY['self'::text, 'representative'::text, 'authority'::text, 'organisation'::text, 'anyone'::text])))
);
ALTER TABLE reports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME reports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE results ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME results_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE search_renewal (
    is_only boolean DEFAULT true NOT NULL,
    last_id bigint NOT NULL,
    last_id_of_titles bigint DEFAULT 0 NOT NULL,
    CONSTRAINT search_renewal_is_only_check CHECK (is_only),
    CONSTRAINT search_renewal_last_id_check CHECK ((last_id >= 0)),
    CONSTRAINT search_renewal_last_id_of_titles_check CHECK ((last_id_of_titles >= 0))
);
CREATE TABLE search_words (
    word text NOT NULL,
    spelling text NOT NULL,
    prompts bigint NOT NULL,
    CONSTRAINT search_words_prompts_check CHECK ((prompts > 0))
);
CREATE TABLE sessions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    refresh_key bytea NOT NULL,
    refresh_counter bigint DEFAULT 0 NOT NULL,
    auth_method text NOT NULL,
    user_agent text,
    ip inet,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    refreshed_at timestamp with time zone DEFAULT now() NOT NULL,
    refresh_spent bigint,
    refresh_first bigint,
    CONSTRAINT sessions_auth_method_check CHECK ((auth_method = ANY (ARRAY['password'::text, 'otp'::text]))),
    CONSTRAINT sessions_refresh_counter_check CHECK ((refresh_counter >= 0))
);
CREATE TABLE signing_keys (
    kid text NOT NULL,
    public_jwk jsonb NOT NULL,
    private_key bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    retired_at timestamp with time zone
);
CREATE TABLE signups (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    email text NOT NULL,
    username text NOT NULL,
    password_hash text NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    confirmation_sent_at timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone DEFAULT (now() + '7 days'::interval) NOT NULL,
    browser_hash bytea,
    CONSTRAINT signups_email_check CHECK (((email = lower(email)) AND (length(email) <= 255))),
    CONSTRAINT signups_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
    CONSTRAINT signups_username_check CHECK (((length(username) >= 3) AND (length(username) <= 40)))
);
CREATE TABLE site_totals (
    is_only boolean DEFAULT true NOT NULL,
    people bigint NOT NULL,
    prompts bigint NOT NULL,
    likes bigint NOT NULL,
    pictures bigint NOT NULL,
    picture_bytes bigint NOT NULL,
    counted_at timestamp with time zone NOT NULL,
    CONSTRAINT site_totals_is_only_check CHECK (is_only)
);
CREATE TABLE statements_of_reasons (
    decision_id bigint NOT NULL,
    report_id bigint,
    told_at timestamp with time zone
);
CREATE TABLE tags (
    id integer NOT NULL,
    name text NOT NULL,
    folded text NOT NULL,
    slug text NOT NULL,
    prompts_count bigint DEFAULT 0 NOT NULL,
    merged_into integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT tags_check CHECK ((merged_into <> id)),
    CONSTRAINT tags_name_check CHECK (((length(name) >= 2) AND (length(name) <= 30))),
    CONSTRAINT tags_prompts_count_check CHECK ((prompts_count >= 0))
);
ALTER TABLE tags ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME tags_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE user_follows (
    follower_id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT user_follows_check CHECK ((follower_id <> user_id))
);
CREATE TABLE username_claims (
    username_key text NOT NULL,
    email text NOT NULL,
    expires_at timestamp with time zone
);
CREATE TABLE users (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    email text NOT NULL,
    username text NOT NULL,
    password_hash text,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    is_blocked boolean DEFAULT false NOT NULL,
    is_demo boolean DEFAULT false NOT NULL,
    email_confirmed_at timestamp with time zone DEFAULT now() NOT NULL,
    last_sign_in_at timestamp with time zone,
    recovery_sent_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    blocked_before_removal boolean,
    CONSTRAINT users_check CHECK (((removed_at IS NULL) = (blocked_before_removal IS NULL))),
    CONSTRAINT users_check1 CHECK (((removed_at IS NULL) OR is_blocked)),
    CONSTRAINT users_email_check CHECK (((email = lower(email)) AND (length(email) <= 255))),
    CONSTRAINT users_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
    CONSTRAINT users_username_check CHECK (((length(username) >= 3) AND (length(username) <= 40)))
);
ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY appeals
    ADD CONSTRAINT appeals_decision_id_side_report_id_key UNIQUE NULLS NOT DISTINCT (decision_id, side, report_id);
ALTER TABLE ONLY appeals
    ADD CONSTRAINT appeals_pkey PRIMARY KEY (id);
ALTER TABLE audit_log
    ADD CONSTRAINT audit_log_action_check CHECK ((action = ANY (ARRAY['prompt_kept'::text, 'prompt_hidden'::text, 'prompt_removed'::text, 'prompt_restored'::text, 'user_kept'::text, 'user_warned'::text, 'user_paused'::text, 'user_blocked'::text, 'user_emptied'::text, 'user_unblocked'::text, 'user_removed'::text, 'user_restored'::text, 'result_kept'::text, 'result_hidden'::text, 'result_removed'::text, 'result_restored'::text, 'collection_kept'::text, 'collection_hidden'::text, 'collection_removed'::text, 'collection_restored'::text, 'moderator_named'::text, 'moderator_dismissed'::text, 'records_exported'::text, 'tag_renamed'::text, 'tag_merged'::text, 'tag_alias_deleted'::text, 'user_deleted'::text, 'collection_withdrawn'::text]))) NOT VALID;
ALTER TABLE ONLY audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY backups
    ADD CONSTRAINT backups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY barred_addresses
    ADD CONSTRAINT barred_addresses_pkey PRIMARY KEY (address_hash);
ALTER TABLE ONLY barred_pictures
    ADD CONSTRAINT barred_pictures_prompt_id_hash_fingerprint_key UNIQUE NULLS NOT DISTINCT (prompt_id, hash, fingerprint);
ALTER TABLE ONLY collection_follows
    ADD CONSTRAINT collection_follows_pkey PRIMARY KEY (follower_id, collection_id);
ALTER TABLE ONLY collection_items
    ADD CONSTRAINT collection_items_pkey PRIMARY KEY (collection_id, prompt_id);
ALTER TABLE ONLY collections
    ADD CONSTRAINT collections_pkey PRIMARY KEY (id);
ALTER TABLE ONLY daily_counts
    ADD CONSTRAINT daily_counts_pkey PRIMARY KEY (day);
ALTER TABLE ONLY decisions
    ADD CONSTRAINT decisions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY favorites
    ADD CONSTRAINT favorites_pkey PRIMARY KEY (user_id, prompt_id);
ALTER TABLE ONLY images
    ADD CONSTRAINT images_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY imported_prompts
    ADD CONSTRAINT imported_prompts_pkey PRIMARY KEY (prompt_id);
ALTER TABLE ONLY imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY known_devices
    ADD CONSTRAINT known_devices_pkey PRIMARY KEY (user_id, device_hash);
ALTER TABLE ONLY likes
    ADD CONSTRAINT likes_pkey PRIMARY KEY (user_id, prompt_id);
ALTER TABLE ONLY llm_types
    ADD CONSTRAINT llm_types_name_key UNIQUE (name);
ALTER TABLE ONLY llm_types
    ADD CONSTRAINT llm_types_pkey PRIMARY KEY (id);
ALTER TABLE ONLY moderation_cases
    ADD CONSTRAINT moderation_cases_pkey PRIMARY KEY (id);
ALTER TABLE ONLY moderation_cases
    ADD CONSTRAINT moderation_cases_prompt_id_key UNIQUE (prompt_id);
ALTER TABLE ONLY moderation_cases
    ADD CONSTRAINT moderation_cases_reported_user_id_key UNIQUE (reported_user_id);
ALTER TABLE moderation_cases
    ADD CONSTRAINT moderation_cases_target_check CHECK ((num_nonnulls(prompt_id, reported_user_id, result_id, collection_id) = 1)) NOT VALID;
ALTER TABLE ONLY moderators
    ADD CONSTRAINT moderators_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY news_mails
    ADD CONSTRAINT news_mails_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY one_time_tokens
    ADD CONSTRAINT one_time_tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY one_time_tokens
    ADD CONSTRAINT one_time_tokens_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY preserved_prompts
    ADD CONSTRAINT preserved_prompts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY prompt_stats
    ADD CONSTRAINT prompt_stats_pkey PRIMARY KEY (prompt_id);
ALTER TABLE ONLY prompt_versions
    ADD CONSTRAINT prompt_versions_pkey PRIMARY KEY (prompt_id, number);
ALTER TABLE ONLY prompts
    ADD CONSTRAINT prompts_pkey PRIMARY KEY (id);
ALTER TABLE prompts
    ADD CONSTRAINT prompts_tag_ids_check CHECK ((cardinality(tag_ids) <= 5)) NOT VALID;
ALTER TABLE prompts
    ADD CONSTRAINT prompts_version_note_check CHECK (((length(version_note) >= 1) AND (length(version_note) <= 140))) NOT VALID;
ALTER TABLE ONLY rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);
ALTER TABLE ONLY recent_views
    ADD CONSTRAINT recent_views_pkey PRIMARY KEY (prompt_id, visitor);
ALTER TABLE ONLY remixes
    ADD CONSTRAINT remixes_pkey PRIMARY KEY (prompt_id);
ALTER TABLE ONLY replication_heartbeat
    ADD CONSTRAINT replication_heartbeat_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY reports
    ADD CONSTRAINT reports_code_key UNIQUE (code);
ALTER TABLE ONLY reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY results
    ADD CONSTRAINT results_id_key UNIQUE (id);
ALTER TABLE ONLY results
    ADD CONSTRAINT results_pkey PRIMARY KEY (prompt_id, version, user_id, model_key);
ALTER TABLE ONLY search_renewal
    ADD CONSTRAINT search_renewal_pkey PRIMARY KEY (is_only);
ALTER TABLE ONLY search_words
    ADD CONSTRAINT search_words_pkey PRIMARY KEY (word);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (kid);
ALTER TABLE ONLY signups
    ADD CONSTRAINT signups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY site_totals
    ADD CONSTRAINT site_totals_pkey PRIMARY KEY (is_only);
ALTER TABLE ONLY statements_of_reasons
    ADD CONSTRAINT statements_of_reasons_decision_id_report_id_key UNIQUE NULLS NOT DISTINCT (decision_id, report_id);
ALTER TABLE ONLY tags
    ADD CONSTRAINT tags_folded_key UNIQUE (folded);
ALTER TABLE ONLY tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (id);
ALTER TABLE ONLY user_follows
    ADD CONSTRAINT user_follows_pkey PRIMARY KEY (follower_id, user_id);
ALTER TABLE ONLY username_claims
    ADD CONSTRAINT username_claims_pkey PRIMARY KEY (username_key);
ALTER TABLE ONLY users
    ADD CONSTRAINT users_email_key UNIQUE (email);
ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
CREATE INDEX access_records_at ON access_records USING brin (at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX api_keys_expires_at ON api_keys USING btree (expires_at);
CREATE INDEX api_keys_user_id ON api_keys USING btree (user_id, created_at);
CREATE INDEX appeals_answered_by ON appeals USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX appeals_created_at ON appeals USING btree (created_at);
CREATE INDEX appeals_report_id ON appeals USING btree (report_id) WHERE (report_id IS NOT NULL);
CREATE INDEX audit_log_admin_id ON audit_log USING btree (admin_id);
CREATE INDEX audit_log_newest ON audit_log USING btree (created_at DESC, id DESC);
CREATE INDEX backups_newest ON backups USING btree (finished_at DESC);
CREATE INDEX barred_pictures_hash ON barred_pictures USING btree (hash);
CREATE INDEX collection_follows_collection_id ON collection_follows USING btree (collection_id);
CREATE INDEX collection_items_newest ON collection_items USING btree (collection_id, added_at DESC, prompt_id DESC);
CREATE INDEX collection_items_order ON collection_items USING btree (collection_id, "position", prompt_id);
CREATE INDEX collection_items_prompt_id ON collection_items USING btree (prompt_id);
CREATE INDEX collections_of_user ON collections USING btree (user_id, updated_at DESC, id DESC);
CREATE INDEX collections_public ON collections USING btree (id) WHERE is_public;
CREATE INDEX decisions_action ON decisions USING btree (action, id);
CREATE INDEX decisions_case_id ON decisions USING btree (case_id, id);
CREATE INDEX decisions_category ON decisions USING btree (category, id);
CREATE INDEX decisions_created_at ON decisions USING btree (created_at);
CREATE INDEX decisions_due ON decisions USING btree (delete_at) WHERE (delete_at IS NOT NULL);
CREATE INDEX decisions_overturned_by ON decisions USING btree (overturned_by) WHERE (overturned_by IS NOT NULL);
CREATE INDEX decisions_report_id ON decisions USING btree (report_id) WHERE (report_id IS NOT NULL);
CREATE INDEX favorites_newest ON favorites USING btree (user_id, created_at DESC, prompt_id DESC);
CREATE INDEX favorites_prompt_id ON favorites USING btree (prompt_id);
CREATE INDEX images_without_fingerprint ON images USING btree (hash) WHERE (fingerprint IS NULL);
CREATE INDEX imported_prompts_of_import ON imported_prompts USING btree (import_id, prompt_id);
CREATE INDEX imports_collection_id ON imports USING btree (collection_id) WHERE (collection_id IS NOT NULL);
CREATE INDEX imports_created_at ON imports USING btree (created_at);
CREATE UNIQUE INDEX imports_key ON imports USING btree (user_id, key);
CREATE INDEX imports_of_user ON imports USING btree (user_id, created_at DESC);
CREATE INDEX known_devices_used_at ON known_devices USING btree (used_at);
CREATE INDEX likes_created_at ON likes USING brin (created_at timestamptz_minmax_multi_ops) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX likes_prompt_id ON likes USING btree (prompt_id);
CREATE INDEX moderation_cases_alike ON moderation_cases USING btree (alike_case_id) WHERE (alike_case_id IS NOT NULL);
CREATE INDEX moderation_cases_author_id ON moderation_cases USING btree (author_id);
CREATE UNIQUE INDEX moderation_cases_collection_id ON moderation_cases USING btree (collection_id) WHERE (collection_id IS NOT NULL);
CREATE INDEX moderation_cases_decided ON moderation_cases USING btree (decided_at DESC, id DESC) WHERE (state = 'decided'::text);
CREATE INDEX moderation_cases_pictures ON moderation_cases USING gin (jsonb_path_query_array((('[]'::jsonb || snapshot) || earlier), '$[*]."image"."image_hash"'::jsonpath) jsonb_path_ops);
CREATE INDEX moderation_cases_preserved ON moderation_cases USING btree (preserved_until) WHERE (preserved_until IS NOT NULL);
CREATE INDEX moderation_cases_queue ON moderation_cases USING btree (deadline, id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX moderation_cases_result_id ON moderation_cases USING btree (result_id) WHERE (result_id IS NOT NULL);
CREATE INDEX news_mails_due ON news_mails USING btree (next_at);
CREATE INDEX one_time_tokens_expires_at ON one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_signup_id ON one_time_tokens USING btree (signup_id);
CREATE INDEX one_time_tokens_user_id ON one_time_tokens USING btree (user_id);
CREATE INDEX preserved_prompts_case_id ON preserved_prompts USING btree (case_id);
CREATE INDEX prompt_stats_newest ON prompt_stats USING btree (created_at DESC, prompt_id DESC);
CREATE INDEX prompt_stats_tool_newest ON prompt_stats USING btree (llm_type_id, created_at DESC, prompt_id DESC);
CREATE INDEX prompt_stats_tool_top ON prompt_stats USING btree (llm_type_id, likes_count DESC, created_at DESC, prompt_id DESC);
CREATE INDEX prompt_stats_tool_views ON prompt_stats USING btree (llm_type_id, views DESC, created_at DESC, prompt_id DESC);
CREATE INDEX prompt_stats_tool_works ON prompt_stats USING btree (llm_type_id, last_worked_at DESC, created_at DESC, prompt_id DESC);
CREATE INDEX prompt_stats_top ON prompt_stats USING btree (likes_count DESC, created_at DESC, prompt_id DESC);
CREATE INDEX prompt_stats_trending ON prompt_stats USING btree (trending DESC, prompt_id DESC);
CREATE INDEX prompt_stats_views ON prompt_stats USING btree (views DESC, created_at DESC, prompt_id DESC);
CREATE INDEX prompt_stats_works ON prompt_stats USING btree (last_worked_at DESC, created_at DESC, prompt_id DESC);
CREATE INDEX prompt_versions_picture ON prompt_versions USING btree (image_hash, prompt_id);
CREATE INDEX prompts_by_author ON prompts USING btree (user_id, created_at DESC, id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX prompts_hidden ON prompts USING btree (id) WHERE (hidden_at IS NOT NULL);
CREATE INDEX prompts_in_review ON prompts USING btree (user_id, id DESC) WHERE in_review;
CREATE INDEX prompts_picture ON prompts USING btree (image_hash, id);
CREATE UNIQUE INDEX prompts_publication_key ON prompts USING btree (user_id, publication_key) WHERE (publication_key IS NOT NULL);
CREATE INDEX prompts_search ON prompts USING gin (search);
CREATE INDEX prompts_search_within_tool ON prompts USING gin (within_tool(search, llm_type_id));
CREATE INDEX prompts_user_id ON prompts USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX recent_views_viewed_at ON recent_views USING btree (viewed_at);
CREATE INDEX remixes_of_root ON remixes USING btree (root_id);
CREATE INDEX remixes_of_source ON remixes USING btree (source_id, prompt_id DESC);
CREATE INDEX reports_case_id ON reports USING btree (case_id);
CREATE INDEX reports_confirmed ON reports USING btree (confirmed_at) WHERE (confirmed_at IS NOT NULL);
CREATE UNIQUE INDEX reports_once ON reports USING btree (case_id, reporter_key, target_version) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX reports_picture ON reports USING btree ((((snapshot -> 'image'::text) ->> 'image_hash'::text))) WHERE (snapshot IS NOT NULL);
CREATE INDEX reports_reporter_id ON reports USING btree (reporter_id);
CREATE INDEX reports_unconfirmed ON reports USING btree (created_at) WHERE (confirmed_at IS NULL);
CREATE INDEX reports_waiting ON reports USING btree (case_id, reporter_key) WHERE ((confirmed_at IS NULL) AND (confirmation_hash IS NOT NULL));
CREATE INDEX results_notes ON results USING btree (prompt_id, version, id DESC) WHERE (shown AND (note IS NOT NULL));
CREATE INDEX results_user_id ON results USING btree (user_id, id);
CREATE INDEX results_worked ON results USING btree (prompt_id, version, answered_at DESC) WHERE (shown AND (outcome = 'worked'::text));
CREATE INDEX search_words_similar ON search_words USING gin (word gin_trgm_ops);
CREATE INDEX sessions_refreshed_at ON sessions USING btree (refreshed_at);
CREATE INDEX sessions_user_id ON sessions USING btree (user_id);
CREATE INDEX signups_email ON signups USING btree (email, created_at DESC);
CREATE INDEX signups_expires_at ON signups USING btree (expires_at);
CREATE INDEX statements_of_reasons_report_id ON statements_of_reasons USING btree (report_id) WHERE (report_id IS NOT NULL);
CREATE INDEX statements_of_reasons_untold ON statements_of_reasons USING btree (decision_id, report_id NULLS FIRST) WHERE (told_at IS NULL);
CREATE INDEX tags_merged_into ON tags USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX tags_most_used ON tags USING btree (prompts_count DESC, id) WHERE (merged_into IS NULL);
CREATE INDEX tags_moving ON tags USING btree (merged_into) WHERE ((merged_into IS NOT NULL) AND (prompts_count > 0));
CREATE INDEX tags_search ON tags USING gin (slug gin_trgm_ops);
CREATE INDEX tags_suggested ON tags USING btree ("left"(slug, 2), prompts_count DESC, id) WHERE (merged_into IS NULL);
CREATE INDEX user_follows_user_id ON user_follows USING btree (user_id);
CREATE INDEX username_claims_email ON username_claims USING btree (email);
CREATE INDEX username_claims_expires_at ON username_claims USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX users_newest ON users USING btree (created_at DESC, id DESC);
CREATE INDEX users_search ON users USING gin ((((fold(username) || ' '::text) || email)) gin_trgm_ops);
CREATE UNIQUE INDEX users_username_key ON users USING btree (fold(username));
CREATE TRIGGER barred_pictures_content_changed AFTER INSERT OR DELETE ON barred_pictures FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
CREATE TRIGGER collections_changed AFTER UPDATE OF title, description, is_public ON collections FOR EACH ROW WHEN (old.is_public) EXECUTE FUNCTION notify_content_changed('lists');
CREATE TRIGGER collections_deleted AFTER DELETE ON collections FOR EACH ROW WHEN (old.is_public) EXECUTE FUNCTION notify_content_changed('lists');
CREATE TRIGGER collections_withdrawn AFTER UPDATE OF withdrawn_at ON collections FOR EACH ROW WHEN (((NOT old.is_public) AND new.is_public)) EXECUTE FUNCTION notify_content_changed('lists');
CREATE TRIGGER favorites_inserted AFTER INSERT ON favorites REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION favorites_inserted();
CREATE TRIGGER likes_count_deleted AFTER DELETE ON likes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION likes_count_deleted();
CREATE TRIGGER likes_count_inserted AFTER INSERT ON likes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION likes_count_inserted();
CREATE TRIGGER prompt_stats_set_title_bits BEFORE INSERT ON prompt_stats FOR EACH ROW EXECUTE FUNCTION prompt_stats_set_title_bits();
CREATE TRIGGER prompt_versions_content_changed AFTER DELETE ON prompt_versions FOR EACH ROW EXECUTE FUNCTION notify_version_erased();
CREATE TRIGGER prompt_versions_preserve BEFORE DELETE ON prompt_versions FOR EACH ROW EXECUTE FUNCTION preserve_erased_version();
CREATE TRIGGER prompts_content_added AFTER INSERT ON prompts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_prompts_changed();
CREATE TRIGGER prompts_content_changed AFTER UPDATE ON prompts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_prompts_changed();
CREATE TRIGGER prompts_content_deleted AFTER DELETE ON prompts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_prompts_changed();
CREATE TRIGGER prompts_content_truncated AFTER TRUNCATE ON prompts FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
CREATE TRIGGER prompts_count_deleted AFTER DELETE ON prompts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION prompts_count_deleted();
CREATE TRIGGER prompts_count_inserted AFTER INSERT ON prompts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION prompts_count_inserted();
CREATE TRIGGER prompts_hidden_or_shown AFTER UPDATE ON prompts REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION prompts_hidden_or_shown();
CREATE TRIGGER prompts_hide_or_show BEFORE UPDATE OF hidden_at ON prompts FOR EACH ROW WHEN (((old.hidden_at IS NULL) <> (new.hidden_at IS NULL))) EXECUTE FUNCTION prompts_hide_or_show();
CREATE TRIGGER prompts_keep_version BEFORE UPDATE ON prompts FOR EACH ROW WHEN ((old.title, old.content, old.description, old.llm_type_id, old.image_hash) IS DISTINCT FROM (new.title, new.content, new.description, new.llm_type_id, new.image_hash)) EXECUTE FUNCTION prompts_keep_version();
CREATE TRIGGER prompts_preserve_changed AFTER UPDATE OF title, content, description, image_hash ON prompts FOR EACH ROW WHEN ((old.title, old.content, old.description, old.image_hash) IS DISTINCT FROM (new.title, new.content, new.description, new.image_hash)) EXECUTE FUNCTION preserve_prompt();
CREATE TRIGGER prompts_preserve_deleted AFTER DELETE ON prompts FOR EACH ROW EXECUTE FUNCTION preserve_prompt();
CREATE TRIGGER prompts_preserve_versions BEFORE DELETE ON prompts FOR EACH ROW EXECUTE FUNCTION preserve_versions_of_prompt();
CREATE TRIGGER prompts_search_changed AFTER UPDATE ON prompts FOR EACH ROW WHEN (((old.search <> new.search) AND (new.hidden_at IS NULL))) EXECUTE FUNCTION prompts_search_changed();
CREATE TRIGGER prompts_set_search BEFORE INSERT OR UPDATE OF title, description, content, user_id, llm_type_id, tag_ids, hidden_at ON prompts FOR EACH ROW EXECUTE FUNCTION prompts_set_search();
CREATE TRIGGER prompts_tags_deleted AFTER DELETE ON prompts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION prompts_tags_deleted();
CREATE TRIGGER prompts_tags_inserted AFTER INSERT ON prompts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION prompts_tags_inserted();
CREATE TRIGGER prompts_tags_updated AFTER UPDATE ON prompts REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION prompts_tags_updated();
CREATE TRIGGER prompts_tool_changed AFTER UPDATE OF llm_type_id ON prompts FOR EACH ROW WHEN (((old.llm_type_id IS DISTINCT FROM new.llm_type_id) AND (new.hidden_at IS NULL))) EXECUTE FUNCTION prompts_tool_changed();
CREATE TRIGGER prompts_version_changed AFTER UPDATE ON prompts FOR EACH ROW WHEN (((old.version <> new.version) AND (new.hidden_at IS NULL))) EXECUTE FUNCTION prompts_version_changed();
CREATE TRIGGER remixes_content_changed AFTER INSERT OR UPDATE OF note ON remixes FOR EACH ROW EXECUTE FUNCTION notify_remix_changed();
CREATE TRIGGER reports_forget_reporter BEFORE UPDATE OF reporter_id ON reports FOR EACH ROW WHEN (((old.reporter_id IS NOT NULL) AND (new.reporter_id IS NULL))) EXECUTE FUNCTION forget_reporter();
CREATE TRIGGER results_deleted AFTER DELETE ON results REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION results_deleted();
CREATE TRIGGER results_inserted AFTER INSERT ON results REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION results_inserted();
CREATE TRIGGER results_removed AFTER UPDATE OF removed_at ON results FOR EACH ROW WHEN (((old.removed_at IS NULL) <> (new.removed_at IS NULL))) EXECUTE FUNCTION notify_result_removed();
CREATE TRIGGER results_updated AFTER UPDATE ON results REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION results_updated();
CREATE TRIGGER tags_content_changed AFTER UPDATE OF name, merged_into ON tags FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
CREATE TRIGGER users_block_content_changed AFTER UPDATE OF is_blocked ON users FOR EACH ROW WHEN ((old.is_blocked <> new.is_blocked)) EXECUTE FUNCTION notify_user_changed();
CREATE TRIGGER users_block_results AFTER UPDATE OF is_blocked ON users FOR EACH ROW WHEN ((old.is_blocked <> new.is_blocked)) EXECUTE FUNCTION users_block_results();
CREATE TRIGGER users_content_deleted AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION notify_user_changed();
CREATE TRIGGER users_content_renamed AFTER UPDATE OF username ON users FOR EACH ROW WHEN ((old.username IS DISTINCT FROM new.username)) EXECUTE FUNCTION notify_user_changed();
CREATE TRIGGER users_content_truncated AFTER TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
CREATE TRIGGER users_refresh_search AFTER UPDATE OF username ON users FOR EACH ROW WHEN ((old.username IS DISTINCT FROM new.username)) EXECUTE FUNCTION users_refresh_search();
ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY appeals
    ADD CONSTRAINT appeals_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES decisions(id) ON DELETE CASCADE;
ALTER TABLE ONLY appeals
    ADD CONSTRAINT appeals_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE;
ALTER TABLE ONLY appeals
    ADD CONSTRAINT appeals_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE;
ALTER TABLE ONLY audit_log
    ADD CONSTRAINT audit_log_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE ONLY collection_follows
    ADD CONSTRAINT collection_follows_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE CASCADE;
ALTER TABLE ONLY collection_follows
    ADD CONSTRAINT collection_follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY collection_items
    ADD CONSTRAINT collection_items_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE CASCADE;
ALTER TABLE ONLY collection_items
    ADD CONSTRAINT collection_items_prompt_id_fkey FOREIGN KEY (prompt_id) REFERENCES prompts(id) ON DELETE CASCADE;
ALTER TABLE ONLY collections
    ADD CONSTRAINT collections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY decisions
    ADD CONSTRAINT decisions_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id) ON DELETE CASCADE;
ALTER TABLE ONLY decisions
    ADD CONSTRAINT decisions_overturned_by_fkey FOREIGN KEY (overturned_by) REFERENCES decisions(id) ON DELETE SET NULL;
ALTER TABLE ONLY decisions
    ADD CONSTRAINT decisions_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE SET NULL;
ALTER TABLE ONLY favorites
    ADD CONSTRAINT favorites_prompt_id_fkey FOREIGN KEY (prompt_id) REFERENCES prompts(id) ON DELETE CASCADE;
ALTER TABLE ONLY favorites
    ADD CONSTRAINT favorites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY imported_prompts
    ADD CONSTRAINT imported_prompts_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE;
ALTER TABLE ONLY imported_prompts
    ADD CONSTRAINT imported_prompts_prompt_id_fkey FOREIGN KEY (prompt_id) REFERENCES prompts(id) ON DELETE CASCADE;
ALTER TABLE ONLY imports
    ADD CONSTRAINT imports_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE SET NULL;
ALTER TABLE ONLY imports
    ADD CONSTRAINT imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY known_devices
    ADD CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY likes
    ADD CONSTRAINT likes_prompt_id_fkey FOREIGN KEY (prompt_id) REFERENCES prompts(id) ON DELETE CASCADE;
ALTER TABLE ONLY likes
    ADD CONSTRAINT likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY moderation_cases
    ADD CONSTRAINT moderation_cases_alike_case_id_fkey FOREIGN KEY (alike_case_id) REFERENCES moderation_cases(id) ON DELETE SET NULL;
ALTER TABLE ONLY moderators
    ADD CONSTRAINT moderators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY news_mails
    ADD CONSTRAINT news_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY one_time_tokens
    ADD CONSTRAINT one_time_tokens_signup_id_fkey FOREIGN KEY (signup_id) REFERENCES signups(id) ON DELETE CASCADE;
ALTER TABLE ONLY one_time_tokens
    ADD CONSTRAINT one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY preserved_prompts
    ADD CONSTRAINT preserved_prompts_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id) ON DELETE CASCADE;
ALTER TABLE ONLY prompt_stats
    ADD CONSTRAINT prompt_stats_llm_type_id_fkey FOREIGN KEY (llm_type_id) REFERENCES llm_types(id);
ALTER TABLE ONLY prompt_stats
    ADD CONSTRAINT prompt_stats_prompt_id_fkey FOREIGN KEY (prompt_id) REFERENCES prompts(id) ON DELETE CASCADE;
ALTER TABLE ONLY prompt_versions
    ADD CONSTRAINT prompt_versions_image_hash_fkey FOREIGN KEY (image_hash) REFERENCES images(hash) ON DELETE SET NULL;
ALTER TABLE ONLY prompt_versions
    ADD CONSTRAINT prompt_versions_llm_type_id_fkey FOREIGN KEY (llm_type_id) REFERENCES llm_types(id);
ALTER TABLE ONLY prompt_versions
    ADD CONSTRAINT prompt_versions_prompt_id_fkey FOREIGN KEY (prompt_id) REFERENCES prompts(id) ON DELETE CASCADE;
ALTER TABLE ONLY prompts
    ADD CONSTRAINT prompts_image_hash_fkey FOREIGN KEY (image_hash) REFERENCES images(hash);
ALTER TABLE ONLY prompts
    ADD CONSTRAINT prompts_llm_type_id_fkey FOREIGN KEY (llm_type_id) REFERENCES llm_types(id);
ALTER TABLE ONLY prompts
    ADD CONSTRAINT prompts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY remixes
    ADD CONSTRAINT remixes_prompt_id_fkey FOREIGN KEY (prompt_id) REFERENCES prompts(id) ON DELETE CASCADE;
ALTER TABLE ONLY remixes
    ADD CONSTRAINT remixes_root_id_fkey FOREIGN KEY (root_id) REFERENCES prompts(id) ON DELETE SET NULL;
ALTER TABLE ONLY remixes
    ADD CONSTRAINT remixes_source_id_fkey FOREIGN KEY (source_id) REFERENCES prompts(id) ON DELETE SET NULL;
ALTER TABLE ONLY reports
    ADD CONSTRAINT reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id) ON DELETE CASCADE;
ALTER TABLE ONLY reports
    ADD CONSTRAINT reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE ONLY results
    ADD CONSTRAINT results_prompt_id_fkey FOREIGN KEY (prompt_id) REFERENCES prompts(id) ON DELETE CASCADE;
ALTER TABLE ONLY results
    ADD CONSTRAINT results_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY statements_of_reasons
    ADD CONSTRAINT statements_of_reasons_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE;
ALTER TABLE ONLY statements_of_reasons
    ADD CONSTRAINT statements_of_reasons_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE;
ALTER TABLE ONLY tags
    ADD CONSTRAINT tags_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES tags(id);
ALTER TABLE ONLY user_follows
    ADD CONSTRAINT user_follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY user_follows
    ADD CONSTRAINT user_follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
SET LOCAL check_function_bodies = on;

INSERT INTO llm_types (id, name) VALUES (1, 'ChatGPT'), (2, 'DALL-E'), (3, 'Midjourney'), (4, 'Stable Diffusion'), (5, 'Gemini'),
    (6, 'Claude'), (7, 'Llama'), (8, 'GPT-4'), (9, 'Falcon'), (10, 'Bard'), (11, 'Copilot'), (12, 'Bing'), (13, 'Leonardo AI'), (14, 'Runway');
INSERT INTO search_renewal (last_id) VALUES (0);
