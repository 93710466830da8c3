-- Moderators take answers with their notes away, and give them back.
alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'prompt_kept', 'prompt_hidden', 'prompt_removed', 'prompt_restored',
  'user_kept', 'user_warned', 'user_paused', 'user_blocked', 'user_emptied', 'user_unblocked', 'user_removed', 'user_restored',
  'moderator_named', 'moderator_dismissed', 'records_exported', 'collection_withdrawn', 'collection_restored',
  'result_removed', 'result_restored',
  -- Of before removing was a decision.
  'user_deleted'));
