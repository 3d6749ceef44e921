-- Who did what to whose account. It outlives the accounts it names, which then nobody can name any more, and ends
-- by age (Marco Civil, art. 15: access records are kept for six months).
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  action text not null,
  -- Who did it; null: nobody who is known.
  actor_id uuid,
  -- Whose account it concerns.
  subject_id uuid,
  address text not null,
  device text not null,
  detail jsonb not null
);
create index audit_event_at on audit_event (at);
create index audit_event_subject on audit_event (subject_id, id);
create index audit_event_actor on audit_event (actor_id, id);
