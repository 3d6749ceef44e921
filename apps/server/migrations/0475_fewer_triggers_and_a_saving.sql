-- A board's adapter, and an account that may no longer send for boards, are told by the one place that writes each; no
-- code gives an establishment to another owner. What changes who may send by a gateway has one trigger.
drop trigger board_adapter_changed on board_adapter;
drop trigger account_gateways_changed on account;
drop function tell_gateways_of_account();
drop trigger establishment_gateways_changed on establishment;
drop function tell_gateways_of_establishment();

drop trigger gateway_made on integration;
drop trigger gateway_revoked on integration;
create trigger gateway_changed after insert or delete on integration
  for each row execute function tell_gateway_changed();

-- What a decision is about is a saving.
alter table opportunity_decision rename column told to saving;
