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
