import { DEFAULT_ZONE, parseZone, type Zone } from '@nascente/domain/base/time/zone';

/** The zone in which a meter's days are cut; one that this browser does not know counts as the default. */
export const zoneOf = (establishment: { readonly zone: string } | undefined): Zone =>
  (establishment === undefined ? null : parseZone(establishment.zone)) ?? DEFAULT_ZONE;

/** The zone of this device's clock, beside which its reader holds the time of what is on the screen. */
export const deviceZone = (): Zone =>
  parseZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? DEFAULT_ZONE;
