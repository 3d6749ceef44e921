-- Each audit event carries the hash of the one before, given by a job in the order in which it finds what is committed: so what is
-- changed or taken out later shows. Null: not linked yet.
alter table audit_event
  add column number bigint unique,
  add column previous_hash bytea,
  add column hash bytea,
  -- The hash covers the detail by this digest, which stays when the detail is erased; then its salt is gone too.
  add column detail_digest bytea,
  add column detail_salt bytea,
  add column chained_at timestamptz,
  add check ((number is null) = (hash is null) and (number is null) = (previous_hash is null)
    and (number is null) = (detail_digest is null) and (number is null) = (chained_at is null));
create index audit_event_unchained on audit_event (id) where number is null;

-- The last event that ended by age: what is left goes on from it.
create table audit_anchor (
  is_only boolean primary key default true check (is_only),
  number bigint not null,
  hash bytea not null
);
