-- The weekly mail of what is new: who has asked for it. Who has not has no row.

create table news_mails (
  user_id uuid primary key references users on delete cascade,
  asked_at timestamptz not null default now(),
  -- When the next one is due.
  next_at timestamptz not null default now() + interval '7 days',
  -- What happened before has been told, or was there when it was asked for.
  told_until timestamptz not null default now()
);
create index news_mails_due on news_mails (next_at);
