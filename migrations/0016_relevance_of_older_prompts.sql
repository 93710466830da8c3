-- Makes the search documents of older prompts anew: apart from 0015, whose trigger has to hold for what is published meanwhile.
-- Reading and publishing go on; an edit of a prompt waits.
update prompts set search = prompt_document(title, description, content, username, name)
  from users, llm_types where users.id = user_id and llm_types.id = llm_type_id;
analyze prompts;
