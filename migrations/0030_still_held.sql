-- Undoing a decision may leave what another one holds: the notice of it says so, also later.
alter table decisions add column still text[] not null default '{}' check (still <@ array['away', 'blocked']);

-- Which cases have a picture, in whichever version: its file stays for moderators while the case has its text.
create index moderation_cases_pictures on moderation_cases
  using gin (jsonb_path_query_array('[]'::jsonb || snapshot || earlier, '$[*].image.image_hash') jsonb_path_ops);
create index reports_picture on reports ((snapshot -> 'image' ->> 'image_hash')) where snapshot is not null;
