-- What editing, deleting and administering need beside the main job: a log of the admin's actions, search among people,
-- and counts that follow a prompt from one tool to another.

-- Every action of an admin, kept when its target is gone. Names are as they were then; no e-mail addresses.
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  admin_id uuid references users on delete set null,
  admin_username text not null,
  action text not null check (action in ('prompt_removed', 'user_blocked', 'user_unblocked', 'user_emptied', 'user_deleted')),
  target_user_id uuid,
  target_prompt_id bigint,
  -- The prompt's title or the person's name.
  target_label text not null,
  -- Prompts that went with the action.
  prompts_removed integer not null default 0 check (prompts_removed >= 0),
  reason text check (length(reason) between 1 and 500)
);
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_admin_id on audit_log (admin_id);

-- People are found by any part of name or address.
create extension if not exists pg_trgm;
create index users_search on users using gin ((fold(username) || ' ' || email) gin_trgm_ops);
create index users_newest on users (created_at desc, id desc);

create function prompts_tool_changed() returns trigger language plpgsql as $$
begin
  update prompt_stats set llm_type_id = new.llm_type_id where prompt_id = new.id;
  update llm_types set prompts_count = prompts_count + case id when new.llm_type_id then 1 else -1 end
    where id in (old.llm_type_id, new.llm_type_id);
  return null;
end
$$;
create trigger prompts_tool_changed after update of llm_type_id on prompts
  for each row when (old.llm_type_id is distinct from new.llm_type_id) execute function prompts_tool_changed();
