-- Copies of a barred picture that are public already are looked for, and shown to moderators.

-- What a picture looks like; zeros alone where it has too little in it to be told from others. Null until a job has computed
-- it, as for pictures of the version before.
alter table images add column fingerprint bit(256);
create index images_without_fingerprint on images (hash) where fingerprint is null;
-- The case of the removed prompt whose picture that of this one resembles, while it is to be decided.
alter table moderation_cases add column alike_case_id bigint references moderation_cases on delete set null;
create index moderation_cases_alike on moderation_cases (alike_case_id) where alike_case_id is not null;
