-- An answer that somebody gives on an account's first day is kept, and counts once the day is over (decision 44).

-- From when on it counts; null for what counts already. Until then of_blocked is true, which keeps an answer out of counts and
-- notes: a column of its own in the generated `shown` would mean to write the whole table anew.
alter table results add column counts_from timestamptz;
-- Those whose day is over, for the job that lets them count: few.
create index if not exists results_counts_from on results (counts_from) where counts_from is not null;

-- The end of a block brings no answer in before its day is over.
create or replace function users_block_results() returns trigger language plpgsql as $$
begin
  update results set of_blocked = new.is_blocked
    where user_id = new.id and of_blocked <> new.is_blocked and counts_from is null;
  return null;
end
$$;
