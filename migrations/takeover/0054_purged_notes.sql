-- What people take back or change is purged like what the site takes away: notes of answers, and entries of public collections with
-- their notes. What is new shows within a cache's minute (decision 54).

create function notify_notes_changed() returns trigger language plpgsql as $$
declare
  -- As of prompts (0049).
  most constant integer := 100;
  keys text;
  prompts integer;
begin
  select string_agg('prompt-' || prompt_id, ' '), count(*) into keys, prompts from (
    select distinct prompt_id from before where shown and note is not null limit most + 1
  ) noted;
  if prompts > 0 then
    perform pg_notify('content_changed', case when prompts <= most then 'lists ' || keys else '' end);
  end if;
  return null;
end
$$;
create trigger results_content_deleted after delete on results referencing old table as before
  for each statement execute function notify_notes_changed();
create trigger results_content_changed after update of note, model, outcome on results
  for each row when (old.shown and old.note is not null
    and (old.note, old.model, old.outcome) is distinct from (new.note, new.model, new.outcome))
  execute function notify_result_removed();

-- With their collection entries go as it does (0049).
create function notify_entry_changed() returns trigger language plpgsql as $$
begin
  if exists (select from collections where id = old.collection_id and is_public) then
    perform pg_notify('content_changed', 'lists');
  end if;
  return null;
end
$$;
create trigger collection_items_content_deleted after delete on collection_items
  for each row execute function notify_entry_changed();
create trigger collection_items_content_changed after update of note on collection_items
  for each row when (old.note is not null and old.note is distinct from new.note) execute function notify_entry_changed();
