-- When its author deleted the prompt, which has been hidden since. A job deletes the row ten minutes later; until then the author
-- may bring it back.
alter table prompts add column deleted_at timestamptz;
alter table prompts add constraint prompts_deleted_is_hidden check (deleted_at is null or hidden_at is not null);
-- What the job finds, and an author's own. Few at any moment.
create index prompts_deleted on prompts (deleted_at) where deleted_at is not null;
