-- The admin renames tags and merges them. The spelling of before stays, as a row that leads to the tag.

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'prompt_kept', 'prompt_hidden', 'prompt_removed', 'prompt_restored',
  'user_kept', 'user_warned', 'user_paused', 'user_blocked', 'user_emptied', 'user_unblocked', 'user_removed', 'user_restored',
  'moderator_named', 'moderator_dismissed', 'records_exported', 'collection_withdrawn', 'collection_restored',
  'result_removed', 'result_restored', 'tag_renamed', 'tag_merged', 'tag_alias_deleted',
  -- Of before removing was a decision.
  'user_deleted'));
-- What a tag was called afterwards, or the tag that it went into.
alter table audit_log add column new_label text;

-- Merged tags that public prompts still have: until a job is done with them, they count for the other one.
create index tags_moving on tags (merged_into) where merged_into is not null and prompts_count > 0;
-- Parts of names, for the admin.
create index tags_search on tags using gin (slug gin_trgm_ops);
