-- What a user's prompts were, while a case about that user is preserved: a report of a person names none of them.

create table preserved_prompts (
  id bigint generated always as identity primary key,
  case_id bigint not null references moderation_cases on delete cascade,
  prompt_id bigint not null,
  -- As it was before it was changed or deleted.
  snapshot jsonb not null,
  preserved_at timestamptz not null default now()
);
create index preserved_prompts_case_id on preserved_prompts (case_id);

-- A trigger, so that no way of deleting forgets it.
create function preserve_prompt() returns trigger language plpgsql as $$
begin
  insert into preserved_prompts (case_id, prompt_id, snapshot)
    select c.id, old.id, jsonb_build_object(
      'title', old.title, 'content', old.content, 'description', old.description,
      'image', (
        select jsonb_build_object('image_hash', hash, 'image_alt', old.image_alt, 'width', width, 'height', height,
          'animated', animated, 'color', color)
        from images where hash = old.image_hash
      ),
      'username', c.author_username, 'edited_at', old.edited_at)
    from moderation_cases c where c.reported_user_id = old.user_id and c.preserved_until > now();
  return null;
end
$$;
create trigger prompts_preserve_deleted after delete on prompts for each row execute function preserve_prompt();
create trigger prompts_preserve_changed after update of title, content, description, image_hash on prompts for each row
  when ((old.title, old.content, old.description, old.image_hash)
    is distinct from (new.title, new.content, new.description, new.image_hash))
  execute function preserve_prompt();
