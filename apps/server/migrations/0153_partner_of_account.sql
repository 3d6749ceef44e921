-- The partner that brought an account, whose logo it wears. A client user wears that of its Manager's partner.
alter table account add column partner_id uuid references account on delete set null check (partner_id <> id);
create index account_partner on account (partner_id) where partner_id is not null;
