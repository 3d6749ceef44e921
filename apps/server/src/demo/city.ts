import { DEFAULT_ZONE, parseZone } from '@nascente/domain/base/time/zone';

/** Place and supply voltage of all establishments of the company. */
export const CITY = { zone: 'America/Recife', city: 'Recife', state: 'PE', voltage: 220 } as const;

export const ZONE = parseZone(CITY.zone) ?? DEFAULT_ZONE;
