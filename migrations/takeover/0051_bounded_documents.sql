-- One character may fold to eighteen (U+FDFA), so that a text of 20,000 took half a second for each time that its document was
-- made. No word is written in characters that fold to more than four: what they fold to beyond that is left out.
create or replace function fold_text(value text) returns text
  language sql immutable strict parallel safe
  return (select coalesce(string_agg(left(fold(substr(value, at, 500)), 2000), '' order by at), '') from generate_series(1, length(value), 500) as at);
