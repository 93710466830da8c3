-- How the site grows, counted every hour by a job: the admin's page reads a few hundred rows, not ten million (decision 22).

-- What came on a day in Brasília and was still there when the day was last counted, within the following one.
create table daily_counts (
  day date primary key,
  people bigint not null check (people >= 0),
  prompts bigint not null check (prompts >= 0),
  likes bigint not null check (likes >= 0)
);

-- Everything there is, as last counted: one row.
create table site_totals (
  is_only boolean primary key default true check (is_only),
  people bigint not null,
  prompts bigint not null,
  likes bigint not null,
  pictures bigint not null,
  picture_bytes bigint not null,
  counted_at timestamptz not null
);
