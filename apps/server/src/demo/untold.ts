import { addDays, civilDateAt, startOfDay } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { createVirtualBoard, type VirtualBoard } from '@nascente/virtual-meters/board/virtual-board';
import { ZONE } from './city.ts';
import { ESTABLISHMENTS } from './company.ts';
import type { InstalledMeter } from './demonstration.repository.ts';
import type { DemonstrationMeter } from './demonstration-establishment.ts';
import type { Untold } from './history.ts';
import { leakedWithin, MENDED } from './mended-leak.ts';

/** Seven months. */
const HISTORY_DAYS = 212;
/** At the first start water has leaked for so many nights. */
const LEAKING_DAYS = 9;
const SILENT_FOR_MS = 52 * HOUR_MS;
/** A morning without power on one board: totals over it say that they are incomplete. */
const OUTAGE = { mac: '02:4E:41:00:00:02', agoMs: 12 * DAY_MS, lastsMs: 7 * HOUR_MS };

export const historyStart = (now: Instant, days = HISTORY_DAYS): Instant =>
  startOfDay(addDays(civilDateAt(now, ZONE), -days), ZONE);

export const macOf = (text: string): Mac => {
  const mac = normalizeMac(text);
  if (mac === null) throw new Error(`not a MAC: ${text}`);
  return mac;
};

/**
 * When a meter's water began to leak, and leaks still; null of what was mended. Told by the first day of its history, so that every
 * start tells the same.
 */
export const leakStart = (mac: string, installedAt: Date): number | null =>
  mac === MENDED.mac
    ? null
    : startOfDay(
        addDays(civilDateAt(instant(installedAt.getTime()), ZONE), HISTORY_DAYS - LEAKING_DAYS),
        ZONE,
      );

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

function stretches(
  meter: DemonstrationMeter,
  { lastAt, installedAt }: InstalledMeter,
  now: Instant,
): { from: number; to: number }[] {
  const to = meter.silent ? now - SILENT_FOR_MS : now;
  if (lastAt !== null) return meter.silent ? [] : [{ from: lastAt.getTime(), to }];
  const from = Math.max(installedAt.getTime(), historyStart(now, meter.measuredForDays));
  if (meter.mac !== OUTAGE.mac) return [{ from, to }];
  const out = now - OUTAGE.agoMs;
  return [
    { from, to: out },
    { from: out + OUTAGE.lastsMs, to },
  ];
}

/** What is still to be told of every meter: its whole past, or the gap since its newest frame. */
export function untoldOf(installed: readonly InstalledMeter[], now: Instant): Untold[] {
  const byMac = new Map(installed.map((meter) => [meter.mac, meter]));
  return ESTABLISHMENTS.flatMap(({ seed, meters }) =>
    meters.flatMap((meter) => {
      const installed = byMac.get(meter.mac);
      if (installed === undefined) return [];
      const { installationId, installedAt } = installed;
      const board = boardOf(meter, seed, installedAt);
      return stretches(meter, installed, now).map((stretch) => ({ installationId, board, ...stretch }));
    }),
  );
}
