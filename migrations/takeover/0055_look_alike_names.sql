-- Names that look alike have one key: no new name may look like another account's. Existing ones stay.

-- The name folded, without separators, its letters as they look: Latin ones with strokes and hooks as plain ones, 1 and l as i,
-- 0 as o, "rn" as m, "vv" as w. Every letter that a username may have is told in src/accounts/server/users/look-alikes.test.ts.
create function look_key(name text) returns text
  language sql immutable strict parallel safe
  return replace(replace(translate(
    replace(replace(fold(name), 'æ', 'ae'), 'œ', 'oe'),
    '1l0ðøþßđħıĸłŋŧƀɓƃƅƈɖɗƌǝɛƒɠɣɩɨƙƚƛɯɲƞɵƥʀƨʃƫƭʈʊʋƴƶʒƺƻƽƿǥȡȥȴȵȶȷⱥȼⱦȿɀʉʌɇɉɋɍɏẜẝẟ·ʼɂʾ _.-',
    'iiodopsdhikintbbbbcdddeefgyiikiawnnopr2ftttuuyz3325pgdzintjactszuaejqryssd'), 'rn', 'm'), 'vv', 'w');

create index if not exists users_look_key on users (look_key(username));

-- A name is claimed by two rows from now on: itself, and what it looks like, after a sign that no name has. Pending sign-ups hold
-- what they look like too, the first of those that look alike.
insert into username_claims (username_key, email, expires_at)
  select '=' || look_key(username_key), email, expires_at from username_claims where expires_at is not null order by expires_at
  on conflict do nothing;
