/** Of the readings of installation $1 those that no correction excludes; the others stay, and count for nothing. */
export const COUNTED = `not exists (select from reading_exclusion e
  where e.installation_id = $1 and e.undone_at is null and e.begins <= reading.at and e.ends > reading.at)`;
