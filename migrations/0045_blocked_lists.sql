-- Collections of a blocked user are shown to nobody else until the block ends: responses in caches are of before.
create trigger users_block_content_changed after update of is_blocked on users
  for each row when (old.is_blocked <> new.is_blocked) execute function notify_content_changed();
