-- What a million prompts and several processes need.

-- Every process hears at once, with the commit itself, that something shown in kept answers was published, changed or
-- removed, whichever way that happened. Equal notices of one transaction are sent once; likes and views send none.
create function notify_content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', '');
  return null;
end
$$;
create trigger prompts_content_changed after insert or update or delete or truncate on prompts
  for each statement execute function notify_content_changed();
create trigger users_content_changed after update of username or delete or truncate on users
  for each statement execute function notify_content_changed();

-- Ids of the prompts that a search finds, of one tool unless it is null, as they are stored, so many at most. Statistics know
-- little of rare words and prefixes, and a planner that takes them for common reads the whole table for a handful: here it
-- has nothing to choose from but the index of words.
create function search_matches(words text, tool smallint, most bigint) returns setof bigint
  language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off set jit = off
as $$
declare
  wanted constant tsquery := search_query(words);
begin
  return query select id from prompts
    where search @@ wanted and (tool is null or llm_type_id = tool) limit most;
end
$$;
