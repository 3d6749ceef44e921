import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { incrementsOf } from '@nascente/domain/telemetry/adapters/credited-energies';
import { blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';
import {
  addFrame,
  emptyLedger,
  type Quarter,
  quartersOf,
  totalPower,
} from '@nascente/domain/telemetry/intervals/quarters';
import type { RoutedFrame } from '../ingest/index.ts';
import { LIVE_FOR_MS } from '../series/index.ts';
import type {
  CreditedReadingsRepository,
  QuarterChange,
  StoredIncrements,
} from './credited-readings.repository.ts';
import type { RegisterStepsRepository } from './register-steps.repository.ts';

/** A frame to write: with new measured values, or blank if only its increments changed. */
export interface TouchedInstant {
  readonly installationId: number;
  readonly frame: Frame;
}

export const keyOf = (installationId: number, at: number): string => `${installationId} ${at}`;

/** Time from a frame to the frame with its energy in the other direction; no other frame has this time. */
const OPPOSITE_MS = 1;

/**
 * Writes the frames of these instants with the current increments of their registers, and changes the totals by the difference.
 *
 * @returns by key, the increase of each frame
 */
export const credit = async (
  needs: { steps: RegisterStepsRepository; readings: CreditedReadingsRepository; now: Instant },
  touched: readonly TouchedInstant[],
): Promise<ReadonlyMap<string, Frame>> => {
  const { steps, readings, now } = needs;
  const keys = touched.map(({ installationId, frame }) => ({ installationId, at: frame.at }));
  const oppositeKeys = keys.map(({ installationId, at }) => ({ installationId, at: at + OPPOSITE_MS }));
  if (keys.some(({ at }) => at < now - LIVE_FOR_MS)) await readings.reopen([...keys, ...oppositeKeys]);
  const credited = new Map(
    (await steps.credited(keys)).map((each) => [keyOf(each.installationId, each.at), each.credited]),
  );
  const stored = new Map(
    (await readings.stored([...keys, ...oppositeKeys])).map((each) => [
      keyOf(each.installationId, each.at),
      each,
    ]),
  );
  const written: RoutedFrame[] = [];
  for (const { installationId, frame } of touched) {
    const { main, opposite } = incrementsOf(credited.get(keyOf(installationId, frame.at)) ?? {});
    written.push({ installationId, frame: { ...frame, ...main } as Frame });
    const after = instant(frame.at + OPPOSITE_MS);
    if (opposite === null && !stored.has(keyOf(installationId, after))) continue;
    written.push({ installationId, frame: { ...blankFrame(frame.kind, after), ...opposite } as Frame });
  }
  written.sort((a, b) => a.installationId - b.installationId || a.frame.at - b.frame.at);
  await readings.write(written);
  await readings.changeQuarters(changesOf(written, stored));
  await readings.moveState(newestOf(touched));
  return newPartOf(written, stored);
};

type Stored = ReadonlyMap<string, StoredIncrements>;

const newestOf = (touched: readonly TouchedInstant[]) => {
  const newest = new Map<number, number>();
  for (const { installationId, frame } of touched) {
    newest.set(installationId, Math.max(newest.get(installationId) ?? frame.at, frame.at));
  }
  return [...newest].map(([installationId, at]) => ({ installationId, at }));
};

/** The quarter-hours of the new frames minus those of the stored frames, by the common definition of a quarter-hour. */
const changesOf = (written: readonly RoutedFrame[], stored: Stored): QuarterChange[] => {
  const [after, before] = [emptyLedger(), emptyLedger()];
  for (const { installationId, frame } of written) {
    const storedFrame = stored.get(keyOf(installationId, frame.at));
    addFrame(after, installationId, frame);
    if (storedFrame !== undefined)
      addFrame(before, installationId, { ...blankFrame(frame.kind, frame.at), ...storedFrame });
  }
  return [...after.quarters.keys()].flatMap((installationId) => {
    const earlier = new Map(quartersOf(before, installationId).map((quarter) => [quarter.start, quarter]));
    return quartersOf(after, installationId).map((quarter) => {
      const earlierQuarter = earlier.get(quarter.start);
      return {
        installationId,
        start: quarter.start,
        sums: SUMS.map((sum) => quarter[sum] - (earlierQuarter?.[sum] ?? 0)),
        frames: quarter.frames - (earlierQuarter?.frames ?? 0),
      };
    });
  });
};

/** The sums of a quarter-hour, in the order of the columns of `quarter`. */
const SUMS = [
  ...(['consumed', 'injected', 'inductive', 'capacitive'] as const).flatMap((quantity) =>
    (['A', 'B', 'C'] as const).map((phase) => `${quantity}${phase}` as const),
  ),
  'volume',
] as const satisfies readonly (keyof Quarter)[];

const INCREMENTS = [
  'energyA',
  'energyB',
  'energyC',
  'reactiveA',
  'reactiveB',
  'reactiveC',
  'volume',
] as const;

/** The frames for screens, which add up increments: a frame that was stored before contains only its increase. */
const newPartOf = (written: readonly RoutedFrame[], stored: Stored): ReadonlyMap<string, Frame> => {
  const shown = new Map<string, Frame>();
  for (const { installationId, frame } of written) {
    const key = keyOf(installationId, frame.at);
    const storedFrame = stored.get(key);
    const gained = INCREMENTS.map((field) => {
      const value = frame[field];
      return [
        field,
        value === null || storedFrame === undefined ? value : value - (storedFrame[field] ?? 0),
      ] as const;
    });
    const part = { ...frame, ...Object.fromEntries(gained) } as Frame;
    if (totalPower(part) !== null || gained.some(([, value]) => value !== null && value !== 0))
      shown.set(key, part);
  }
  return shown;
};
