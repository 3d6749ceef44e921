-- The days of the figures of a statement, where all its bills are of the same: its period is the month in which they end.
alter table report add told_first date, add told_last date check (told_last >= told_first);
