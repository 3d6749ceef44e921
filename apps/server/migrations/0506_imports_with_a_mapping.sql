-- Summaries of imports name the interval, the highest demand, the days and the gaps of their file. An import that was
-- running has a mapping of the former form: it ends as failed, and can be undone.
update reading_import set summary =
  summary || '{"intervalMinutes": 15, "highest": null, "days": [], "gaps": {"quarters": 0, "stretches": []}}'
  where summary is not null;
update reading_import set state = 'failed' where state = 'running';
delete from reading_import where state = 'waiting';
