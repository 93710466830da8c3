-- Authors some of whose prompts have a search document that is behind: with an earlier name, or without the words of what was
-- just imported. A document takes some hundredths of a second, and hundreds in the transaction that renames or imports ran into
-- its timeout, while others waited for what it had locked.
create table stale_documents (
  user_id uuid primary key references users on delete cascade,
  -- Those of prompts up to this one are right.
  right_to bigint not null,
  -- One more with every cause: another one during the work has some of it done again.
  causes integer not null default 1
);

create function note_stale_documents(author uuid, right_up_to bigint) returns void
  language sql as $$
    insert into stale_documents as stale (user_id, right_to) values (author, right_up_to)
      on conflict (user_id) do update set right_to = least(stale.right_to, right_up_to), causes = stale.causes + 1
  $$;

-- An author is found by the present name, soon.
create or replace function users_refresh_search() returns trigger language plpgsql as $$
begin
  perform note_stale_documents(new.id, 0);
  return null;
end
$$;

-- Whoever publishes many prompts at once sets `prompteca.documents_later`: their documents have only the tags at first.
create or replace function prompts_set_search() returns trigger language plpgsql as $$
begin
  if new.hidden_at is not null then
    new.search := '';
  elsif tg_op = 'INSERT' and current_setting('prompteca.documents_later', true) = 'on' then
    new.search := tag_marks(new.tag_ids);
  else
    new.search := prompt_document(new.title, new.description, new.content,
        (select username from users where id = new.user_id), (select name from llm_types where id = new.llm_type_id))
      || tag_marks(new.tag_ids);
  end if;
  return new;
end
$$;
