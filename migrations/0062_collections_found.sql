-- Public collections are listed, the most followed or the newest first, and found by their titles (decision 63).

-- Nobody follows or leaves off between the count and its triggers.
lock table collection_follows in share row exclusive mode;

-- Kept by triggers on collection_follows.
alter table collections add column if not exists followers_count bigint not null default 0 check (followers_count >= 0);
update collections set followers_count = n
  from (select collection_id, count(*) as n from collection_follows group by collection_id) counted
  where id = collection_id;

-- The most followed public ones. The newest are read by collections_public, backwards.
create index if not exists collections_followed on collections (followers_count desc, id desc) where is_public;
-- Words of their titles, as prompts' are searched.
create index if not exists collections_titles on collections using gin (search_document(title)) where is_public;

-- Rows are locked in their order: two accounts that leave at once may have followed the same ones.
create function collection_follows_counted() returns trigger language plpgsql as $$
declare
  amount constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from collections where id in (select collection_id from changed) order by id for no key update;
  update collections set followers_count = followers_count + amount * n
    from (select collection_id, count(*) as n from changed group by collection_id) counted
    where id = collection_id;
  return null;
end
$$;
create trigger collection_follows_inserted after insert on collection_follows referencing new table as changed
  for each statement execute function collection_follows_counted();
create trigger collection_follows_deleted after delete on collection_follows referencing old table as changed
  for each statement execute function collection_follows_counted();

-- Ids of public collections whose titles have the words, so many at most: by the index of words alone, as search_matches.
create function collections_titled(wanted tsquery, most bigint) returns setof bigint
  language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off set jit = off
as $$
begin
  return query select id from collections where is_public and search_document(title) @@ wanted limit most;
end
$$;
