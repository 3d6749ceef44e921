-- A link may show curves of meters of its establishment: { series: [{ installation, quantity }], from, to, isApart }.
alter table shared_link
  add column chart jsonb,
  drop constraint shared_link_kind_check,
  add constraint shared_link_kind_check check (kind in ('tv', 'cycle', 'flow', 'report', 'curve')),
  add constraint shared_link_chart_check check ((chart is not null) = (kind = 'curve'));
