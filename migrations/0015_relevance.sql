-- A search finds the tool's name too, and can tell titles from the rest; words that prompts use, for searches that are misspelt.

-- Words and queries as titles have them, marked with a character that no word has: '#receita'.
create function in_title(words tsvector) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(array(select '#' || word from unnest(tsvector_to_array(words)) as word));

create function in_title(query tsquery) returns tsquery
  language sql immutable strict parallel safe
  return regexp_replace(query::text, '''([^'']+)''', '''#\1''', 'g')::tsquery;

-- A tool's name in all ways in which it is written: 'ChatGPT' and 'Chat GPT', 'DALL-E' and 'DALLE'.
create function tool_words(name text) returns text
  language sql immutable strict parallel safe
  return name || ' ' || regexp_replace(name, '[^[:alnum:]]+', '', 'g')
    || ' ' || regexp_replace(name, '([[:lower:]])([[:upper:]])', '\1 \2', 'g');

-- All words of a prompt, and those of its title once more, marked.
create function prompt_document(title text, description text, content text, author text, tool text) returns tsvector
  language sql stable parallel safe
  return search_document(concat_ws(' ', title, tool_words(tool), description, content, author)) || in_title(search_document(title));

create or replace function prompts_set_search() returns trigger language plpgsql as $$
begin
  new.search := prompt_document(new.title, new.description, new.content,
    (select username from users where id = new.user_id), (select name from llm_types where id = new.llm_type_id));
  return new;
end
$$;
create or replace trigger prompts_set_search
  before insert or update of title, description, content, user_id, llm_type_id on prompts
  for each row execute function prompts_set_search();

-- Prompts with ids up to this one have search documents of an earlier form, until a job has made them anew, some at a time: in
-- one transaction of all prompts, whoever edits or deletes one would wait for it.
create table search_renewal (
  is_only boolean primary key default true check (is_only),
  last_id bigint not null check (last_id >= 0)
);
insert into search_renewal (last_id) select coalesce(max(id), 0) from prompts;

-- As search_matches(text, …), which an earlier version calls while this one starts, with the query itself.
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

-- What is searched instead of a word that no prompt has. A job counts the words of a sample of prompts.
create table search_words (
  -- Folded.
  word text primary key,
  -- Its most common spelling, with accents.
  spelling text not null,
  -- Prompts of the sample with the word.
  prompts bigint not null check (prompts > 0)
);
create index search_words_similar on search_words using gin (word gin_trgm_ops);
