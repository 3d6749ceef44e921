-- Prices and rules of tariffs are kept while nothing of them changes.
create trigger structure_changed after insert or update or delete or truncate on tariff_version
  for each statement execute function note_structure_change();
