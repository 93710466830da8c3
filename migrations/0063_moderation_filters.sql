-- The queue filtered by category, in its order; and what its filters count, from the index alone.
create index if not exists moderation_cases_queue_category on moderation_cases (category, deadline, id) where state = 'open';
-- Decided cases of a category, the newest first.
create index if not exists moderation_cases_decided_category on moderation_cases (category, decided_at desc, id desc)
  where state = 'decided';
-- How many cases hide something that no person has looked at yet: reports hide no more beyond a number.
create index if not exists moderation_cases_provisional on moderation_cases (id) where hidden_automatically;
