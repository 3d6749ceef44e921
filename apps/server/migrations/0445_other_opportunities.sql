-- Kinds of opportunity beside tariff, demand and leak; what was kept before says nothing of theirs.
alter table opportunity_decision drop constraint opportunity_decision_kind_check;
alter table opportunity_decision add constraint opportunity_decision_kind_check
  check (kind in ('modality', 'demand', 'leak', 'reactive', 'closed-hours', 'peak', 'bill-wrong'));
update opportunity_decision
  set told = told || '{"reactive": null, "closed": null, "peak": null, "bills": null}'::jsonb;
