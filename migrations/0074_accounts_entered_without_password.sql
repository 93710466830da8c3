-- Whoever reads the mailbox of staff must not be staff at once: their first passkey waits after such a login (decision 68).

-- When somebody came in by a mail, or by an issuer in a browser that was not known; not again within two days.
alter table users add column entered_without_password_at timestamptz;
-- Whether a mail brings the link; the operator hands over the others.
alter table one_time_tokens add column is_mailed boolean not null default true;
