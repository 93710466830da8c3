-- What was handed out to an authority is in the audit log. The operator has no account: admin_id is null, the name the system's.
alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in
  ('prompt_removed', 'user_blocked', 'user_unblocked', 'user_emptied', 'user_deleted', 'records_exported'));
