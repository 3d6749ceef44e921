-- How many rows a file has is known once it was read: the summary says it.
alter table reading_import drop column total_rows;
