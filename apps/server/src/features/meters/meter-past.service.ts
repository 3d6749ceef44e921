import type { MeterStay } from '@nascente/contract/meter-changes';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { MeterDirectory } from './meter-directory.ts';
import type { MeterPastRepository, PastStay } from './meter-past.repository.ts';
import { viewerOf } from './visibility.ts';

export interface MeterPast {
  read(caller: Caller, mac: string): Promise<MeterStay[]>;
}

/** kWh are millions of thousandths of Wh, and m³ millions of millilitres. */
const MILLION = 1_000_000;

const instantOf = (text: string): string => new Date(text).toISOString();

const toStay = (stay: PastStay): MeterStay => ({
  id: String(stay.id),
  name: stay.name,
  establishmentId: stay.establishmentId,
  establishmentName: stay.establishmentName,
  from: stay.from.toISOString(),
  until: stay.until?.toISOString() ?? null,
  boards: stay.boards.map(({ mac, from, until }) => ({
    mac,
    from: instantOf(from),
    until: until === null ? null : instantOf(until),
  })),
  total: stay.months.reduce((sum, { amount }) => sum + amount, 0) / MILLION,
  months: stay.months.map(({ date, amount }) => ({ date, total: amount / MILLION })),
});

export const createMeterPast = (needs: {
  past: MeterPastRepository;
  directory: MeterDirectory;
}): MeterPast => ({
  async read(caller, mac) {
    requirePermission(caller, 'see-own-meters');
    const meter = await needs.directory.findVisible(caller, mac);
    const stays = await needs.past.stays(viewerOf(caller), meter.mac);
    return stays.map(toStay);
  },
});
