import { addDays, civilDateAt, startOfDay } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { createVirtualBoard, type VirtualBoard } from '@nascente/virtual-meters/board/virtual-board';
import { ZONE } from './city.ts';
import { ESTABLISHMENTS } from './company.ts';
import type { InstalledMeter } from './demonstration.repository.ts';
import type { DemonstrationMeter } from './demonstration-establishment.ts';
import type { MissingHistory } from './history.ts';
import { leakedWithin, MENDED } from './mended-leak.ts';

/** Fourteen months: each month of the last half year has one of the year before to be compared with. */
const HISTORY_DAYS = 426;
/** Seven months are written before the server is ready; earlier days follow while it runs. */
const DAYS_AT_START = 212;
/** Longer than the days that are written together. */
const OVERLAP_MS = 9 * DAY_MS;
/** Number of nights with a leak at the first start. */
const LEAKING_DAYS = 9;
const SILENT_FOR_MS = 52 * HOUR_MS;
/** One board has no power for a morning, so totals that contain it are marked as incomplete. */
const OUTAGE = { mac: '02:4E:41:00:00:02', agoMs: 12 * DAY_MS, lastsMs: 7 * HOUR_MS };

export const historyStart = (now: Instant, days = HISTORY_DAYS): Instant =>
  startOfDay(addDays(civilDateAt(now, ZONE), -days), ZONE);

export const macOf = (text: string): Mac => {
  const mac = normalizeMac(text);
  if (mac === null) throw new Error(`not a MAC: ${text}`);
  return mac;
};

/**
 * When a meter's leak began, if it still leaks; `null` for the mended one. Computed from the first day of the history, so that
 * every start gives the same instant.
 */
export const leakStart = (mac: string, installedAt: Date): number | null =>
  mac === MENDED.mac
    ? null
    : startOfDay(
        addDays(civilDateAt(instant(installedAt.getTime()), ZONE), HISTORY_DAYS - LEAKING_DAYS),
        ZONE,
      );

interface Interval {
  readonly from: number;
  readonly to: number;
}

function boardOf(meter: DemonstrationMeter, seed: string, installedAt: Date): VirtualBoard {
  const mac = macOf(meter.mac);
  const description = { mac, profile: meter.profile, zone: ZONE, seed };
  const board = createVirtualBoard({ ...description, leakingFrom: leakStart(meter.mac, installedAt) });
  if (meter.mac !== MENDED.mac) return board;
  const leaked = leakedWithin(installedAt);
  const leaking = createVirtualBoard({ ...description, leakingFrom: leaked.from });
  const at = (to: number) => (to > leaked.from && to <= leaked.to ? leaking : board);
  return { ...board, frame: (from, to, stepMs) => at(to).frame(from, to, stepMs) };
}

function timeIntervals(
  meter: DemonstrationMeter,
  { lastAt, installedAt }: InstalledMeter,
  now: Instant,
): Interval[] {
  const to = meter.silent ? now - SILENT_FOR_MS : now;
  if (lastAt !== null) return meter.silent ? [] : [{ from: lastAt.getTime(), to }];
  const from = Math.max(installedAt.getTime(), historyStart(now, meter.measuredForDays ?? DAYS_AT_START));
  if (meter.mac !== OUTAGE.mac) return [{ from, to }];
  const out = now - OUTAGE.agoMs;
  return [
    { from, to: out },
    { from: out + OUTAGE.lastsMs, to },
  ];
}

type MissingIntervals = (meter: DemonstrationMeter, installed: InstalledMeter) => readonly Interval[];

function missingOf(installed: readonly InstalledMeter[], intervals: MissingIntervals): MissingHistory[] {
  const byMac = new Map(installed.map((meter) => [meter.mac, meter]));
  return ESTABLISHMENTS.flatMap(({ seed, meters }) =>
    meters.flatMap((meter) => {
      const installed = byMac.get(meter.mac);
      if (installed === undefined) return [];
      const { installationId, installedAt } = installed;
      const board = boardOf(meter, seed, installedAt);
      return intervals(meter, installed).map((interval) => ({ installationId, board, ...interval }));
    }),
  );
}

/** History to write before the server is ready: the last months of a new meter, or the gap since its newest frame. */
export const missingHistoryOf = (installed: readonly InstalledMeter[], now: Instant): MissingHistory[] =>
  missingOf(installed, (meter, state) => timeIntervals(meter, state, now));

/**
 * History from the installation of a meter to its oldest stored frame. It reaches some days further, because a start that was
 * stopped may have left them incomplete; frames that are stored already count once.
 */
export const earlierHistoryOf = (installed: readonly InstalledMeter[]): MissingHistory[] =>
  missingOf(installed, (_, { installedAt, firstAt }) => {
    const from = installedAt.getTime();
    if (firstAt === null || firstAt.getTime() - from < DAY_MS) return [];
    return [{ from, to: firstAt.getTime() + OVERLAP_MS }];
  });
