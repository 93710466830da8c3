-- Makes search documents of an earlier form anew, the newest first, a hundred in a transaction: this is run until nothing is left, so
-- that whoever edits one of them waits for a second at most. The trigger makes the document.
with batch as (
  update search_renewal set last_id = greatest(last_id - 100, 0) where last_id > 0 returning last_id
), renewed as (
  update prompts set title = title from batch
  where id > batch.last_id and id <= batch.last_id + 100 and hidden_at is null
    and search is distinct from (prompt_document(title, description, content, (select username from users where id = user_id),
      (select name from llm_types where id = llm_type_id)) || tag_marks(tag_ids))
)
select last_id > 0 as more from batch;
