-- What people write apart, with a hyphen or in one is one word to a search, C++, C# and .NET are words of their own, and so are
-- emoji; titles of stop words alone are found by these; characters that do not show part no words.

-- Without what does not show: Default_Ignorable_Code_Point, and the marks of annotations.
create function without_invisible(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(value, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f'
    '\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g');

-- Folded, in pieces: normalising takes the square of a run of combining marks.
create function fold_text(value text) returns text
  language sql immutable strict parallel safe
  return (select coalesce(string_agg(fold(substr(value, at, 500)), '' order by at), '') from generate_series(1, length(value), 500) as at);

-- C++, C#, .NET, F#, in folded text: cplusplus, csharp, dotnet, fsharp. The words without their signs are not in it any more.
create function name_signs(folded text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(regexp_replace(folded,
    '(?<=[[:alnum:]])\+\+(?![[:alnum:]+])', 'plusplus ', 'g'),
    '(?<=[[:alnum:]])[#♯](?![[:alnum:]#])', 'sharp ', 'g'),
    '(?<![[:alnum:].])\.(?=[[:alpha:]])', ' dot', 'g');

-- Marks with ~ what joins words in folded text, and parts all else with single spaces: 'e~mail de marketing', 'node~js', 'a~b'.
create function mark_joints(folded text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(regexp_replace(regexp_replace(translate(name_signs(folded), '~', ' '),
    '(?<=[[:alnum:]])[-.&_''’\u2010-\u2013\u2212](?=[[:alnum:]])', '~', 'g'),
    '(?<![[:alnum:]])([[:alnum:]]{1,2})/(?=[[:alnum:]]{1,2}(?![[:alnum:]]))', '\1~', 'g'),
    '[^[:alnum:]~]+', ' ', 'g'));

create function is_stop_word(word text) returns boolean
  language sql immutable strict parallel safe
  return ts_lexize('portuguese_words', word) = '{}';

-- Whether two words beside each other may be written as one: 'lowpoly' of 'low poly'. Stop words stay apart, for "a gente" is no
-- "agente"; but an "e" that joins nothing, as it stands after no word, is that of 'e mail'.
create function may_join(before text, word text, next text) returns boolean
  language sql immutable parallel safe
  return length(word || next) <= 40 and not is_stop_word(next)
    and (not is_stop_word(word) or word = 'e' and (before is null or is_stop_word(before)));

-- Words beside each other on a line of folded text, each pair in one; a few characters fold to twenty times their length, hence
-- the bound. @param longest letters of a pair
create function join_neighbours(folded text, longest integer) returns text
  language sql immutable strict parallel safe
  return (
    select coalesce(string_agg(word || next, ' '), '')
    from (
      select nullif(before, '|') as before, substring(word, '^[^[:alnum:]]*([[:alnum:]]+)$') as word, substring(next, '^([[:alnum:]]+)[^[:alnum:]]*$') as next
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

create function emoji(value text) returns text[]
  language sql immutable strict parallel safe
  return array(
    select match[1] from regexp_matches(without_invisible(value),
      '([\U0001f1e6-\U0001f1ff]{2}'
      '|[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u23ff\u2500-\u27ff\u2900-\u2bff\u3030\u303d\U0001f000-\U0001f3fa\U0001f400-\U0001faff]'
      '|(?<![\u2190-\u23ff\u2500-\u27ff\U0001f000-\U0001f3fa\U0001f400-\U0001faff])[\U0001f3fb-\U0001f3ff])', 'g') as match
  );

create function folded_stems(words text) returns tsvector
  language sql immutable strict parallel safe
  return to_tsvector('pg_catalog.portuguese', fold_plurals(words));

-- The words of folded text that have signs or joints within.
create function joined_words(folded text) returns text
  language sql immutable strict parallel safe
  return (
    select coalesce(replace(mark_joints(string_agg(word, ' ')), '~', ''), '')
    from string_to_table(translate(folded, e'\n\r\t', '   '), ' ') as word
    where word ~ '[[:alnum:]]([-.&_/''’\u2010-\u2013\u2212][[:alnum:]]|\+\+|[#♯])|\.[[:alpha:]]'
  );

create or replace function search_document(value text) returns tsvector
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

-- Short neighbours of texts are joined too, but not all: there are as many pairs as words, and hardly two alike.
create or replace function prompt_document(title text, description text, content text, author text, tool text) returns tsvector
  language sql stable parallel safe
  return (
    select search_document(body) || strip(folded_stems(join_neighbours(fold_text(without_invisible(body)), 8))) || strip(extras)
      || in_title(search_document(title) || extras)
    from (select title_extras(title) as extras, concat_ws(e'\n', title, tool_words(tool), description, content, author) as body) as texts
  );

-- A word's stem, quoted. A form of a stop word has none: 'tens' of 'tem'.
create function word_query(word text) returns text
  language sql immutable strict parallel safe
  return coalesce(nullif(plainto_tsquery('pg_catalog.portuguese', fold_plurals(word))::text, ''), quote_literal(word));

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

create or replace function search_query(value text) returns tsquery
  language sql immutable strict parallel safe
  return parse_search(value, false);

create function title_query(value text) returns tsquery
  language sql immutable strict parallel safe
  return parse_search(value, true);

-- Of words that a title may have in another spelling, none is certain: those of an earlier version's searches.
create or replace function title_bits(query tsquery) returns bigint
  language sql immutable strict parallel safe
  return (
    select case when certain like '%|%' then 0 else
      title_bits(array(select match[1] from regexp_matches(certain, '''([^'']+)''', 'g') as match)) end
    from regexp_replace(query::text, '\([^()]*\)', '', 'g') as certain
  );

-- Tags are looked for without their hyphens: "email" begins and has "e-mail".
create index tags_begun on tags (left(replace(slug, '-', ''), 2), prompts_count desc, id) where merged_into is null;
drop index tags_suggested;
create index tags_parts on tags using gin (replace(slug, '-', '') gin_trgm_ops);
drop index tags_search;

update search_renewal set last_id = (select coalesce(max(id), 0) from prompts);
