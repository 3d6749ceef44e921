import { type Mac, normalizeMac } from '@nascente/domain/metering/mac';
import { addDays, civilDateAt, startOfDay } from '@nascente/domain/time/civil-day';
import { DAY_MS, DEFAULT_ZONE, HOUR_MS, type Instant, parseZone } from '@nascente/domain/time/zone';
import { createVirtualBoard } from '@nascente/virtual-meters/board/virtual-board';
import { CITY, type DemonstrationMeter, ESTABLISHMENTS } from './company.ts';
import type { InstalledMeter } from './demonstration.repository.ts';
import type { Untold } from './history.ts';

export const ZONE = parseZone(CITY.zone) ?? DEFAULT_ZONE;

/** Seven months. */
const HISTORY_DAYS = 212;
const SILENT_FOR_MS = 52 * HOUR_MS;
/** A morning without power on one board: totals over it say that they are incomplete. */
const OUTAGE = { mac: '02:4E:41:00:00:02', agoMs: 12 * DAY_MS, lastsMs: 7 * HOUR_MS };

export const historyStart = (now: Instant): Instant =>
  startOfDay(addDays(civilDateAt(now, ZONE), -HISTORY_DAYS), ZONE);

export const macOf = (text: string): Mac => {
  const mac = normalizeMac(text);
  if (mac === null) throw new Error(`not a MAC: ${text}`);
  return mac;
};

const boardOf = (meter: DemonstrationMeter, seed: string) => {
  const mac = macOf(meter.mac);
  return createVirtualBoard({ mac, profile: meter.profile, zone: ZONE, seed, leaking: false });
};

function stretches(
  meter: DemonstrationMeter,
  lastAt: Date | null,
  now: Instant,
): { from: number; to: number }[] {
  const to = meter.silent ? now - SILENT_FOR_MS : now;
  if (lastAt !== null) return meter.silent ? [] : [{ from: lastAt.getTime(), to }];
  const from = historyStart(now);
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
      const known = byMac.get(meter.mac);
      if (known === undefined) return [];
      const board = boardOf(meter, seed);
      const { installationId, lastAt } = known;
      return stretches(meter, lastAt, now).map((stretch) => ({ installationId, board, ...stretch }));
    }),
  );
}
