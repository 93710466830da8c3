-- Numbers of prompts by all filters of the library, in the columns of prompt_stats. While the tool is the only one, its counts
-- say all; with a second filter this becomes a table that the triggers of prompts keep.
create view prompt_counts as select id as llm_type_id, prompts_count from llm_types;
