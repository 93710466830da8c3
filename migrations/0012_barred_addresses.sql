-- Addresses whose account its blocked owner deleted: for a while they open no other one. Kept are keyed hashes alone.
create table barred_addresses (
  address_hash bytea primary key,
  expires_at timestamptz not null
);
