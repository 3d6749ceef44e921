import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { formatDateTime, formatDay } from '@nascente/domain/base/units/format';
import { deviceZone } from './consumption/zone-of.ts';

// What belongs to no establishment happened at the time that the clock beside the reader showed.

/** '24/11/2026 21:30:00' of an instant in ISO form, by the clock of this device. */
export const deviceDateTime = (iso: string): string => formatDateTime(instant(Date.parse(iso)), deviceZone());

/** '24/11/2026' of an instant in ISO form, by the clock of this device. */
export const deviceDay = (iso: string): string =>
  formatDay(civilDateAt(instant(Date.parse(iso)), deviceZone()));

/** The day that it is by the clock of this device. */
export const deviceToday = (): CivilDate => civilDateAt(instant(Date.now()), deviceZone());
