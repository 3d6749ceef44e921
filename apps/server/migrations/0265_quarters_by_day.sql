-- Quarter-hours are rows while their day is open, and no longer: `quarter` is partitioned by UTC day, and a partition is
-- dropped when its days are closed. What has no partition of its own, such as a day of the past that something reopened,
-- lies in `quarter_reopened` until it is closed again.

drop index quarter_import;
alter table quarter drop column max_power_w;
alter table set_aside_quarter drop column max_power_w;
alter table quarter rename to quarter_reopened;
alter table quarter_reopened rename constraint quarter_pkey to quarter_reopened_pkey;
create table quarter (like quarter_reopened including defaults, primary key (installation_id, start))
  partition by range (start);
alter table quarter attach partition quarter_reopened default;

-- Of each of the 96 quarter-hours the import that it is from, 0 where it was measured; null: all were measured.
alter table meter_day add column imports integer[];
comment on column meter_day.counts is 'how many frames that count began in each quarter-hour, two bytes each';

-- Days that were closed before do not say what their rows say: they are closed anew, from these rows.
update meter_day set format = null;
