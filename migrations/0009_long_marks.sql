-- Normalising takes the square of a run of combining marks, and texts published before may hold 20,000 in a row: seconds for each
-- time that a document was made, two such foldings for each. Long texts are folded in pieces now, and once.

-- As before. A piece ends wherever it ends: what is folded away is folded away on either side.
create or replace function search_document(value text) returns tsvector
  language sql immutable strict parallel safe
  return (
    select strip(to_tsvector('pg_catalog.portuguese', fold_plurals(words)) || to_tsvector('portuguese_words', words))
    from (
      select btrim(regexp_replace(coalesce(string_agg(fold(substr(value, at, 500)), '' order by at), ''),
        '[^[:alnum:]]+', ' ', 'g')) as words
      from generate_series(1, length(value), 500) as at
    ) as folded
  );
