-- How words of prompts become a search document, and words of a search a query (decisions 2, 30 and 33). All functions say what
-- they do to one text; the tables that use them follow.
--
-- A document has, without positions (results are ordered otherwise): stems, which find inflections; whole words, which find
-- prefixes; words that may be written in one; the title's words once more, marked with '#'; the tags, marked with '~'.

-- ------------------------------------------------------------------------------------------------------- words

-- Portuguese plurals that the stemmer leaves apart once accents are gone: ações/ação, imagens/imagem, animais/animal.
create function fold_plurals(words text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(regexp_replace(words,
    '(o|a)es\M', 'ao', 'g'), '([aeiou])ns\M', '\1m', 'g'), '([aeou])is\M', '\1l', 'g');

-- Whole words, without stop words.
create text search dictionary portuguese_words (template = simple, stopwords = portuguese);
create text search configuration portuguese_words (copy = simple);
alter text search configuration portuguese_words
  alter mapping for asciiword, word, numword, int, uint with portuguese_words;

create function is_stop_word(word text) returns boolean
  language sql immutable strict parallel safe
  return ts_lexize('portuguese_words', word) = '{}';

create function folded_stems(words text) returns tsvector
  language sql immutable strict parallel safe
  return to_tsvector('pg_catalog.portuguese', fold_plurals(words));

-- A word's stem, quoted. A form of a stop word has none: 'tens' of 'tem'.
create function word_query(word text) returns text
  language sql immutable strict parallel safe
  return coalesce(nullif(plainto_tsquery('pg_catalog.portuguese', fold_plurals(word))::text, ''), quote_literal(word));

-- ------------------------------------------------------------- what is written apart, with a hyphen or in one

-- C++, C#, .NET, F#, in folded text: cplusplus, csharp, dotnet, fsharp. The words without their signs are not in it any more.
create function name_signs(folded text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(regexp_replace(folded,
    '(?<=[[:alnum:]])\+\+(?!\+)', 'plusplus ', 'g'),
    '(?<=[[:alnum:]])[#♯](?![[:alnum:]#])', 'sharp ', 'g'),
    '(?<![[:alnum:].])\.(?=[[:alpha:]])', ' dot', 'g');

-- Marks with ~ what joins words in folded text, and parts all else with single spaces: 'e~mail de marketing', 'node~js', 'a~b'.
create function mark_joints(folded text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(regexp_replace(regexp_replace(translate(name_signs(folded), '~⁄', ' /'),
    '(?<=[[:alnum:]])[-.&_''’`\u2010-\u2013\u2212](?=[[:alnum:]])', '~', 'g'),
    '(?<![[:alnum:]])([[:alnum:]]{1,2})/(?=[[:alnum:]]{1,2}(?![[:alnum:]]))', '\1~', 'g'),
    '[^[:alnum:]~]+', ' ', 'g'));

-- The words of folded text that have signs or joints within, in one, short ones with a slash too: 'pl/sql', 'tcp/ip'.
create function joined_words(folded text) returns text
  language sql immutable strict parallel safe
  return (
    select coalesce(replace(mark_joints(regexp_replace(string_agg(word, ' '),
      '(?<![[:alnum:]])([[:alnum:]]{2,4})/(?=[[:alnum:]]{2,4}(?![[:alnum:]]))', '\1-', 'g')), '~', ''), '')
    from string_to_table(translate(folded, e'\n\r\t', '   '), ' ') as word
    where word ~ '[[:alnum:]]([-.&_/⁄''’`\u2010-\u2013\u2212][[:alnum:]]|\+\+|[#♯])|\.[[:alpha:]]'
  );

-- Whether two words beside each other may be written as one: 'lowpoly' of 'low poly'. Stop words stay apart, for "a gente" is no
-- "agente"; but an "e" that joins nothing, as it stands after no word, is that of 'e mail'.
create function may_join(before text, word text, next text) returns boolean
  language sql immutable parallel safe
  return length(word || next) <= 40 and not is_stop_word(next)
    and (not is_stop_word(word) or word = 'e' and (before is null or is_stop_word(before)));

-- Words beside each other on a line of folded text, each pair in one, joints left out ('llama 3.1': llama31); a few characters
-- fold to twenty times their length, hence the bound. @param longest letters of a pair
create function join_neighbours(folded text, longest integer) returns text
  language sql immutable strict parallel safe
  return (
    select coalesce(string_agg(word || next, ' '), '')
    from (
      select nullif(before, '|') as before,
        translate(substring(word, '^[^[:alnum:]]*([[:alnum:]]+(?:[-.&_''’`][[:alnum:]]+)*)$'), '-.&_''’`', '') as word,
        translate(substring(next, '^([[:alnum:]]+(?:[-.&_''’`][[:alnum:]]+)*)[^[:alnum:]]*$'), '-.&_''’`', '') as next
      from (
        select lag(word) over line as before, word, lead(word) over line as next
        from string_to_table(replace(left(folded, 20000), e'\n', ' | '), ' ') with ordinality as words (word, place)
        where word <> ''
        window line as (order by place)
      ) as neighbours
      where length(word || next) <= longest + 4
    ) as pairs
    where length(word || next) <= longest and may_join(before, word, next)
  );

-- --------------------------------------------------------------------------------------------------- documents

-- Of any text. Long texts are folded once, in pieces.
create function search_document(value text) returns tsvector
  language sql immutable strict parallel safe
  return (
    select strip(folded_stems(words) || to_tsvector('portuguese_words', words)) || array_to_tsvector(emoji(value))
    from (
      select regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g') || ' ' || joined_words(folded) as words
      from fold_text(without_invisible(value)) as folded
    ) as texts
  );

-- What of a title its words do not tell: neighbours in one, and of stop words alone all words as they are, which no other document has.
create function title_extras(title text) returns tsvector
  language sql immutable strict parallel safe
  return (
    select folded_stems(join_neighbours(folded, 40)) || case
      when to_tsvector('portuguese_words', words) = '' then array_to_tsvector(array_remove(string_to_array(words, ' '), ''))
      else '' end
    from (
      select folded, btrim(regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g')) as words from fold_text(without_invisible(title)) as folded
    ) as texts
  );

-- Words as titles have them, marked with a character that no word has: '#receita'.
create function in_title(words tsvector) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(array(select '#' || word from unnest(tsvector_to_array(words)) as word));

-- A tool's name in all ways in which it is written: 'ChatGPT' and 'Chat GPT', 'DALL-E' and 'DALLE'.
create function tool_words(name text) returns text
  language sql immutable strict parallel safe
  return name || ' ' || regexp_replace(name, '[^[:alnum:]]+', '', 'g')
    || ' ' || regexp_replace(name, '([[:lower:]])([[:upper:]])', '\1 \2', 'g');

-- All words of a prompt, and those of its title once more, marked. Short neighbours of texts are joined too, but not all: there
-- are as many pairs as words, and hardly two alike.
create function prompt_document(title text, description text, content text, author text, tool text) returns tsvector
  language sql stable parallel safe
  return (
    select search_document(body) || strip(folded_stems(join_neighbours(fold_text(without_invisible(body)), 9))) || strip(extras)
      || in_title(search_document(title) || extras)
    from (select title_extras(title) as extras, concat_ws(e'\n', title, tool_words(tool), description, content, author) as body) as texts
  );

-- Tags as a search document has them, marked with a character that no word has: '~12'.
create function tag_marks(ids integer[]) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(array(select '~' || id from unnest(ids) id));

-- Words as the index of a tool's words has them, each after its tool: '6:receita'.
create function within_tool(words tsvector, tool smallint) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(string_to_array(
    tool || ':' || array_to_string(tsvector_to_array(words), ' ' || tool || ':'), ' '));

-- ----------------------------------------------------------------------------------------------------- queries

-- What a document must have that a search finds, or its title. Every word must occur: by its stem, or in one with a neighbour; the
-- last one, perhaps still being typed, also as a prefix from three letters on. A title must have all words whole: documents have
-- its words in all ways in which they may be written. An input without anything to search for gives an empty query, which matches
-- nothing. It runs several times for each search, so that it asks the planner for nothing.
create function parse_search(value text, in_titles boolean) returns tsquery
  language plpgsql immutable strict parallel safe
as $$
declare
  words text[] := '{}';
  -- Of a part of a longer word, all of it in one.
  wholes text[] := '{}';
  stop_words text[] := '{}';
  chunk text;
  parts text[];
  saying integer;
  last integer;
  word text;
  spelling text;
  stems text;
  begun text;
  conditions text[] := '{}';
begin
  foreach chunk in array string_to_array(mark_joints(fold(without_invisible(value))), ' ') loop
    parts := array_remove(string_to_array(chunk, '~'), '');
    saying := 0;
    foreach word in array parts loop
      if is_stop_word(word) then
        stop_words := stop_words || word;
      elsif length(word) > 1 then
        saying := saying + 1;
      end if;
    end loop;
    chunk := array_to_string(parts, '');
    -- 'E-mail', 'A/B', 'GPT-4': the parts say too little by themselves.
    if saying < 2 or in_titles and cardinality(parts) = 2 then
      parts := array[chunk];
    end if;
    foreach word in array parts loop
      words := words || word;
      wholes := wholes || case when cardinality(parts) > 2 then chunk end;
    end loop;
  end loop;

  last := cardinality(words);
  for i in 1 .. last loop
    continue when is_stop_word(words[i]);
    stems := word_query(words[i]);
    begun := case when i = last and length(words[i]) >= 3 then concat(' | ''', words[i], ''':*') end;
    if not in_titles then
      foreach spelling in array array[
        wholes[i],
        case when may_join(words[i - 2], words[i - 1], words[i]) then words[i - 1] || words[i] end,
        case when may_join(words[i - 1], words[i], words[i + 1]) then words[i] || words[i + 1] end]
      loop
        continue when spelling is null;
        stems := concat(stems, ' | ', word_query(spelling));
        if length(spelling) >= 3 and (i = last or spelling = wholes[last] or i = last - 1 and spelling = words[i] || words[last]) then
          begun := concat(begun, ' | ''', spelling, ''':*');
        end if;
      end loop;
    end if;
    conditions := conditions || concat('(', stems, case when not in_titles then begun end, ')');
  end loop;

  if value ~ '[\u00a9\u00ae\u203c-\U0001faff]' then
    foreach word in array emoji(value) loop
      conditions := conditions || quote_literal(word);
    end loop;
  end if;
  if cardinality(conditions) = 0 then
    foreach word in array stop_words loop
      conditions := conditions || quote_literal(word);
    end loop;
  end if;
  return array_to_string(conditions, ' & ');
end
$$;

create function search_query(value text) returns tsquery
  language sql immutable strict parallel safe
  return parse_search(value, false);

create function title_query(value text) returns tsquery
  language sql immutable strict parallel safe
  return parse_search(value, true);

-- A query of titles, of a document that has them among all else.
create function in_title(query tsquery) returns tsquery
  language sql immutable strict parallel safe
  return regexp_replace(query::text, '''([^'']+)''', '''#\1''', 'g')::tsquery;

-- A query without beginnings of words. Unused: processes of the version at 0049 call it while this one starts (decision 23); a
-- migration of a later version drops it.
create function whole_words(query tsquery) returns tsquery
  language sql immutable strict parallel safe
  return regexp_replace(query::text, ' \| ''[^'']+'':\*', '', 'g')::tsquery;

-- What a search document must have for one of these tags.
create function with_any_tag(ids integer[]) returns tsquery
  language sql immutable strict parallel safe
  return array_to_string(array(select '''~' || id || '''' from unnest(ids) id), ' | ')::tsquery;

-- A query of the index of a tool's words.
create function within_tool(query tsquery, tool smallint) returns tsquery
  language sql immutable strict parallel safe
  return regexp_replace(query::text, '''([^'']+)''', '''' || tool || ':\1''', 'g')::tsquery;

-- --------------------------------------------------------------------------------------------- bits of titles

-- A list is walked in its order to the titles that have a word. Nine of ten prompts that it looks at have the word elsewhere or
-- not at all, and each look would read the wide row. Which words a title may have is told by the narrow row, prompt_stats: 64
-- bits, of which each word sets two. Where they say yes, the wide row decides.

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

-- Those that all titles have which have all words of a query. Of words that a title may have in another spelling none is
-- certain.
create function title_bits(query tsquery) returns bigint
  language sql immutable strict parallel safe
  return (
    select case when certain like '%|%' then 0 else
      title_bits(array(select match[1] from regexp_matches(certain, '''([^'']+)''', 'g') as match)) end
    from regexp_replace(query::text, '\([^()]*\)', '', 'g') as certain
  );

-- ------------------------------------------------------------------------------------------------ search words

-- Words that prompts have, of which a misspelt one is corrected. A job counts those of a sample of prompts, hourly.
create table search_words (
  -- Folded.
  word text primary key,
  -- Its most common spelling, with accents.
  spelling text not null,
  -- Prompts of the sample with the word.
  prompts bigint not null check (prompts > 0)
);
-- Words like a misspelt one.
create index search_words_similar on search_words using gin (word gin_trgm_ops);
