-- Answers about prompts and collections can be reported and decided on like prompts: a case is about one of four things.

alter table moderation_cases add column result_id bigint;
alter table moderation_cases add column collection_id bigint;
create unique index moderation_cases_result_id on moderation_cases (result_id) where result_id is not null;
create unique index moderation_cases_collection_id on moderation_cases (collection_id) where collection_id is not null;
-- It was: either a prompt or a user.
alter table moderation_cases drop constraint moderation_cases_check;
alter table moderation_cases add constraint moderation_cases_target_check
  check (num_nonnulls(prompt_id, reported_user_id, result_id, collection_id) = 1) not valid;

-- What a collection is again once moderation gives it back: private, if its owner had made it private before.
alter table collections add column public_before_withdrawal boolean not null default true;

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'prompt_kept', 'prompt_hidden', 'prompt_removed', 'prompt_restored',
  'user_kept', 'user_warned', 'user_paused', 'user_blocked', 'user_emptied', 'user_unblocked', 'user_removed', 'user_restored',
  'result_kept', 'result_hidden', 'result_removed', 'result_restored',
  'collection_kept', 'collection_hidden', 'collection_removed', 'collection_restored',
  'moderator_named', 'moderator_dismissed', 'records_exported', 'tag_renamed', 'tag_merged', 'tag_alias_deleted',
  -- Of before removing was a decision.
  'user_deleted', 'collection_withdrawn')) not valid;

-- What is taken away leaves the caches of all processes at once, and so does what comes back.
create trigger results_removed after update of removed_at on results
  for each row when ((old.removed_at is null) <> (new.removed_at is null)) execute function notify_content_changed();
create trigger collections_withdrawn after update of withdrawn_at on collections
  for each row when (not old.is_public and new.is_public) execute function notify_content_changed();
