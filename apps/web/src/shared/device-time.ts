import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { formatDateTime, formatDay } from '@nascente/domain/base/units/format';
import { deviceZone } from './consumption/zone-of.ts';

// Events outside an establishment show the time of this device.

/** '24/11/2026 21:30:00' of an ISO instant, in the device's zone. */
export const deviceDateTime = (iso: string): string => formatDateTime(instant(Date.parse(iso)), deviceZone());

export const deviceDay = (iso: string): string =>
  formatDay(civilDateAt(instant(Date.parse(iso)), deviceZone()));

/** Today in the device's zone. */
export const deviceToday = (): CivilDate => civilDateAt(instant(Date.now()), deviceZone());
