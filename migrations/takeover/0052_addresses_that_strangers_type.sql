-- What somebody types of another's address weighs nothing on that person.

-- Keyed hash of the network that signed up: one network's sign-ups replace none of another's.
alter table signups add column network_hash bytea;

-- Each visitor's report is confirmed by its own mail; whether somebody has reported the same is asked under the case's lock.
create index if not exists reports_of_reporter on reports (case_id, reporter_key);
drop index reports_once;
drop index reports_waiting;
drop index reports_case_id;
