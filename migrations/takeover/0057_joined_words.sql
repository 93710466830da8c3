-- More ways of writing are found: 'full stack' in texts too, 'llama 3.1', 'PL/SQL', 'C++17'.

-- C++, C#, .NET, F#, in folded text: cplusplus, csharp, dotnet, fsharp. The words without their signs are not in it any more.
create or replace function name_signs(folded text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(regexp_replace(folded,
    '(?<=[[:alnum:]])\+\+(?!\+)', 'plusplus ', 'g'),
    '(?<=[[:alnum:]])[#♯](?![[:alnum:]#])', 'sharp ', 'g'),
    '(?<![[:alnum:].])\.(?=[[:alpha:]])', ' dot', 'g');

-- Marks with ~ what joins words in folded text, and parts all else with single spaces: 'e~mail de marketing', 'node~js', 'a~b'.
create or replace function mark_joints(folded text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(regexp_replace(regexp_replace(translate(name_signs(folded), '~⁄', ' /'),
    '(?<=[[:alnum:]])[-.&_''’`\u2010-\u2013\u2212](?=[[:alnum:]])', '~', 'g'),
    '(?<![[:alnum:]])([[:alnum:]]{1,2})/(?=[[:alnum:]]{1,2}(?![[:alnum:]]))', '\1~', 'g'),
    '[^[:alnum:]~]+', ' ', 'g'));

-- Words beside each other on a line of folded text, each pair in one, joints left out ('llama 3.1': llama31); a few characters
-- fold to twenty times their length, hence the bound. @param longest letters of a pair
create or replace function join_neighbours(folded text, longest integer) returns text
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

-- The words of folded text that have signs or joints within, in one, short ones with a slash too: 'pl/sql', 'tcp/ip'.
create or replace function joined_words(folded text) returns text
  language sql immutable strict parallel safe
  return (
    select coalesce(replace(mark_joints(regexp_replace(string_agg(word, ' '),
      '(?<![[:alnum:]])([[:alnum:]]{2,4})/(?=[[:alnum:]]{2,4}(?![[:alnum:]]))', '\1-', 'g')), '~', ''), '')
    from string_to_table(translate(folded, e'\n\r\t', '   '), ' ') as word
    where word ~ '[[:alnum:]]([-.&_/⁄''’`\u2010-\u2013\u2212][[:alnum:]]|\+\+|[#♯])|\.[[:alpha:]]'
  );

-- Short neighbours of texts are joined too, but not all: there are as many pairs as words, and hardly two alike.
create or replace function prompt_document(title text, description text, content text, author text, tool text) returns tsvector
  language sql stable parallel safe
  return (
    select search_document(body) || strip(folded_stems(join_neighbours(fold_text(without_invisible(body)), 9))) || strip(extras)
      || in_title(search_document(title) || extras)
    from (select title_extras(title) as extras, concat_ws(e'\n', title, tool_words(tool), description, content, author) as body) as texts
  );

update search_renewal set last_id = (select coalesce(max(id), 0) from prompts);
