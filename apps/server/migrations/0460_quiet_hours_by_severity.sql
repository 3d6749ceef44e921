-- Severities that are told in quiet hours all the same; what is of another waits for their end.
alter table alert_preference
  add column through_quiet text[] not null default '{}'
    check (through_quiet <@ array['urgent', 'serious', 'notable']);
update alert_preference set through_quiet = array['urgent'] where urgent_in_quiet;
alter table alert_preference alter column through_quiet drop default, drop column urgent_in_quiet;
