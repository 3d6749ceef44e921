/**
 * SQL joining quarter-hours `q` to a last state `s`: the whole quarter-hour before the newest frame. Its frames say how
 * often the meter sends, and so how long it may be silent (`silentAfter` of the domain).
 */
export const QUARTER_BEFORE_NEWEST = `q.installation_id = s.installation_id
  and q.start = date_bin('15 minutes', s.at, timestamptz '2000-01-01 00:00Z') - interval '15 minutes'`;
