-- Erasing a version changes what everybody sees.
create trigger prompt_versions_content_changed after delete on prompt_versions
  for each statement execute function notify_content_changed();

-- What is preserved for the authorities (0028): an old version outlives its erasure, and its prompt's deletion, in every
-- preserved case about the prompt or its author.
create function preserve_version(version prompt_versions, author uuid) returns void language sql as $$
  insert into preserved_prompts (case_id, prompt_id, snapshot)
    select c.id, version.prompt_id, jsonb_build_object(
      'title', version.title, 'content', version.content, 'description', version.description,
      'image', (
        select jsonb_build_object('image_hash', hash, 'image_alt', version.image_alt, 'width', width, 'height', height,
          'animated', animated, 'color', color)
        from images where hash = version.image_hash
      ),
      'username', c.author_username, 'edited_at', version.created_at)
    from moderation_cases c
    where (c.prompt_id = version.prompt_id or c.reported_user_id = author) and c.preserved_until > now()
      -- Its change may have preserved it.
      and not exists (
        select from preserved_prompts p
        where p.case_id = c.id and p.prompt_id = version.prompt_id and p.snapshot ->> 'title' = version.title
          and p.snapshot ->> 'content' = version.content
          and p.snapshot ->> 'description' is not distinct from version.description
          and p.snapshot -> 'image' ->> 'image_hash' is not distinct from version.image_hash
      );
$$;
create function preserve_erased_version() returns trigger language plpgsql as $$
begin
  -- Without its prompt it goes with that: the other trigger has seen to it.
  perform preserve_version(old, user_id) from prompts where id = old.prompt_id;
  return old;
end
$$;
create trigger prompt_versions_preserve before delete on prompt_versions
  for each row execute function preserve_erased_version();
create function preserve_versions_of_prompt() returns trigger language plpgsql as $$
begin
  perform preserve_version(v, old.user_id) from prompt_versions v where v.prompt_id = old.id;
  return old;
end
$$;
create trigger prompts_preserve_versions before delete on prompts
  for each row execute function preserve_versions_of_prompt();
