-- A tool's words have an index of their own, so that a search within a tool reads what it may find there. In the index of all
-- words PostgreSQL would gather each prompt with a word that is still being typed before it could leave out those of other
-- tools. The statistics of this index also tell which words are common within which tool.

-- Words as that index has them, each after its tool: '6:receita'.
create function within_tool(words tsvector, tool smallint) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(string_to_array(
    tool || ':' || array_to_string(tsvector_to_array(words), ' ' || tool || ':'), ' '));

create function within_tool(query tsquery, tool smallint) returns tsquery
  language sql immutable strict parallel safe
  return regexp_replace(query::text, '''([^'']+)''', '''' || tool || ':\1''', 'g')::tsquery;

-- Reading goes on meanwhile; publishing waits.
create index prompts_search_within_tool on prompts using gin (within_tool(search, llm_type_id));
analyze prompts;

-- As before, by the index of the tool where there is one. With less memory the prompts of a common word would be known by
-- their pages only, and everything on these be read.
create or replace function search_matches(words text, tool smallint, most bigint) returns setof bigint
  language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off set jit = off set work_mem = '16MB'
as $$
declare
  wanted constant tsquery := search_query(words);
begin
  if tool is null then
    return query select id from prompts where search @@ wanted limit most;
  else
    return query select id from prompts
      where within_tool(search, llm_type_id) @@ within_tool(wanted, tool) limit most;
  end if;
end
$$;
