import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, instant, parseZone, type Zone } from '@nascente/domain/base/time/zone';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { Bug } from '../../platform/errors.ts';
import type { BoardModel, BoardType, Equipment, Meter } from './meter.ts';

/** A meter as its repositories answer it. */
export interface MeterRow {
  readonly id: number;
  readonly mac: string;
  readonly type: BoardType;
  readonly model: BoardModel;
  readonly equipment: Equipment;
  readonly name: string;
  readonly comment: string;
  readonly is_general: boolean;
  readonly solar_panel: boolean;
  readonly voltage: 110 | 220;
  readonly tariff_id: string | null;
  readonly system: string | null;
  readonly installed_at: Date;
  readonly has_past: boolean;
  readonly establishment_id: string;
  readonly establishment_name: string;
  readonly owner_id: string;
  readonly zone: string;
  readonly bill_read_day: number | null;
  readonly readings: readonly CivilDate[];
}

const zones = new Map<string, Zone>();
const zoneOf = (name: string): Zone => {
  const zone = zones.get(name) ?? parseZone(name) ?? DEFAULT_ZONE;
  zones.set(name, zone);
  return zone;
};

const macOf = (text: string): Mac => {
  const mac = normalizeMac(text);
  if (mac === null) throw new Bug(`The database holds a MAC that is none: ${text}`);
  return mac;
};

export const toMeter = (row: MeterRow): Meter => ({
  installationId: row.id,
  mac: macOf(row.mac),
  type: row.type,
  model: row.model,
  equipment: row.equipment,
  kind: row.type === 'water' ? 'water' : row.model,
  name: row.name,
  comment: row.comment,
  isGeneral: row.is_general,
  hasSolarPanel: row.solar_panel,
  voltage: row.voltage,
  tariffId: row.tariff_id,
  system: row.system,
  installedAt: instant(row.installed_at.getTime()),
  hasPast: row.has_past,
  establishmentId: row.establishment_id,
  establishmentName: row.establishment_name,
  ownerId: row.owner_id,
  zone: zoneOf(row.zone),
  calendar: { readDay: row.bill_read_day, readings: row.readings },
});
