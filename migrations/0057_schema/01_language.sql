-- Texts as they are compared: the same foldings as in src/language/.

-- As src/language/fold.ts: accents dropped, lower case.
create function fold(value text) returns text
  language sql immutable strict parallel safe
  return lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'));

-- Folded, in pieces: normalising takes the square of a run of combining marks. A piece ends wherever it ends: what is folded
-- away is folded away on either side. No word is written in characters that fold to more than four; what a piece folds to
-- beyond that is left out (U+FDFA folds to eighteen).
create function fold_text(value text) returns text
  language sql immutable strict parallel safe
  return (
    select coalesce(string_agg(left(fold(substr(value, at, 500)), 2000), '' order by at), '')
    from generate_series(1, length(value), 500) as at
  );

-- Without what does not show: Default_Ignorable_Code_Point, and the marks of annotations.
create function without_invisible(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(value, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f'
    '\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g');

create function emoji(value text) returns text[]
  language sql immutable strict parallel safe
  return array(
    select match[1] from regexp_matches(without_invisible(value),
      '([\U0001f1e6-\U0001f1ff]{2}'
      '|[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u23ff\u2500-\u27ff\u2900-\u2bff\u3030\u303d\U0001f000-\U0001f3fa\U0001f400-\U0001faff]'
      '|(?<![\u2190-\u23ff\u2500-\u27ff\U0001f000-\U0001f3fa\U0001f400-\U0001faff])[\U0001f3fb-\U0001f3ff])', 'g') as match
  );
