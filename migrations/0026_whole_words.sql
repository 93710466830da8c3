-- A search's last word may be unfinished, and then finds its beginnings. Titles come first that have it whole: 'carro' is not
-- 'Carroça'. It also costs a fifth, because an index gathers each prompt with a beginning before it looks at other words.
create function whole_words(query tsquery) returns tsquery
  language sql immutable strict parallel safe
  return regexp_replace(query::text, ' \| ''[^'']+'':\*', '', 'g')::tsquery;
