-- SHA-256 of the secret that the browser which signed up keeps: whoever shows it confirms without the password. Null where
-- none was sent.
alter table signups add column browser_hash bytea;
