-- Edits show, and a publication whose answer was lost on the way is not made twice.

-- When the author last changed the prompt; null while it is as it was published. Nothing ever wrote `updated_at`.
alter table prompts drop column updated_at;
alter table prompts add column edited_at timestamptz;

-- What the author's device calls a publication: sent again under the same name it is the same prompt.
alter table prompts add column publication_key text check (publication_key ~ '^[A-Za-z0-9_-]{16,64}$');
create unique index prompts_publication_key on prompts (user_id, publication_key) where publication_key is not null;
