import { DEFAULT_ZONE, parseZone, type Zone } from '@nascente/domain/base/time/zone';

/** The zone of a meter's days; the default zone if the browser does not support it. */
export const zoneOf = (establishment: { readonly zone: string } | undefined): Zone =>
  (establishment === undefined ? null : parseZone(establishment.zone)) ?? DEFAULT_ZONE;

/** The device's zone, for times outside an establishment. */
export const deviceZone = (): Zone =>
  parseZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? DEFAULT_ZONE;
