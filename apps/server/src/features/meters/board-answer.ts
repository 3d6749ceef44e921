import type { Board, Installation } from '@nascente/contract/meters';
import type { Instant } from '@nascente/domain/time/zone';
import type { ListedMeter, Meter, MeterState } from './meter.ts';
import { isOnline } from './online.ts';

/** A meter as the API shows it, under its historic names. */
export const toBoard = (meter: ListedMeter, state: MeterState | undefined, now: Instant): Board => ({
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
  system: meter.system,
  online: isOnline(state, now),
  lastSeen: state === undefined ? null : new Date(state.lastSeenAt).toISOString(),
  installedAt: new Date(meter.installedAt).toISOString(),
  hasPast: meter.hasPast,
  establishmentId: meter.establishmentId,
  establishmentName: meter.establishmentName,
  zone: meter.zone,
});

/** What is told of an installation that was made or changed. */
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
