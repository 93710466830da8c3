-- A list is walked in its order to the titles that have a word. Nine of ten prompts that it looks at have the word elsewhere or
-- not at all, and each look read the wide row. Which words a title may have is now told by the narrow row: 64 bits, of which
-- each word sets two. Where they say yes, the wide row decides.

-- Of words as titles have them, '#receita'; others set nothing.
create function title_bits(words text[]) returns bigint
  language sql immutable strict parallel safe
  return (
    select coalesce(bit_or((1::bigint << get_byte(hash, 0) % 64) | (1::bigint << get_byte(hash, 1) % 64)), 0)
    from (select sha256(convert_to(word, 'UTF8')) as hash from unnest(words) as word where word like '#%') hashed
  );

-- A prompt's, by its search document.
create function title_bits(document tsvector) returns bigint
  language sql immutable strict parallel safe
  return title_bits(tsvector_to_array(document));

-- Those that all titles have which have all words of a query.
create function title_bits(query tsquery) returns bigint
  language sql immutable strict parallel safe
  return title_bits(array(select match[1] from regexp_matches(query::text, '''([^'']+)''', 'g') as match));

-- Null: not known yet. Those of older prompts come from a job, some at a time.
alter table prompt_stats add column title_bits bigint;

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

-- As last_id, for the bits: an earlier version that goes on with the documents makes none.
alter table search_renewal add column last_id_of_titles bigint not null default 0 check (last_id_of_titles >= 0);
update search_renewal set last_id_of_titles = (select coalesce(max(id), 0) from prompts);
