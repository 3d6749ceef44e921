/**
 * Notes, whatever its age, that quarter-hours of the installation $1 were written otherwise than by what it sends: whoever
 * did so is told of it at once.
 */
export const NOTE_WRITTEN = `insert into noted_change (kind, installation_id) values ('passed', $1)
  on conflict do nothing`;
