-- Versions of prompts. The newest is the prompt's own row, so that nothing is stored twice and every prompt there is has its
-- version 1; older ones are kept whole.

alter table prompts add column version integer not null default 1;
-- When the present version began; null for the first, which began with the prompt.
alter table prompts add column version_at timestamptz;
-- What its author says has changed. Not checked against rows there are: they have none.
alter table prompts add column version_note text;
alter table prompts add constraint prompts_version_note_check check (length(version_note) between 1 and 140) not valid;

create table prompt_versions (
  prompt_id bigint not null references prompts on delete cascade,
  number integer not null,
  title text not null,
  content text not null,
  description text,
  llm_type_id smallint not null references llm_types,
  -- Null once the picture is gone: a process of the previous release, which knows no versions, may remove what an edit replaced.
  image_hash text references images on delete set null,
  image_alt text,
  note text,
  -- When the version began.
  created_at timestamptz not null,
  primary key (prompt_id, number)
);
create index prompt_versions_image_hash on prompt_versions (image_hash);

-- A trigger, so that edits of the previous release's processes make versions too. Edits within ten minutes of a version's
-- beginning belong to it; an update that sets the number itself makes a new one in any case. Older than the 100 newest go.
create function prompts_keep_version() returns trigger language plpgsql as $$
begin
  if new.version = old.version and old.version_at > now() - interval '10 minutes' then
    return new;
  end if;
  insert into prompt_versions
    (prompt_id, number, title, content, description, llm_type_id, image_hash, image_alt, note, created_at)
    values (old.id, old.version, old.title, old.content, old.description, old.llm_type_id, old.image_hash, old.image_alt,
      old.version_note, coalesce(old.version_at, old.created_at));
  delete from prompt_versions where prompt_id = old.id and number <= old.version - 99;
  new.version := old.version + 1;
  new.version_at := now();
  -- Set afterwards: here an unchanged note cannot be told from one that is given again.
  new.version_note := null;
  return new;
end
$$;
create trigger prompts_keep_version before update on prompts for each row
  when ((old.title, old.content, old.description, old.llm_type_id, old.image_hash)
    is distinct from (new.title, new.content, new.description, new.llm_type_id, new.image_hash))
  execute function prompts_keep_version();
