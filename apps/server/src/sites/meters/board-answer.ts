import type { Board, Installation } from '@nascente/contract/sites/meters';
import { type Instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { Meter, MeterState } from './meter.ts';

/** The answer about a created or changed installation. */
export const toInstallation = (
  meter: Pick<
    Meter,
    'installationId' | 'name' | 'mac' | 'comment' | 'isGeneral' | 'tariffId' | 'type' | 'model' | 'equipment'
  >,
): Installation => ({
  _id: String(meter.installationId),
  name: meter.name,
  meter: meter.mac,
  comment: meter.comment,
  fuseBoxMeter: meter.isGeneral,
  tax: meter.tariffId,
  type: meter.type,
  model: meter.model,
  equipment: meter.equipment,
});

/** A meter in the form of the API, with the field names of the specification. */
export const toBoard = (meter: Meter, { lastSeenAt, silentAfter }: MeterState, now: Instant): Board => ({
  id: String(meter.installationId),
  Alias: `${meter.establishmentName} - ${meter.name}`,
  name: meter.name,
  Comment: meter.comment,
  macAddress: meter.mac,
  MACAddress: meter.mac,
  Owner: meter.ownerId,
  type: meter.type,
  model: meter.model,
  equipment: meter.equipment,
  isGeral: meter.isGeneral,
  tension: meter.voltage,
  tax: meter.tariffId,
  billReadDate: meter.calendar.readDay,
  solarPanel: meter.hasSolarPanel,
  installationDetails: toInstallation(meter),
  system: meter.system,
  online: lastSeenAt !== null && now - lastSeenAt <= silentAfter,
  silentAfter: silentAfter / SECOND_MS,
  lastSeen: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
  installedAt: new Date(meter.installedAt).toISOString(),
  hasPast: meter.hasPast,
  establishmentId: meter.establishmentId,
  establishmentName: meter.establishmentName,
  zone: meter.zone,
});
