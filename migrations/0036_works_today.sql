-- The order and the filter "Funciona hoje" walk these. Apart from the columns' migration: prompts are read while they are built,
-- and for some seconds at a million prompts likes wait.
create index if not exists prompt_stats_works on prompt_stats (last_worked_at desc, created_at desc, prompt_id desc);
create index if not exists prompt_stats_tool_works
  on prompt_stats (llm_type_id, last_worked_at desc, created_at desc, prompt_id desc);
