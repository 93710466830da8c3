-- A served picture names the first prompt that has it: found by an index, however many have it.
create index if not exists prompts_picture on prompts (image_hash, id);
create index if not exists prompt_versions_picture on prompt_versions (image_hash, prompt_id);
drop index prompts_image_hash;
drop index prompt_versions_image_hash;
