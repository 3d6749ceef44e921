-- Which tariffs are agreed for a place, with their names, is kept while nothing of it changes.
create trigger structure_changed after insert or update or delete or truncate on tariff
  for each statement execute function note_structure_change();
