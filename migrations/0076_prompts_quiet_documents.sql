-- Who makes documents anew sets `prompteca.documents_only`: nothing that pages show has changed, so caches keep them. One notice
-- at the end has searches asked anew; each batch of a rename emptied all lists before.
create or replace function notify_prompts_changed() returns trigger language plpgsql as $$
declare
  -- A notice holds 8,000 bytes, and a cache drops everything as fast as many single keys.
  most constant integer := 100;
  keys text;
begin
  if current_setting('prompteca.documents_only', true) = 'on' or not exists (select from changed) then
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
