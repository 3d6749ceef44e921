-- Kinds of opportunity of generation, of prices that are old and of what no meter measures; what was kept before says nothing of theirs, and
-- of closed hours and a peak at which meter what is saved can be measured.
alter table opportunity_decision drop constraint opportunity_decision_kind_check;
alter table opportunity_decision add constraint opportunity_decision_kind_check
  check (kind in ('modality', 'demand', 'leak', 'reactive', 'closed-hours', 'peak', 'bill-wrong', 'expiring-credits',
    'larger-generation', 'old-prices', 'no-general-meter'));
update opportunity_decision
  set told = told || jsonb_build_object('seasons', '[]'::jsonb, 'lowering', null, 'credits', null, 'generation', null,
    'prices', null, 'parts', null, 'measured', case
      when kind = 'leak' and jsonb_typeof(told -> 'meter') = 'object' then (told -> 'meter') || '{"hours": "all"}'
      when kind = 'closed-hours' and jsonb_typeof(told #> '{closed,meter}') = 'object'
        then (told #> '{closed,meter}') || '{"hours": "all"}'
      when kind = 'peak' and jsonb_typeof(told #> '{peak,meter}') = 'object'
        then (told #> '{peak,meter}') || '{"hours": "peak"}'
    end);
