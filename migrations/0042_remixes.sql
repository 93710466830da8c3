-- Remixes: prompts that are made from another one, and name it.

-- Whether others may make their own of it.
alter table prompts add column allow_remixes boolean not null default true;

-- A table of its own: few prompts are remixes, and lists need not know which.
create table remixes (
  prompt_id bigint primary key references prompts on delete cascade,
  -- What it was made from; null once that is gone, which leaves the row: a remix stays one.
  source_id bigint references prompts on delete set null,
  -- What all began with: the source, unless that is a remix itself. It goes by itself, so that it is named as long as it is there.
  root_id bigint references prompts on delete set null,
  -- What its author says is different.
  note text check (length(note) between 1 and 280),
  check (source_id <> prompt_id and root_id <> prompt_id)
);
create index remixes_of_source on remixes (source_id, prompt_id desc);
create index remixes_of_root on remixes (root_id);
