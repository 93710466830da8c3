-- Signing in by an OpenID Connect issuer, such as Google (decision 67).

-- Whose account an issuer's person opens.
create table if not exists identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- The issuer's address; with its name for the person, which never changes, while an address may.
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  -- The person's address there, for the owner to recognise it by. Nobody is found by it.
  email text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  unique (issuer, subject),
  -- One of an issuer; also a user's, to list them.
  unique (user_id, issuer)
);

-- Sign-ins under way, from the press until the session. State, nonce, verifier and codes are derived from SECRET_KEY and the id.
-- Without a log: who was on the way when the server changed begins again.
create unlogged table if not exists issuer_flows (
  id uuid primary key default gen_random_uuid(),
  issuer text not null,
  -- SHA-256 of the secret that the browser keeps which began: no other one can finish.
  code_challenge text not null,
  -- The page of the site that it ends at.
  return_path text not null,
  -- Who links the issuer to the account, and in which session; null for signing in.
  user_id uuid references users on delete cascade,
  session_id uuid,
  -- When the issuer's answer came: there is only one.
  answered_at timestamptz,
  -- What it said, once it was found true.
  subject text,
  email text,
  name text,
  expires_at timestamptz not null default now() + interval '10 minutes',
  check ((user_id is null) = (session_id is null)),
  check ((subject is null) = (email is null))
);
-- Expired ones, for their removal; those of a user, who may be deleted.
create index if not exists issuer_flows_expires_at on issuer_flows (expires_at);
create index if not exists issuer_flows_user_id on issuer_flows (user_id) where user_id is not null;

alter table sessions drop constraint if exists sessions_auth_method_check,
  add constraint sessions_auth_method_check check (auth_method in ('password', 'otp', 'oauth'));
