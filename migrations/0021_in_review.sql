-- Where the operator wants it (REVIEW_NEW_ACCOUNTS), a new author's prompt is hidden until a moderator has looked at it.

-- Counts only while the prompt is hidden. Showing it, or deciding that it stays hidden, ends it.
alter table prompts add column in_review boolean not null default false;
-- Few: an author's own list asks for them.
create index prompts_in_review on prompts (user_id, id desc) where in_review;
