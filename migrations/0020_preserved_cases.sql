-- A case keeps each version that was reported, and what is preserved of it for the authorities; a decision, what it was about; a
-- barred picture, for which prompt.

alter table moderation_cases
  -- Versions reported before the snapshot, newest first.
  add column earlier jsonb not null default '[]',
  -- Until then what was reported is kept for the authorities, whatever its author deletes.
  add column preserved_until timestamptz,
  -- Of the author, while it is preserved: the account may be deleted.
  add column preserved_account jsonb;
create index moderation_cases_preserved on moderation_cases (preserved_until) where preserved_until is not null;

-- What was known already: crimes against children whose case is open or whose decision stands.
update moderation_cases c set preserved_until = kept.at + interval '6 months'
  from (
    select id as case_id, opened_at as at from moderation_cases where state = 'open' and category = 'child'
    union all
    select case_id, max(created_at) from decisions
      where overturned_by is null and action not in ('keep', 'restore') and (category = 'child' or ground = 'child')
      group by case_id
  ) kept
  where c.id = kept.case_id and kept.at > now() - interval '6 months';
update moderation_cases c
  set preserved_account = jsonb_build_object('username', u.username, 'email', u.email, 'created_at', u.created_at)
  from users u where u.id = c.author_id and c.preserved_until is not null;

-- Of the texts and the picture that a decision was about.
alter table decisions add column content_hash text;

-- The prompt whose removal barred it: restoring that one lifts no other's bar. Null: not known.
alter table barred_pictures add column prompt_id bigint;
alter table barred_pictures drop constraint barred_pictures_hash_fingerprint_key;
insert into barred_pictures (prompt_id, hash, fingerprint, barred_at)
  select c.prompt_id, b.hash, b.fingerprint, b.barred_at
  from barred_pictures b
  join (
    select c.id, c.prompt_id, coalesce(p.image_hash, c.snapshot -> 'image' ->> 'image_hash') as hash
    from moderation_cases c left join prompts p on p.id = c.prompt_id
    where c.prompt_id is not null
  ) c on c.hash = b.hash
  where exists (
    select from decisions d where d.case_id = c.id and d.action = 'remove' and d.overturned_by is null
      and (d.ground in ('child', 'copyright') or d.category in ('child', 'intimate', 'copyright'))
  );
delete from barred_pictures unknown
  where prompt_id is null and exists (
    select from barred_pictures known where known.hash = unknown.hash and known.prompt_id is not null
  );
alter table barred_pictures add unique nulls not distinct (prompt_id, hash, fingerprint);
create index barred_pictures_hash on barred_pictures (hash);
