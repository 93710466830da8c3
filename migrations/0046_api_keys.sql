-- Personal API keys: what programs send in place of a session. Only the SHA-256 of a key is stored (decision 48).

create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- The key's visible beginning.
  prefix text not null,
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'react', 'publish']),
  created_at timestamptz not null default now(),
  -- When it ends: a revoked one has ended by being revoked.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_user_id on api_keys (user_id, created_at);
create index api_keys_expires_at on api_keys (expires_at);
