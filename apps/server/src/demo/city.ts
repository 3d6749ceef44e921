import { DEFAULT_ZONE, parseZone } from '@nascente/domain/base/time/zone';

/** Where the company is: what all its establishments share. */
export const CITY = { zone: 'America/Recife', city: 'Recife', state: 'PE', voltage: 220 } as const;

export const ZONE = parseZone(CITY.zone) ?? DEFAULT_ZONE;
