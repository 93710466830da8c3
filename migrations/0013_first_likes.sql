-- Trending: the first like counts too. log10(likes) gave none and one the same score.
alter table prompt_stats drop column trending;
alter table prompt_stats add column trending double precision not null generated always as (
  log((likes_count + 1)::double precision)
    + extract(epoch from created_at at time zone 'UTC')::double precision / 604800
) stored;
create index prompt_stats_trending on prompt_stats (trending desc, prompt_id desc);
