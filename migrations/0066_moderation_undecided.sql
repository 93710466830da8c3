-- What nobody has decided counts against nobody, and what nobody has said is not said.

-- Hidden by a report until a person decides. Counts only while the prompt is hidden.
alter table prompts add column hidden_undecided boolean not null default false;
update prompts set hidden_undecided = true
  where hidden_at is not null and not hidden_with_author and not in_review
    and id in (select prompt_id from moderation_cases where hidden_automatically);
-- An author's: few. They count among the prompts from which an author is known.
create index if not exists prompts_hidden_undecided on prompts (user_id) where hidden_undecided;

-- The admin may give no reason. Processes of the version before do not read such a row, but mails wait for the new one.
alter table decisions alter column reason drop not null;
update decisions set reason = null where reason = 'A administração não informou o motivo.';
