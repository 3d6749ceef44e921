-- Who an account is at the identity provider of the operator (OpenID Connect).
create table provider_identity (
  issuer text not null,
  -- The provider's own name for the person: it stays when the e-mail changes.
  subject text not null,
  account_id uuid not null references account on delete cascade,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject),
  unique (account_id, issuer)
);

-- Somebody who was sent to the provider and has not come back yet.
create table provider_attempt (
  -- SHA-256 of what comes back with them.
  state_hash bytea primary key,
  -- SHA-256 of what the browser keeps meanwhile: nobody comes back in another one.
  browser_hash bytea not null,
  code_verifier text not null,
  nonce text not null,
  expires_at timestamptz not null
);
create index provider_attempt_expiry on provider_attempt (expires_at);

-- Opened by the provider: it ends after half a day whatever happens, so that who has left there is soon gone here.
alter table session add column by_provider boolean not null default false;
