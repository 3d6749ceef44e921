import type { MeterStay } from '@nascente/contract/sites/meter-changes';
import { type CivilMonth, toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { DEFAULT_ZONE, type Instant, instant, parseZone, type Zone } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { MeterDirectory } from './meter-directory.ts';
import type { MeterPastRepository, PastStay } from './meter-past.repository.ts';
import { viewerOf } from './visibility.ts';

interface Month {
  readonly month: CivilMonth;
  /** mWh, or ml of water. */
  readonly amount: number;
}

/** Monthly consumption of installations, oldest first. */
export type MonthsOfInstallations = (
  requested: readonly {
    readonly installationId: number;
    readonly kind: BoardKind;
    readonly zone: Zone;
    readonly from: Instant;
    readonly to: Instant;
  }[],
) => Promise<readonly (readonly Month[])[]>;

/** kWh are millions of thousandths of Wh, and m³ millions of millilitres. */
const MILLION = 1_000_000;

const instantOf = (text: string): string => new Date(text).toISOString();

const toHistory = ({ id, kind, zone, first, last }: PastStay) => ({
  installationId: id,
  kind,
  zone: parseZone(zone) ?? DEFAULT_ZONE,
  from: instant(first?.getTime() ?? 0),
  to: instant(last === null ? 0 : last.getTime() + QUARTER_MS),
});

const toStay = (stay: PastStay, months: readonly Month[]): MeterStay => ({
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
  total: months.reduce((sum, { amount }) => sum + amount, 0) / MILLION,
  months: months
    .map(({ month, amount }) => ({ date: toMonthOfYear(month), total: amount / MILLION }))
    .toReversed(),
});

export const createMeterPast = (needs: {
  past: MeterPastRepository;
  directory: MeterDirectory;
  months: MonthsOfInstallations;
}) => ({
  async read(caller: Caller, mac: Mac): Promise<MeterStay[]> {
    requirePermission(caller, 'see-consumption');
    const stays = await needs.past.stays(viewerOf(caller), mac);
    // The first stay is the current one. A caller who may not see it gets NotFound, whatever earlier stays exist.
    if (stays[0]?.until !== null) await needs.directory.findVisible(caller, mac);
    const months = await needs.months(stays.map(toHistory));
    return stays.map((stay, index) => toStay(stay, months[index] ?? []));
  },
});
