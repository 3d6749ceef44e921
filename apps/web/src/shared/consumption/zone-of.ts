import { DEFAULT_ZONE, parseZone, type Zone } from '@nascente/domain/base/time/zone';

/** The zone that bounds a meter's days; the default one where the browser does not know it. */
export const zoneOf = (establishment: { readonly zone: string } | undefined): Zone =>
  (establishment === undefined ? null : parseZone(establishment.zone)) ?? DEFAULT_ZONE;

/** The device's zone, for times outside an establishment. */
export const deviceZone = (): Zone =>
  parseZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? DEFAULT_ZONE;
