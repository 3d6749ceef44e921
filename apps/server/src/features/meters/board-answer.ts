import type { Board, Installation } from '@nascente/contract/meters';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { HOUR_MS, type Instant, MINUTE_MS } from '@nascente/domain/time/zone';
import type { Meter, MeterState } from './meter.ts';

/** Heard within a minute, or within three of its own intervals where it sends less often. */
const QUIET_MS = MINUTE_MS;
const QUIET_INTERVALS = 3;

export const isOnline = (state: MeterState | undefined, now: Instant): boolean => {
  if (state === undefined) return false;
  const { framesPerQuarter, lastSeenAt } = state;
  const ofInterval = framesPerQuarter > 0 ? (QUIET_INTERVALS * QUARTER_MS) / framesPerQuarter : 0;
  return now - lastSeenAt <= Math.min(Math.max(QUIET_MS, ofInterval), HOUR_MS);
};

/** A meter as the API shows it, under its historic names. */
export const toBoard = (meter: Meter, state: MeterState | undefined, now: Instant): Board => ({
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
