-- Notices of changed content name what changed, by the keys under which a cache in front of the site keeps answers
-- (src/platform/http/shared-caches.ts): it drops those and keeps the rest. Without keys, anything may have changed. Whatever a
-- notice names, every process empties its own cache, as before.

create or replace function notify_content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', coalesce(tg_argv[0], ''));
  return null;
end
$$;

-- Prompts, and what those were made from that are made from another one: their pages name each other.
create function notify_prompts_changed() returns trigger language plpgsql as $$
declare
  -- A notice holds 8,000 bytes, and a cache drops everything as fast as many single keys.
  most constant integer := 100;
  keys text;
begin
  if not exists (select from changed) then
    return null;
  end if;
  if (select count(*) from (select from changed limit most + 1) few) <= most then
    select string_agg('prompt-' || id, ' ') into keys from (
      select id from changed
      union select source_id from remixes r join changed c on c.id = r.prompt_id
      union select root_id from remixes r join changed c on c.id = r.prompt_id
    ) named where id is not null;
  end if;
  perform pg_notify('content_changed', coalesce('lists ' || keys, ''));
  return null;
end
$$;
drop trigger prompts_content_changed on prompts;
create trigger prompts_content_added after insert on prompts referencing new table as changed
  for each statement execute function notify_prompts_changed();
create trigger prompts_content_changed after update on prompts referencing new table as changed
  for each statement execute function notify_prompts_changed();
create trigger prompts_content_deleted after delete on prompts referencing old table as changed
  for each statement execute function notify_prompts_changed();
create trigger prompts_content_truncated after truncate on prompts
  for each statement execute function notify_content_changed();

-- A remix is credited after its prompt is stored, and its note may change alone.
create function notify_remix_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed',
    'lists ' || concat_ws(' ', 'prompt-' || new.prompt_id, 'prompt-' || new.source_id, 'prompt-' || new.root_id));
  return null;
end
$$;
create trigger remixes_content_changed after insert or update of note on remixes
  for each row execute function notify_remix_changed();

create function notify_version_erased() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', 'lists prompt-' || old.prompt_id);
  return null;
end
$$;
drop trigger prompt_versions_content_changed on prompt_versions;
create trigger prompt_versions_content_changed after delete on prompt_versions
  for each row execute function notify_version_erased();

create function notify_result_removed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', 'lists prompt-' || new.prompt_id);
  return null;
end
$$;
create or replace trigger results_removed after update of removed_at on results
  for each row when ((old.removed_at is null) <> (new.removed_at is null)) execute function notify_result_removed();

-- Users by the end of their id.
create function notify_user_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', 'lists user-' || right(old.id::text, 12));
  return null;
end
$$;
drop trigger users_content_changed on users;
create trigger users_content_renamed after update of username on users
  for each row when (old.username is distinct from new.username) execute function notify_user_changed();
create trigger users_content_deleted after delete on users
  for each row execute function notify_user_changed();
create trigger users_content_truncated after truncate on users
  for each statement execute function notify_content_changed();
create or replace trigger users_block_content_changed after update of is_blocked on users
  for each row when (old.is_blocked <> new.is_blocked) execute function notify_user_changed();

-- Collections are lists.
create or replace trigger collections_changed after update of title, description, is_public on collections
  for each row when (old.is_public) execute function notify_content_changed('lists');
create or replace trigger collections_deleted after delete on collections
  for each row when (old.is_public) execute function notify_content_changed('lists');
create or replace trigger collections_withdrawn after update of withdrawn_at on collections
  for each row when (not old.is_public and new.is_public) execute function notify_content_changed('lists');

-- A barred picture is sent to nobody from the commit on, whichever prompt it is known by.
create trigger barred_pictures_content_changed after insert or delete on barred_pictures
  for each statement execute function notify_content_changed();
