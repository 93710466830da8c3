-- Records of access, which Brazilian law wants kept for six months (Marco Civil da Internet, Lei 12.965/2014, art. 15): when,
-- from where, by which account and to do what. No foreign key: they outlive the account. Read with SQL alone, by nobody else.
create table access_records (
  at timestamptz not null,
  address inet not null,
  -- Of the caller; unknown behind a proxy.
  port integer check (port between 1 and 65535),
  user_id uuid,
  action text not null
);
-- Rows come in the order of time: an index of ranges stays small, costs a write nothing, and finds a day to remove.
create index access_records_at on access_records using brin (at) with (pages_per_range = 16, autosummarize = on);
