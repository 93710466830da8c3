-- Moving in from the service where the site was before (decision 66).

-- What of the old site was moved: its addresses lead to the new ones, and a second run knows what has been moved. A prompt that is
-- deleted since keeps its row, so that it does not come back.
create table moved_prompts (
  -- A number or a UUID, as the old address has it.
  old_id text primary key,
  prompt_id bigint references prompts on delete set null,
  -- Of the old row as it was moved, so that a changed one is known.
  digest text not null,
  -- The old site's, of which a second run adds the difference.
  views bigint not null check (views >= 0)
);
-- That of a prompt that is deleted.
create index moved_prompts_prompt_id on moved_prompts (prompt_id);

-- Passwords of the old service, until their owners log in: what comparing one costs (see password-hash.ts). None on most sites.
create index if not exists users_bcrypt_cost on users (substr(password_hash, 5, 2)) where password_hash like '$2_$__$%';
create index if not exists signups_bcrypt_cost on signups (substr(password_hash, 5, 2)) where password_hash like '$2_$__$%';

-- Texts that break the rules of today are kept as they are, and hidden for review; the forms and the API hold new ones to the rules.
alter table prompts drop constraint prompts_title_check, drop constraint prompts_content_check,
  drop constraint prompts_description_check;
-- The former limits were narrower: there is nothing to look through.
alter table prompts
  add constraint prompts_title_check check (length(title) between 1 and 500) not valid,
  add constraint prompts_content_check check (length(content) between 1 and 100000) not valid,
  add constraint prompts_description_check check (length(description) between 1 and 20000) not valid;

-- Reactions to prompts that are hidden: only the move adds some, which are counted once the prompt is shown.
create or replace function likes_count_inserted() returns trigger language plpgsql as $$
declare
  counted bigint;
begin
  update prompt_stats set likes_count = likes_count + added.n
    from (select prompt_id, count(*) as n from changed group by prompt_id) added
    where prompt_stats.prompt_id = added.prompt_id;
  get diagnostics counted = row_count;
  if counted < (select count(distinct prompt_id) from changed)
    and current_setting('prompteca.moving_in', true) is distinct from 'on'
  then
    raise foreign_key_violation using message = 'the prompt is hidden', constraint = 'likes_prompt_id_fkey';
  end if;
  return null;
end
$$;

create or replace function favorites_inserted() returns trigger language plpgsql as $$
begin
  if current_setting('prompteca.moving_in', true) is distinct from 'on' and exists (select from changed where not exists
      (select from prompt_stats where prompt_stats.prompt_id = changed.prompt_id)) then
    raise foreign_key_violation using message = 'the prompt is hidden', constraint = 'favorites_prompt_id_fkey';
  end if;
  return null;
end
$$;
