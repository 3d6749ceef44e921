-- Images that people upload, drawn anew. Without an uploader: the account is gone, another's establishment still needs it.
create table image (
  id uuid primary key default uuidv7(),
  account_id uuid references account on delete set null,
  content bytea not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);
create index image_account on image (account_id);
create index image_created on image (created_at);
-- Compressed already.
alter table image alter column content set storage external;

alter table establishment
  -- The distributor's tariff by which the whole establishment is billed.
  add column tariff_id uuid references tariff on delete set null,
  add column bill_name text,
  add column bill_image_id uuid references image,
  add column equipment_metadata jsonb,
  add column equipments jsonb not null default '[]',
  -- SHA-256 of the request that created it, until it is changed: tells a request sent twice from a second company.
  add column request_hash bytea;
create index establishment_bill_image on establishment (bill_image_id) where bill_image_id is not null;
