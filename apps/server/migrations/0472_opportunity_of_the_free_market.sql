-- The free market among opportunities; what was kept before says nothing of it.
alter table opportunity_decision drop constraint opportunity_decision_kind_check;
alter table opportunity_decision add constraint opportunity_decision_kind_check
  check (kind in ('modality', 'demand', 'leak', 'reactive', 'closed-hours', 'peak', 'free-market', 'bill-wrong',
    'expiring-credits', 'larger-generation', 'old-prices', 'no-general-meter'));
update opportunity_decision set told = told || '{"market": null}'::jsonb;
