-- Whoever changes a prompt over and over fills nothing: of each prompt a case keeps the first hundred states, which are nearest
-- to what was reported, and the newest hundred. The one trigger for all that writes them, under the lock of the prompt.
create index if not exists preserved_prompts_of_prompt on preserved_prompts (case_id, prompt_id, id);
-- A case's are found by that, too.
drop index preserved_prompts_case_id;

create function bound_preserved_prompts() returns trigger language plpgsql as $$
begin
  delete from preserved_prompts where id in (
    select id from (
      select id, row_number() over (order by id) as place, row_number() over (order by id desc) as place_from_end
      from preserved_prompts where case_id = new.case_id and prompt_id = new.prompt_id
    ) states where place > 100 and place_from_end > 100
  );
  return null;
end
$$;
create trigger preserved_prompts_bound after insert on preserved_prompts
  for each row execute function bound_preserved_prompts();
